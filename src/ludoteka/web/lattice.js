/**
 * The geometry of places: how far they reach, which lies next in a direction, how pieces share one, and the
 * letters and numbers at the rim.
 */

/** @import {Place} from "./types.js" */

const SIDEWAYS = 3; // how much more a step sideways counts than one ahead, when looking for the next place
const SHARED = 0.94; // of a place is used by several pieces on it

/** The steps of the arrow keys. @type {Record<string, [number, number]>} */
export const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The rectangle that the places fill.
 * @param {Place[]} places
 */
export function bounds(places) {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
  return { left, top, width: Math.max(...xs) + 0.5 - left, height: Math.max(...ys) + 0.5 - top };
}

/**
 * The next place in a direction: near ahead is better than near aside.
 * @param {Place[]} places
 * @param {Place} from
 * @param {[number, number]} step
 * @returns {Place | null}
 */
export function neighbour(places, from, [stepX, stepY]) {
  let best = null;
  let shortest = Infinity;
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * stepX + y * stepY;
    const distance = ahead + SIDEWAYS * Math.abs(x * stepY + y * stepX);
    if (ahead > 0.01 && distance < shortest) [best, shortest] = [place, distance];
  }
  return best;
}

/**
 * Where the index-th of several pieces stands on a shared place, and how large.
 * @param {number} index
 * @param {number} count
 */
export function share(index, count) {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const scale = count === 1 ? 1 : SHARED / columns;
  return {
    x: ((index % columns) - (columns - 1) / 2) * scale,
    y: (Math.floor(index / columns) - (rows - 1) / 2) * scale,
    scale,
  };
}

/**
 * The letters of the columns and the numbers of the rows, where places are named by them; else nothing.
 * @param {Place[]} places
 * @returns {{columns: Map<number, string>, rows: Map<number, string>} | null}
 */
export function coordinates(places) {
  const columns = new Map();
  const rows = new Map();
  for (const { name, x, y } of places) {
    const [, letter, number] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
    if (!letter || (columns.get(x) ?? letter) !== letter || (rows.get(y) ?? number) !== number) return null;
    columns.set(x, letter);
    rows.set(y, number);
  }
  return { columns, rows };
}
