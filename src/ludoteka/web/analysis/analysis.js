/** The script of the analysis board: it opens the analysis that the address contains, or an empty one. */

import { Looks } from "../board/looks.js";
import { fetchHouse, HouseError } from "../common/api.js";
import { fetchAnalysed } from "./analysis-api.js";
import { html } from "../common/elements.js";
import { createNotice, openPage, showContent } from "../common/page.js";
import { say, t } from "../common/texts.js";
import { AnalysisPage } from "./analysis-page.js";
import { openAnalysis } from "./links.js";
import { MoveTree, pack, START, unpack } from "./move-tree.js";

/** @import {Game} from "../common/types.js" */
/** @import {PlainTree} from "./move-tree.js" */

/** @typedef {PlainTree & {at: number}} Analysis */

await openPage();
const name = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
/** The part of the address after "#" that this page has written last. */ let written = "";
/** The number of changes so far; of several that are packed at the same time, the last counts. */ let changes = 0;

try {
  const { games } = await fetchHouse();
  const game = games.find((one) => one.name === name);
  await fetchAnalysed({ game: name, options: {}, position: null, actions: [] }); // refused for games with secrets
  if (game) await openBoard(game);
} catch (error) {
  if (!(error instanceof HouseError)) throw error;
  showContent(t("Analysis"), createNotice(t("This game can't be analysed"), error.message));
}

/** @param {Game} game */
async function openBoard(game) {
  const page = new AnalysisPage(game, await Looks.load(name), emptyAnalysis(), (analysis) => void remember(analysis));
  showContent(t("{game}: analysis", { game: say(game.title) }), ...page.elements);
  const open = async () => {
    const analysis = await readAddress();
    await page.open(analysis ?? emptyAnalysis());
    if (!analysis) document.body.append(createWarning()); // now nothing changes any more that somebody may click
  };
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== written) void open();
  });
  await open();
}

/** @returns {Analysis} */
function emptyAnalysis() {
  return { game: name, options: {}, position: null, comment: "", moves: [], at: START };
}

/**
 * Write an analysis into the address of the page, so that the address is its link.
 * @param {Analysis} analysis
 */
async function remember(analysis) {
  const change = ++changes;
  const packed = await pack(analysis);
  if (change !== changes) return;
  written = packed;
  history.replaceState(null, "", `#${packed}`);
}

/** Read the analysis in the address; null if it is damaged. @returns {Promise<Analysis | null>} */
async function readAddress() {
  const packed = location.hash.slice(1);
  if (packed === "") return emptyAnalysis();
  try {
    const analysis = await unpack(packed);
    new MoveTree(analysis).path(analysis.at); // throws if the moves are no tree
    if (analysis.game !== name) await openAnalysis(analysis);
    return analysis.game === name ? analysis : emptyAnalysis();
  } catch (error) {
    console.warn("a damaged link:", error);
    return null;
  }
}

function createWarning() {
  const dialog = html(
    "dialog",
    { class: "ask", "aria-labelledby": "damaged" },
    html("h2", { id: "damaged" }, t("This link is damaged, so the analysis begins anew.")),
    html("form", { method: "dialog", class: "row" }, html("button", { class: "button primary" }, t("Close"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  queueMicrotask(() => dialog.showModal());
  return dialog;
}
