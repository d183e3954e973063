/** The sheets of a board spread on a table: the one on which the reader is fills it, and the others lie beside it, smaller. */

/** @import {Place} from "../common/types.js" */

/** @typedef {{place: string, to: string, x: number, y: number}} Pin one place has a fixed offset from another, in cells */
/** @typedef {{scale: number, x: number, y: number}} Position of a sheet: its scale, and where its point (0, 0) is */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const VIEW = 7; // cells across that the table shows at least, around the reader
const MARGIN = 1; // empty cells around a large map
const SMALL = 0.5; // the scale of the sheets beside it
const HEADING = 0.45; // units above a sheet, for its name
const GAP = 0.4; // units between sheets
const ABREAST = matchMedia("(min-aspect-ratio: 17 / 10)"); // the other sheets lie at the right, else below

/**
 * Return the box around places.
 * @param {Place[]} places at least one
 * @returns {Box}
 */
function boxAround(places) {
  const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
  return { left: Math.min(...xs) - 0.5, top: Math.min(...ys) - 0.5, right: Math.max(...xs) + 0.5, bottom: Math.max(...ys) + 0.5 };
}

/**
 * @param {Box} one
 * @param {Box} other
 * @returns {Box} around both
 */
const join = (one, other) => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** Where each sheet lies. A pinned one lies on the grid of its neighbour. */
export class Spread {
  /** By the name of the sheet. @type {Map<string, Position>} */ positions = new Map();
  /** By the name of the sheet. @type {Map<string, Place[]>} */ #parts = new Map();

  /**
   * @param {Place[]} places
   * @param {Record<string, Pin>} pins by sheet
   * @param {string} main the sheet on which the reader is, or "": then all lie where the scene has them
   */
  constructor(places, pins, main) {
    this.#where = new Map(places.map((place) => [place.name, place]));
    this.#pins = Object.entries(pins).filter(([sheet, { place, to }]) => this.#where.get(place)?.sheet === sheet && this.#where.has(to));
    for (const place of places) this.#parts.set(place.sheet, [...(this.#parts.get(place.sheet) ?? []), place]);
    const [first] = this.#parts.get(main) ?? [];
    if (main && first) this.put(main, { scale: 1, x: -first.x, y: -first.y }); // so that nothing moves while the map grows
    else for (const sheet of this.#parts.keys()) if (!pins[sheet]) this.put(sheet, { scale: 1, x: 0, y: 0 });
  }

  #where;
  #pins;

  /** The sheets that have no position yet. */
  get others() {
    return [...this.#parts.keys()].filter((sheet) => !this.positions.has(sheet));
  }

  /**
   * Put a sheet somewhere, and all that are pinned to it or to which it is pinned.
   * @param {string} sheet
   * @param {Position} position
   */
  put(sheet, position) {
    this.positions.set(sheet, position);
    const { scale } = position;
    for (const [pinned, pin] of this.#pins) {
      const [place, to] = [this.#at(pin.place), this.#at(pin.to)];
      const [x, y] = [pin.x * scale, pin.y * scale];
      if (to.sheet === sheet && !this.positions.has(pinned))
        this.put(pinned, { scale, x: to.x * scale + position.x + x - place.x * scale, y: to.y * scale + position.y + y - place.y * scale });
      else if (pinned === sheet && !this.positions.has(to.sheet))
        this.put(to.sheet, { scale, x: place.x * scale + position.x - x - to.x * scale, y: place.y * scale + position.y - y - to.y * scale });
    }
  }

  /** @param {string} name */
  #at(name) {
    return /** @type {Place} */ (this.#where.get(name));
  }

  /**
   * Return the box around sheets, as they lie.
   * @param {Iterable<string>} sheets
   */
  boxOf(sheets) {
    const boxes = [...sheets].map((sheet) => {
      const { left, top, right, bottom } = boxAround(this.#parts.get(sheet) ?? []);
      const { scale, x, y } = this.positions.get(sheet) ?? { scale: SMALL, x: 0, y: 0 };
      return { left: left * scale + x, top: top * scale + y, right: right * scale + x, bottom: bottom * scale + y };
    });
    return boxes.reduce(join);
  }
}

/**
 * Put the other sheets beside that on which the reader is; return the rectangle of the table: left, top, width and height.
 * @param {Place[]} places
 * @param {Spread} spread in which only that sheet, and what is pinned to it, has its position
 * @param {string} focus the name of the place where the reader is
 * @returns {[number, number, number, number]}
 */
export function findTable(places, spread, focus) {
  const here = /** @type {Place} */ (places.find((place) => place.name === focus));
  const { x, y } = spread.positions.get(here.sheet) ?? { x: 0, y: 0 };
  const [middleX, middleY] = [here.x + x, here.y + y];
  const known = spread.boxOf(spread.positions.keys());
  const around = { left: middleX - VIEW / 2, top: middleY - VIEW / 2, right: middleX + VIEW / 2, bottom: middleY + VIEW / 2 };
  const map = join(around, { left: known.left - MARGIN, top: known.top - MARGIN, right: known.right + MARGIN, bottom: known.bottom + MARGIN });
  let table = map;
  let [left, top] = ABREAST.matches ? [map.right + GAP, map.top] : [map.left + GAP, map.bottom];
  for (let [sheet] = spread.others; sheet !== undefined; [sheet] = spread.others) {
    const size = spread.boxOf([sheet]);
    const [width, height] = [size.right - size.left, size.bottom - size.top + HEADING];
    if (ABREAST.matches && top > map.top && top + height > map.bottom) [left, top] = [table.right + GAP, map.top];
    if (!ABREAST.matches && left > map.left + GAP && left + width > map.right) [left, top] = [map.left + GAP, table.bottom + GAP];
    spread.put(sheet, { scale: SMALL, x: left - size.left, y: top + HEADING - size.top });
    table = join(table, { left, top, right: left + width, bottom: top + height });
    if (ABREAST.matches) top += height + GAP;
    else left += width + GAP;
  }
  return [table.left, table.top, table.right - table.left, table.bottom - table.top];
}
