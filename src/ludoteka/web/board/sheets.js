/**
 * A board in sheets, such as a map of which nobody knows how its parts lie: its reader may shift them against each
 * other and note something on a place. Both are his alone, and kept in this browser for the match.
 *
 * A sheet that was shifted is pinned: one of its places lies so far from a place of another sheet. So it keeps its
 * neighbour while either of them grows.
 */

/** @import {Line, Place, View} from "../common/types.js" */

/** @typedef {{place: string, to: string, x: number, y: number}} Pin */

export class Sheets {
  /** @type {Record<string, Pin>} */ #pins = {};
  /** By name of place. @type {Record<string, string>} */ #notes = {};

  #isShared = false; // between seats that must not read each other's

  /** @param {string} match */
  constructor(match) {
    this.key = `sheets ${match}`;
    this.#load();
  }

  /**
   * Where seats are handed the screen behind a curtain, let each have its own.
   * @param {View} view
   */
  bindTo({ id, curtain, seat }) {
    this.#isShared ||= curtain !== null;
    const key = this.#isShared ? `sheets ${id} ${seat ?? ""}` : `sheets ${id}`;
    if (key === this.key) return;
    this.key = key;
    this.#load();
  }

  #load() {
    const kept = localStorage.getItem(this.key);
    [this.#pins, this.#notes] = kept ? JSON.parse(kept) : [{}, {}];
  }

  /** Whether anything was shifted. */
  get areShifted() {
    return Object.keys(this.#pins).length > 0;
  }

  /**
   * The board as its reader has places it out.
   * @param {Place[]} places
   * @param {Line[]} lines
   * @returns {{places: Place[], lines: Line[]}}
   */
  arrange(places, lines) {
    const where = new Map(places.map((place) => [place.name, place]));
    const offsets = new Map(places.map(({ sheet }) => [sheet, this.#offset(sheet, where)]));
    const none = { x: 0, y: 0 };
    return {
      places: places.map((place) => {
        const { x, y } = offsets.get(place.sheet) ?? none;
        const note = this.#notes[place.name];
        return { ...place, x: place.x + x, y: place.y + y, ...(note ? { note } : {}) };
      }),
      lines: lines.map((line) => {
        const by = offsets.get(line.sheet) ?? none;
        return { ...line, points: line.points.map(([x, y]) => [x + by.x, y + by.y]) };
      }),
    };
  }

  /**
   * How far a sheet lies from where the scene has it.
   * @param {string} sheet
   * @param {Map<string, Place>} where
   * @returns {{x: number, y: number}}
   */
  #offset(sheet, where) {
    const pin = this.#pins[sheet];
    const [place, to] = [where.get(pin?.place ?? ""), where.get(pin?.to ?? "")];
    if (!pin || !place || !to) return { x: 0, y: 0 };
    const { x, y } = this.#offset(to.sheet, where);
    return { x: to.x + x + pin.x - place.x, y: to.y + y + pin.y - place.y };
  }

  /**
   * Shift the sheet of a place, and what is pinned to it; it comes to lie in line with its neighbour.
   * @param {Place[]} places
   * @param {string} name
   * @param {[number, number]} by
   */
  shift(places, name, [x, y]) {
    const where = new Map(places.map((place) => [place.name, place]));
    const place = where.get(name);
    const others = places.filter((other) => place?.sheet && !this.#follows(other.sheet, place.sheet, where));
    const distance = (/** @type {Place} */ other) => Math.hypot(other.x - (place?.x ?? 0), other.y - (place?.y ?? 0));
    const [to] = others.sort((one, other) => distance(one) - distance(other));
    if (!place || !to) return;
    this.#pins[place.sheet] = { place: name, to: to.name, x: Math.round(place.x + x - to.x), y: Math.round(place.y + y - to.y) };
    this.#save();
  }

  /**
   * Whether a sheet moves when another one does.
   * @param {string} sheet
   * @param {string} other
   * @param {Map<string, Place>} where
   * @returns {boolean}
   */
  #follows(sheet, other, where) {
    if (sheet === other) return true;
    const to = where.get(this.#pins[sheet]?.to ?? "");
    return to !== undefined && this.#follows(to.sheet, other, where);
  }

  /** Let every sheet lie where the scene has it. */
  reset() {
    this.#pins = {};
    this.#save();
  }

  /**
   * Note something on a place; nothing takes the note away.
   * @param {string} name
   * @param {string} text
   */
  note(name, text) {
    if (text) this.#notes[name] = text;
    else delete this.#notes[name];
    this.#save();
  }

  #save() {
    localStorage.setItem(this.key, JSON.stringify([this.#pins, this.#notes]));
  }
}
