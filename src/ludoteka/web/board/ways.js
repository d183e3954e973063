/** The end of a match whose ways were hidden: each line is drawn once more as it was walked, and the pieces walk along. */

import { isMotionReduced } from "./motion.js";

/** @import {Piece} from "#api" */
/** @import {Drawing} from "./drawing.js" */

const STEP = 160; // milliseconds
const LONGEST = 7000; // milliseconds for the longest way

/**
 * Let everybody walk their way: lines of the kinds way0, way1 … belong to the pieces of these seats. A press or a key ends it.
 * @param {Drawing} drawing
 * @param {Piece[]} pieces
 */
export function walkWays(drawing, pieces) {
  if (isMotionReduced()) return;
  const elements = [...drawing.element.querySelectorAll(".lines > .line")];
  /** @type {Map<string, {element: Element, points: [number, number][]}[]>} */ const ways = new Map();
  for (const [index, { kind, points }] of drawing.layout.lines.entries()) {
    const element = elements[index];
    const stretch = { element: /** @type {Element} */ (element), points: points.map(([x, y]) => drawing.locate({ x, y })) };
    if (element && /^way\d+$/.test(kind)) ways.set(kind, [...(ways.get(kind) ?? []), stretch]);
  }
  const lengths = [...ways.values()].map((way) => way.reduce((sum, { points }) => sum + points.length, 0));
  const pace = Math.min(STEP, LONGEST / Math.max(1, ...lengths));
  const walks = [...ways].flatMap(([kind, way]) => {
    const men = pieces.filter((piece) => `way${piece.seat}` === kind).map((piece) => drawing.lift(piece.id));
    return [...drawWay(way, pace), ...men.filter((man) => man !== null).map((man) => walkAlong(man, way, pace))];
  });
  const finish = () => walks.forEach((walk) => walk.finish());
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, finish, { once: true });
}

/**
 * @param {{element: Element, points: unknown[]}[]} way
 * @param {number} pace milliseconds for a step
 */
function drawWay(way, pace) {
  let delay = 0;
  return way.map(({ element, points }) => {
    element.setAttribute("pathLength", "1");
    const duration = points.length * pace;
    const frames = [{ strokeDasharray: "0 1", strokeOpacity: 0 }, { strokeDasharray: "0.01 1", offset: 0.01 }, { strokeDasharray: "1 0" }];
    const drawn = element.animate(frames, { delay, duration, fill: "backwards" });
    delay += duration;
    return drawn;
  });
}

/**
 * @param {SVGGElement} man
 * @param {{points: [number, number][]}[]} way
 * @param {number} pace milliseconds for a step
 */
function walkAlong(man, way, pace) {
  const stations = way.flatMap(({ points }) => points);
  const size = /scale\(.*\)/.exec(man.style.transform)?.[0] ?? "";
  const frames = stations.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px) ${size}` }));
  return man.animate(frames, { duration: stations.length * pace });
}
