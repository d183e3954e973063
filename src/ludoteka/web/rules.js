/** The page of a game's rules: the house has written the article, only the header is added. */

import { byId, html } from "./elements.js";
import { openPage } from "./page.js";
import { t } from "./texts.js";

await openPage();
const game = location.pathname.split("/").at(-1);
byId("main").append(html("p", { class: "row" }, html("a", { class: "button primary", href: `/#${game}` }, t("Play"))));
