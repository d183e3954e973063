/**
 * The drawing of a board: places, marks and pieces of a scene as SVG. It knows no game and takes no part in play.
 */

import { svg } from "../common/elements.js";
import { arrange, bounds, coordinates, grouped } from "./lattice.js";
import { count, fade, marked, outline } from "./shapes.js";

/** @import {Looks} from "./looks.js" */
/** @import {Line, Mark, Piece, Place} from "../common/types.js" */

const RIM = 0.42; // units around the places, for letters and numbers
const PLAIN_RIM = 0.2; // where there are none
const RING = { x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.06 };

export class Drawing {
  /** @type {Place[]} */ places = [];
  /** @type {Line[]} */ lines = [];
  /** The elements of places by name. @type {Map<string, SVGGElement>} */ spots = new Map();
  /** The elements of pieces by id. @type {Map<string, SVGGElement>} */ #men = new Map();
  #isTurned = false;
  #layers = {
    frame: svg("g"),
    places: svg("g"),
    lines: svg("g", { class: "lines", "aria-hidden": "true" }),
    marks: svg("g"),
    pieces: svg("g", { "aria-hidden": "true" }),
    counts: svg("g", { class: "counts", "aria-hidden": "true" }),
    hints: svg("g", { class: "hints" }),
    ghosts: svg("g", { class: "ghosts", "aria-hidden": "true" }),
    notes: svg("g", { class: "notes", "aria-hidden": "true" }),
  };

  /** @param {Looks} looks */
  constructor(looks) {
    this.looks = looks;
    this.element = svg("svg", { class: "board", preserveAspectRatio: "xMidYMin" }, ...Object.values(this.#layers));
    new ResizeObserver(() => this.#measure()).observe(this.element);
  }

  /** Whether places lie the other way round. */
  get isTurned() {
    return this.#isTurned;
  }

  /**
   * Lay out the places, the lines between them, and the rim.
   * @param {Place[]} places
   * @param {Line[]} lines
   * @param {boolean} isTurned
   */
  lay(places, lines, isTurned) {
    this.places = places;
    this.lines = lines;
    this.#isTurned = isTurned;
    this.element.classList.toggle("turned", isTurned);
    const { left, top, width, height } = bounds(places);
    const headings = this.#headings();
    const rim = coordinates(places) || headings.length > 0 ? RIM : PLAIN_RIM;
    const [x, y, wide, high] = [left - rim, top - rim, width + 2 * rim, height + 2 * rim];
    this.element.setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
    this.#layers.frame.replaceChildren(
      svg("rect", { class: "frame", x, y, width: wide, height: high, rx: 0.12 }),
      ...this.#rim(),
      ...headings,
    );
    this.spots = new Map(places.map((place) => [place.name, this.#spot(place)]));
    this.#layers.places.replaceChildren(...this.spots.values());
    this.#layers.lines.replaceChildren(...lines.map((line) => this.#line(line)));
    this.#layers.notes.replaceChildren(...places.filter((place) => place.note).map((place) => this.#note(place)));
    this.#measure();
  }

  /** Let styles know how large a pixel is in units, so that small writing can be kept readable. */
  #measure() {
    const scale = this.element.getScreenCTM()?.a;
    if (scale) this.element.style.setProperty("--pixel", `${1 / scale}px`);
  }

  /** The names of sheets, each above its corner. */
  #headings() {
    const sheets = grouped(this.places.filter((place) => place.sheet), (place) => place.sheet);
    return [...sheets].map(([name, places]) => {
      const points = places.map((place) => this.#at(place));
      const [x, y] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
      return svg("text", { class: "heading", x: x - 0.5, y: y - 0.58 }, name);
    });
  }

  /** @param {Place} place */
  #note(place) {
    const [x, y] = this.#at(place);
    return svg("text", { class: "note", x, y: y - 0.16 }, place.note);
  }

  /** The letters and numbers at the rim. */
  #rim() {
    const names = coordinates(this.places);
    if (!names) return [];
    const { left, top, height } = bounds(this.places);
    const columns = [...names.columns].map(([x, text]) => {
      return svg("text", { class: "rim", x: this.#at({ x, y: 0 })[0], y: top + height + RIM * 0.7 }, text);
    });
    const rows = [...names.rows].map(([y, text]) => {
      return svg("text", { class: "rim", x: left - RIM / 2, y: this.#at({ x: 0, y })[1] + 0.09 }, text);
    });
    return [...columns, ...rows];
  }

  /** @param {Line} line */
  #line({ kind, points }) {
    const way = points.map(([x, y]) => this.#at({ x, y }).join(" "));
    return svg("path", { class: `line ${kind}`, d: `M${way.join("L")}` });
  }

  /** @param {Place} place */
  #spot(place) {
    const [x, y] = this.#at(place);
    const name = coordinates(this.places) === null && svg("text", { class: "name", y: 0.475 }, place.name);
    return svg(
      "g",
      {
        class: `place ${place.kind}`,
        transform: `translate(${x} ${y})`,
        role: "button",
        tabindex: -1,
        "data-name": place.name,
      },
      svg("rect", { class: "ground", x: -0.5, y: -0.5, width: 1, height: 1 }),
      ...this.looks.place(place.kind),
      name,
      svg("rect", { class: "halo", ...RING }),
      svg("rect", { class: "ring", ...RING }),
    );
  }

  /**
   * Where a point of the scene lies on the drawing, with the board as it is turned.
   * @param {{x: number, y: number}} point
   * @returns {[number, number]}
   */
  #at({ x, y }) {
    if (!this.#isTurned) return [x, y];
    const { left, top, width, height } = bounds(this.places);
    return [2 * left + width - x, 2 * top + height - y];
  }

  /** @param {string} name */
  #placeOf(name) {
    return this.places.find((place) => place.name === name);
  }

  /** @param {Mark[]} marks */
  mark(marks) {
    const drawn = marks.map(({ kind, place: name }) => {
      const place = this.#placeOf(name);
      if (!place) return null;
      const [x, y] = this.#at(place);
      return marked(kind, x, y);
    });
    this.#layers.marks.replaceChildren(...drawn.filter((one) => one !== null));
  }

  /**
   * Show where the next pick may go; larger around what stands there.
   * @param {{name: string, isTaken: boolean}[]} targets
   */
  hint(targets) {
    const drawn = targets.map(({ name, isTaken }) => {
      const [cx, cy] = this.#at(this.#placeOf(name) ?? { x: 0, y: 0 });
      return svg("circle", { class: isTaken ? "hint taken" : "hint", cx, cy, r: isTaken ? 0.44 : 0.15 });
    });
    this.#layers.hints.replaceChildren(...drawn);
  }

  /**
   * Put the pieces where they stand; known ones glide there, and those that are gone fade.
   * @param {Piece[]} pieces
   */
  put(pieces) {
    const ids = new Set(pieces.map((piece) => piece.id));
    for (const [id, man] of this.#men) {
      if (ids.has(id)) continue;
      this.#men.delete(id);
      fade(man);
    }
    const groups = [...grouped(pieces, (piece) => piece.place)];
    this.#layers.counts.replaceChildren(...groups.flatMap(([place, group]) => this.#gather(place, group)));
  }

  /** Forget the pieces: other ones may come with the same ids. */
  forget() {
    this.#men.clear();
    this.#layers.pieces.replaceChildren();
  }

  /**
   * Put the pieces of one place there; return what its high piles say of themselves.
   * @param {string} place
   * @param {Piece[]} pieces
   */
  #gather(place, pieces) {
    const { stands, counts } = arrange(pieces);
    const [x, y] = this.#at(this.#placeOf(place) ?? { x: 0, y: 0 });
    this.#heap(stands.map(({ piece }) => this.#man(piece)));
    for (const { piece, ...aside } of stands) {
      const man = this.#man(piece);
      man.style.transform = `translate(${x + aside.x}px, ${y + aside.y}px) scale(${aside.scale})`;
      this.#face(man, piece);
    }
    return counts.map((pile) => count({ ...pile, x: x + pile.x, y: y + pile.y }));
  }

  /**
   * Draw the men of one place in this order, those that lie higher later.
   * @param {SVGGElement[]} men
   */
  #heap(men) {
    const isBefore = (/** @type {Node} */ one, /** @type {Node} */ other) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (men.every((man, index) => index === 0 || isBefore(/** @type {Node} */ (men[index - 1]), man))) return;
    this.#layers.pieces.append(...men);
    men[0]?.getBoundingClientRect(); // settle where they are, so that they glide from there
  }

  /**
   * @param {SVGGElement} man
   * @param {Piece} piece
   */
  #face(man, piece) {
    const quarters = this.#isTurned && piece.facing ? piece.facing + 2 : piece.facing; // 0: it faces nowhere
    /** @type {SVGElement} */ (man.firstElementChild).style.transform = `rotate(${quarters * 90}deg)`;
  }

  /**
   * Show what would stand on some places, instead of what stands there; nothing where no pieces are given.
   * @param {Piece[]} pieces
   * @param {Piece[]} standing
   */
  preview(pieces, standing) {
    const places = new Set(pieces.map((piece) => piece.place));
    for (const { id, place } of standing) this.#men.get(id)?.classList.toggle("covered", places.has(place));
    const drawn = [...grouped(pieces, (piece) => piece.place)].map(([place, group]) => {
      const [x, y] = this.#at(this.#placeOf(place) ?? { x: 0, y: 0 });
      const { stands, counts } = arrange(group);
      const men = stands.map(({ piece, ...aside }) => {
        const man = svg("g", {}, this.looks.piece(piece));
        man.style.transform = `translate(${aside.x}px, ${aside.y}px) scale(${aside.scale})`;
        this.#face(man, piece);
        return man;
      });
      return svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, ...men, ...counts.map(count), outline());
    });
    this.#layers.ghosts.replaceChildren(...drawn);
  }

  /**
   * The element of a piece, made anew when the piece has changed its kind.
   * @param {Piece} piece
   */
  #man(piece) {
    const key = `${piece.kind} ${piece.seat} ${piece.symbol}`;
    const known = this.#men.get(piece.id);
    if (known?.dataset["key"] === key) return known;
    const man = svg("g", { class: "man", "data-key": key }, this.looks.piece(piece));
    if (known) known.replaceWith(man);
    else this.#layers.pieces.append(man);
    this.#men.set(piece.id, man);
    return man;
  }

  /**
   * Take a piece up, above all others.
   * @param {string} id
   */
  lift(id) {
    const man = this.#men.get(id);
    if (man) this.#layers.pieces.append(man);
    return man ?? null;
  }
}
