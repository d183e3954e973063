/**
 * The geometry of places: how far they reach, which lies next in a direction, how pieces share one, and the
 * letters and numbers at the rim.
 */

/** @import {Piece, Place} from "../common/types.js" */

const SIDEWAYS = 3; // how much more a step sideways counts than one ahead, when looking for the next place
const SHARED = 0.94; // of a place is used by several pieces on it
const STOREYS = 3; // of a pile are seen; a higher one shows how many pieces it has
const STOREY = 0.14; // how much higher the next piece of a pile lies
const PILED = 0.86; // how large a piece of a pile is

/** The steps of the arrow keys. @type {Record<string, [number, number]>} */
export const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The rectangle that the places fill.
 * @param {Place[]} places
 */
export function findBounds(places) {
  const xs = places.length ? places.map((place) => place.x) : [0];
  const ys = places.length ? places.map((place) => place.y) : [0];
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
 * How pieces stand on one place: likes in piles, piles side by side. Where each piece stands from the centre and how
 * large, the lower ones of a pile first; and what high piles say of themselves.
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
 * Things that have the same key, together.
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
 * Where the index-th of several things stands on a shared place, and how large.
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
 * The letters of the columns and the numbers of the rows, where places are named by them; else nothing.
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
