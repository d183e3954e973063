/** Small parts of the drawing of a board. */

import { svg } from "../common/elements.js";

/** @import {Piece, Stand} from "../common/types.js" */

const CENTRE = /** @type {Stand} */ ([0, 0, 1]);
const FADE = { duration: 350, delay: 120, easing: "ease-in", fill: /** @type {const} */ ("forwards") };

/**
 * Draw a mark on a place.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 */
export function drawMark(kind, x, y) {
  const area = svg("rect", { class: "area", x: -0.5, y: -0.5, width: 1, height: 1 });
  const cross = svg("path", { class: "cross", d: "M-.17-.17 .17 .17M.17-.17-.17 .17" });
  return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, area, cross);
}

/** Draw the outline around a previewed place. */
export function drawOutline() {
  return svg("rect", { class: "outline", x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.08 });
}

/**
 * Draw the counter of the pile below a piece, if it has one.
 * @param {Piece} piece
 * @param {number} x of the centre of its place
 * @param {number} y
 */
export function drawCount({ counter }, x, y) {
  if (!counter) return [];
  const [count, across, down, scale] = counter;
  const attributes = { class: "count", transform: `translate(${x + across} ${y + down}) scale(${scale})` };
  return [svg("g", attributes, svg("circle", { r: 0.2 }), svg("text", { y: 0.09 }, String(count)))];
}

/**
 * Fade out a captured piece.
 * @param {SVGGElement} man
 */
export function fade(man) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return man.remove();
  man.animate([{ opacity: 1 }, { opacity: 0 }], FADE).onfinish = () => man.remove();
}

/**
 * Put the element of a piece where it stands on its place.
 * @param {SVGGElement} man
 * @param {Piece} piece
 * @param {number} x of the centre of the place
 * @param {number} y
 */
export function putOnPlace(man, { stand = CENTRE }, x, y) {
  const [across, down, scale] = stand;
  man.style.transform = `translate(${x + across}px, ${y + down}px) scale(${scale})`;
}

/**
 * Return the pieces of a place from the bottom up.
 * @param {Piece[]} pieces
 */
export function sortByHeight(pieces) {
  return [...pieces].sort((one, other) => (other.stand ?? CENTRE)[1] - (one.stand ?? CENTRE)[1]);
}
