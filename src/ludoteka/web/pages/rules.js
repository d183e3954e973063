/** The page of a game's rules: the server renders the article; this script adds the header and the looks of the game. */

import { byId, html, loadStyle } from "../common/elements.js";
import { openPage } from "../common/page.js";
import { t } from "../common/texts.js";

const game = location.pathname.split("/").at(-1);
await Promise.all([openPage(), loadStyle(`/games/${game}/looks.css`)]);
byId("main").append(html("p", { class: "row" }, html("a", { class: "button primary", href: `/#${game}` }, t("Play"))));
