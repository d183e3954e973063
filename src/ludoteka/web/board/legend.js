/** The legend of a game: kinds of pieces in order, and a sentence on them. Readers can fold it away for good. */

import { html, svg } from "../common/elements.js";
import { say } from "../common/texts.js";

/** @import {Legend} from "#api" */
/** @import {Looks} from "./looks.js" */

const ROOMY = "(min-width: 56rem) and (min-height: 46rem)"; // as in match.css: there is room beside the board

/**
 * Create a legend, or nothing if the game has none.
 * @param {Legend | null | undefined} legend
 * @param {Looks} looks
 * @param {string} game
 */
export function createLegend(legend, looks, game) {
  if (!legend) return null;
  const key = `legend ${game}`;
  const entries = legend.entries.map((entry) => {
    const drawn = svg("svg", { class: "board", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, looks.drawPiece(entry));
    return html("li", {}, drawn, html("span", {}, say(entry.label)), html("b", {}, say(entry.value)));
  });
  const list = html("ol", {}, ...entries);
  const element = html("details", { class: "legend" }, html("summary", {}, html("h2", {}, say(legend.title))), list, html("p", {}, say(legend.text)));
  element.open = matchMedia(ROOMY).matches && localStorage.getItem(key) === null;
  element.querySelector("summary")?.addEventListener("click", () => {
    if (element.open) localStorage.setItem(key, "folded"); // it is about to be
    else localStorage.removeItem(key);
  });
  return element;
}
