/** Geometry for what the reader does: the next place in a direction, and the rectangle around sheets that were shifted. */

/** @import {Place} from "../common/types.js" */

const SIDEWAYS = 3; // weight of distance sideways against distance ahead, when looking for the neighbour
const ASTRAY = 2; // factor for what is more to the side than ahead

/** The steps of the arrow keys. @type {Record<string, [number, number]>} */
export const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the rectangle around places: left, top, width and height.
 * @param {Place[]} places at least one
 * @returns {[number, number, number, number]}
 */
export function findBounds(places) {
  const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
  const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
  return [left, top, Math.max(...xs) + 0.5 - left, Math.max(...ys) + 0.5 - top];
}

/**
 * Return the nearest place in a direction; places ahead are preferred to places aside (as in `terminal/full/board.py`).
 * @param {Place[]} places
 * @param {Place} from
 * @param {[number, number]} step
 * @returns {Place | null}
 */
export function findNeighbour(places, from, [stepX, stepY]) {
  let best = null;
  let shortest = Infinity;
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * stepX + y * stepY;
    const aside = Math.abs(x * stepY + y * stepX);
    const distance = (ahead + SIDEWAYS * aside) * (aside > ahead ? ASTRAY : 1);
    if (ahead > 0.01 && distance < shortest) [best, shortest] = [place, distance];
  }
  return best;
}
