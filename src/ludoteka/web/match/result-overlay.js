/**
 * The moment of victory or defeat: a plaque over the board, when a match ends while its page is open. It is a picture of what the
 * page says elsewhere, takes no focus, and goes away by itself, or at the first click or key.
 */

import { html, loadStyle, svg } from "../common/elements.js";
import { drawEmblem, findEmblem } from "./plates.js";

/** @import {SeatStatus} from "#api" */
/** @import {Looks} from "../board/looks.js" */
/** @import {View} from "../common/types.js" */

const SHOWN = 5500; // milliseconds: long enough to read it, and the final position is wanted
const LEAVES = 9; // on each branch of the wreath
const LEAF = "M0 0C.075-.05.075-.15 0-.23-.075-.15-.075-.05 0 0Z";
const FIRST = 16; // degrees from the bottom of the wreath to its first leaves
const STEP = 17; // degrees from one leaf to the next
const TILT = 32; // degrees between a leaf and its branch

/**
 * Show how the match has ended, as soon as somebody can see it.
 * @param {View} view the last one
 * @param {Looks} looks
 * @param {"won" | "lost" | "drawn" | "over"} outcome for the reader; over: for those who are on no side
 * @param {SeatStatus[]} winners
 * @param {string[]} sentences the headline, and what decided the match
 */
export async function showResult(view, looks, outcome, winners, sentences) {
  await loadStyle(new URL("result-overlay.css", import.meta.url));
  if (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  const [headline = "", ...reasons] = sentences.filter(Boolean);
  const lines = reasons.map((text) => html("p", {}, text));
  const emblems = winners.map((seat) => drawEmblem(findEmblem(view.scene.pieces, seat), looks));
  const shield = html("div", { class: "shield" }, drawWreath(), ...emblems);
  const plaque = html("div", { class: "plaque" }, shield, html("p", { class: "headline" }, headline), ...lines);
  const overlay = html("div", { class: `result-overlay ${outcome}`, "aria-hidden": "true" }, plaque);
  document.querySelector(".stage")?.append(overlay);
  const listening = new AbortController();
  const close = () => {
    listening.abort();
    overlay.classList.add("closing");
    overlay.addEventListener("animationend", () => overlay.remove());
    if (overlay.getAnimations().length === 0) overlay.remove(); // without movement
  };
  setTimeout(close, SHOWN);
  for (const event of ["click", "keydown"]) document.addEventListener(event, close, { capture: true, signal: listening.signal });
}

/** Draw a wreath of two branches around the origin. */
function drawWreath() {
  return svg("svg", { class: "wreath", viewBox: "-1.2 -1.2 2.4 2.4" }, drawBranch(1), drawBranch(-1));
}

/**
 * Draw a branch from the bottom to the top of the wreath.
 * @param {1 | -1} side
 */
function drawBranch(side) {
  const leaves = Array.from({ length: LEAVES }, (_, index) => {
    const angle = side * (180 - FIRST - index * STEP);
    const size = 1.15 - index * 0.05; // smaller towards the tip
    const pair = [-TILT, TILT].map((tilt) => svg("path", { d: LEAF, transform: `rotate(${-side * 90 + tilt})scale(${size})` }));
    return svg("g", { transform: `rotate(${angle})translate(0-.92)` }, ...pair);
  });
  const tip = svg("path", { d: LEAF, transform: `rotate(${side * (180 - FIRST - LEAVES * STEP)})translate(0-.92)rotate(${-side * 90})` });
  const stem = svg("path", { class: "stem", d: `M0 .92A.92.92 0 0 ${side > 0 ? 0 : 1} ${side * 0.3}-.87` });
  return svg("g", { class: side > 0 ? "branch right" : "branch left" }, stem, ...leaves, tip);
}
