/** Small parts of a drawing that are the same wherever they stand. */

import { svg } from "../common/elements.js";

const FADE = { duration: 350, delay: 120, easing: "ease-in", fill: /** @type {const} */ ("forwards") };

/**
 * A mark on a place.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 */
export function drawMark(kind, x, y) {
  const area = svg("rect", { class: "area", x: -0.5, y: -0.5, width: 1, height: 1 });
  const cross = svg("path", { class: "cross", d: "M-.17-.17 .17 .17M.17-.17-.17 .17" });
  return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, area, cross);
}

/** What goes around a place that is shown as it would be. */
export function drawOutline() {
  return svg("rect", { class: "outline", x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.08 });
}

/**
 * How many pieces a pile has.
 * @param {{count: number, x: number, y: number, scale: number}} pile
 */
export function drawCount({ count, x, y, scale }) {
  const attributes = { class: "count", transform: `translate(${x} ${y}) scale(${scale})` };
  return svg("g", attributes, svg("circle", { r: 0.2 }), svg("text", { y: 0.09 }, String(count)));
}

/**
 * Let a captured piece vanish.
 * @param {SVGGElement} man
 */
export function fade(man) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return man.remove();
  man.animate([{ opacity: 1 }, { opacity: 0 }], FADE).onfinish = () => man.remove();
}
