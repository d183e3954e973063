/** The page of a game's rules: the server renders the article; this script adds the header and the looks of the game. */

import { fetchHouse } from "../common/api.js";
import { byId, html, loadStyle } from "../common/elements.js";
import { openPage } from "../common/page.js";
import { t } from "../common/texts.js";

const game = location.pathname.split("/").at(-1);
await Promise.all([openPage(), loadStyle(`/games/${game}/looks.css`)]);
const ways = html("p", { class: "row" }, html("a", { class: "button primary", href: `/#${game}` }, t("Play")));
byId("main").append(ways);
const { games } = await fetchHouse().catch(() => ({ games: [] }));
const found = games.find((one) => one.name === game);
if (found?.puzzles) ways.append(html("a", { class: "button", href: `/puzzles#${game}` }, t("Puzzles")));
if (found?.analysis)
  ways.append(html("a", { class: "button", href: `/analysis/${game}` }, t("Analysis board")));
