/**
 * The geometry of places: their bounds, the neighbour in a direction, the arrangement of pieces on one place, and the
 * letters and numbers on the rim.
 */

/** @import {Piece, Place} from "../common/types.js" */

const SIDEWAYS = 3; // weight of distance sideways against distance ahead, when looking for the neighbour
const SHARED = 0.94; // part of a place that several pieces share
const STOREYS = 3; // pieces of a pile that are drawn; a higher pile shows a counter
const STOREY = 0.14; // units between pieces of a pile
const PILED = 0.86; // scale of a piece in a pile

/** The steps of the arrow keys. @type {Record<string, [number, number]>} */
export const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the rectangle that contains the places.
 * @param {Place[]} places
 */
export function findBounds(places) {
  const xs = places.length ? places.map((place) => place.x) : [0];
  const ys = places.length ? places.map((place) => place.y) : [0];
  const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
  return { left, top, width: Math.max(...xs) + 0.5 - left, height: Math.max(...ys) + 0.5 - top };
}

/**
 * Return the nearest place in a direction; places ahead are preferred to places aside.
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
    const distance = ahead + SIDEWAYS * Math.abs(x * stepY + y * stepX);
    if (ahead > 0.01 && distance < shortest) [best, shortest] = [place, distance];
  }
  return best;
}

/**
 * Arrange the pieces of one place: equal pieces in piles, piles side by side. Return the offset and scale of each piece,
 * lower ones first, and the counters of high piles.
 * @param {Piece[]} pieces
 * @returns {{stands: {piece: Piece, x: number, y: number, scale: number}[], counts: {count: number, x: number, y: number, scale: number}[]}}
 */
export function arrange(pieces) {
  const piles = [...groupBy(pieces, ({ kind, seat, facing }) => `${kind} ${seat} ${facing}`).values()];
  const stands = [];
  const counts = [];
  for (const [index, pile] of piles.entries()) {
    const { x, y, scale } = placeInGrid(index, piles.length);
    const size = scale * (pile.length > 1 ? PILED : 1);
    const top = Math.min(pile.length, STOREYS) - 1;
    for (const [storey, piece] of pile.entries()) {
      stands.push({ piece, x, y: y + scale * STOREY * (top / 2 - Math.min(storey, top)), scale: size });
    }
    if (pile.length > STOREYS) counts.push({ count: pile.length, x: x + scale * 0.3, y: y + scale * 0.3, scale: 0.3 + scale / 2 });
  }
  return { stands, counts };
}

/**
 * Group things by a key.
 * @template Thing
 * @param {Thing[]} things
 * @param {(thing: Thing) => string} key
 * @returns {Map<string, Thing[]>}
 */
export function groupBy(things, key) {
  const groups = new Map();
  for (const thing of things) groups.set(key(thing), [...(groups.get(key(thing)) ?? []), thing]);
  return groups;
}

/**
 * Return the offset and scale of one of several things that share a place.
 * @param {number} index
 * @param {number} count
 */
function placeInGrid(index, count) {
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
 * Return the letters of the columns and the numbers of the rows if places are named by them, else null.
 * @param {Place[]} places
 * @returns {{columns: Map<number, string>, rows: Map<number, string>} | null}
 */
export function findCoordinates(places) {
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
