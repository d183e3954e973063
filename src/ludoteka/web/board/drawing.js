/** The drawing of a board: places, marks and pieces of a scene as SVG. It knows no game and no rules of play. */

import { svg } from "../common/elements.js";
import { markMain } from "../common/page.js";
import { PartList } from "../common/part-list.js";
import { DiceLayer } from "./dice-layer.js";
import { isMotionReduced, whenStill } from "./motion.js";

/** @import {Mark, Ornament, Piece} from "#api" */
/** @import {Looks} from "./looks.js" */
/** @import {Layout, Line, Place, Scene} from "../common/types.js" */

/** @typedef {[x: number, y: number, width: number, height: number]} Box */

const CENTRE = /** @type {[number, number, number]} */ ([0, 0, 1]);
const STEP = 130; // milliseconds of a step of a piece that walks
const PAN = 300; // milliseconds
const UNSTEADY = 0.014; // units by which lines of a map are off
const LONGEST_WALK = 900; // milliseconds
const HOP = [{ translate: "0 0" }, { translate: "0 -0.28px" }, { translate: "0 0" }];
const SINKING = 600; // milliseconds in which a piece that can't walk sinks and rises elsewhere
const SINK = [{ opacity: 1, scale: 1 }, { opacity: 0, scale: 0.3 }, { opacity: 1, scale: 1 }];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
const putAt = (x, y, scale) => `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}`;

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
 * Return the names of the places that are where they were.
 * @param {Place[]} before
 * @param {Place[]} after
 */
export function findUnmoved(before, after) {
  const where = new Map(after.map((place) => [place.name, place]));
  const isUnmoved = (/** @type {Place} */ { name, x, y, scale }) => where.get(name)?.x === x && where.get(name)?.y === y && where.get(name)?.scale === scale;
  return new Set(before.filter(isUnmoved).map((place) => place.name));
}

/** @param {{id: string, kind: string, spot: [x: number, y: number, scale: number]}} mark */
function drawMark({ kind, spot }) {
  const area = svg("rect", { class: "area", x: -0.5, y: -0.5, width: 1, height: 1 });
  const cross = svg("path", { class: "cross", d: "M-.17-.17 .17 .17M.17-.17-.17 .17" });
  return svg("g", { class: `mark ${kind}`, transform: putAt(...spot) }, area, cross);
}

/**
 * Draw the counter of the pile below a piece, if it has one.
 * @param {Piece} piece
 * @param {number} x of the centre of its place
 * @param {number} y
 * @param {number} size of its place
 */
function drawCount({ counter }, x, y, size) {
  if (!counter) return [];
  const [count, across, down, scale] = counter;
  const attributes = { class: "count", transform: putAt(x + across * size, y + down * size, scale * size) };
  return [svg("g", attributes, svg("circle", { r: 0.2 }), svg("text", { y: 0.09 }, String(count)))];
}

/**
 * Draw an arrow from the edge of one place to the edge of another.
 * @param {{id: string, kind: string, spot: number[], end: number[]}} arrow
 */
function drawArrow({ kind, spot: [x = 0, y = 0], end: [toX = 0, toY = 0] }) {
  const length = Math.hypot(toX - x, toY - y);
  const [shaft, end] = [length - 0.5, length - 0.2];
  const outline = `M.3-.06H${shaft}V-.19L${end} 0 ${shaft} .19V.06H.3Z`;
  const turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  return svg("path", { class: `arrow ${kind}`, d: outline, transform: `translate(${x} ${y}) rotate(${turn})` });
}

/** @param {string} kind */
const drawText = (kind) => (/** @type {{id: string, x: number, y: number, text: string}} */ { x, y, text }) => svg("text", { class: kind, x, y }, text);

/**
 * Return the outline of a line as a hand draws it: not quite straight, but the same every time.
 * @param {number[][]} points two of them
 */
function drawByHand([[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []]) {
  const shake = (/** @type {number} */ seed) => Math.sin((x1 * 12.9 + y1 * 78.2 + x2 * 37.7 + y2 * 51.3 + seed) * 43.7) * UNSTEADY;
  const [x, y] = [(x1 + x2) / 2 + 2 * shake(1), (y1 + y2) / 2 + 2 * shake(2)];
  return `M${x1 + shake(3)} ${y1 + shake(4)}Q${x} ${y} ${x2 + shake(5)} ${y2 + shake(6)}`;
}

/**
 * Let a man walk over these points, with a hop for each step.
 * @param {SVGGElement} man that stands on the last of them already
 * @param {[number, number, number][]} points x, y and scale
 * @returns {number} the milliseconds that it takes
 */
function walk(man, points) {
  if (isMotionReduced()) return 0;
  const steps = points.length - 1;
  const duration = Math.min(steps * STEP, LONGEST_WALK);
  const easing = "ease-in-out";
  man.animate(points.map(([x, y, scale]) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})`, easing })), { duration });
  man.lastElementChild?.animate(HOP, { duration: duration / steps, iterations: steps });
  return duration;
}

/**
 * Let a man sink where it stood and rise where it stands.
 * @param {SVGGElement} man
 * @param {string} origin the transform of where it stood
 * @param {number} delay milliseconds
 */
function sink(man, origin, delay) {
  if (isMotionReduced()) return;
  /** @type {KeyframeAnimationOptions} */ const timing = { duration: SINKING, delay, fill: "backwards" };
  man.animate([{ transform: origin }, { transform: man.style.transform }], { ...timing, easing: "steps(2, jump-none)" });
  man.lastElementChild?.animate(SINK, timing);
}

/**
 * @param {SVGGElement} man
 * @param {Piece} piece
 * @param {number} x of the centre of the place
 * @param {number} y
 * @param {number} size of the place
 */
function putOnPlace(man, { stand = CENTRE }, x, y, size) {
  const [across, down, scale] = stand;
  man.style.transform = `translate(${x + across * size}px, ${y + down * size}px) scale(${scale * size})`;
}

/**
 * Return the pieces of a place from the bottom up.
 * @param {Piece[]} pieces
 */
function sortByHeight(pieces) {
  return [...pieces].sort((one, other) => (other.stand ?? CENTRE)[1] - (one.stand ?? CENTRE)[1]);
}

const RIM = 0.42; // units around the places, for letters and numbers
const PLAIN_RIM = 0.2; // where there are none of these
const WIDE = 1.5; // ratio of width to height from which the list of moves has room below the board
const OUTLINE = { x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.08 };
const RING = { x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.06 };

/** The layout before the first scene. @type {Layout} */
export const EMPTY = { places: [], lines: [], ornaments: [], courses: [], dice_at: null, bounds: [0, 0, 1, 1], columns: [], rows: [] };

/**
 * Return the layout of a scene.
 * @param {Scene} scene
 * @param {Layout} before of the scene before, which has the parts that this scene leaves out
 * @returns {Layout}
 */
export function layoutOf(scene, before) {
  const { places, lines, ornaments, courses, dice_at, bounds, columns, rows } = { ...before, ...scene };
  return { places, lines, ornaments, courses, dice_at, bounds, columns, rows };
}

export class Drawing {
  layout = EMPTY;
  /** The elements of places by name. @type {Map<string, SVGGElement>} */ placeElements = new Map();
  /** The places by name. @type {Map<string, Place>} */ #spots = new Map();
  /** The elements of pieces by id. @type {Map<string, SVGGElement>} */ #pieceElements = new Map();
  #isFresh = true; // no pieces were shown since all were forgotten
  /** Whether the board is turned by half a turn. */ isTurned = false;
  /** Where the dice lie, if that is on the board. */ dice = new DiceLayer();
  /** The size of the element in pixels. */ #size = { width: 0, height: 0 };
  /** How many units a pixel is; 0 before the element has a size. */ pixel = 0;
  #layers = {
    table: svg("g", { class: "table", "aria-hidden": "true" }, svg("g")),
    light: svg("g", { class: "light", "aria-hidden": "true" }, svg("g")),
    frame: svg("g"),
    ornaments: svg("g", { class: "ornaments", "aria-hidden": "true" }),
    rim: svg("g"),
    places: svg("g"),
    lines: svg("g", { class: "lines", "aria-hidden": "true" }),
    night: svg("g", { class: "night", "aria-hidden": "true" }, svg("g")),
    headings: svg("g"),
    marks: svg("g"),
    pieces: svg("g", { "aria-hidden": "true" }),
    counts: svg("g", { class: "counts", "aria-hidden": "true" }),
    dice: this.dice.element,
    hints: svg("g", { class: "hints" }),
    ghosts: svg("g", { class: "ghosts", "aria-hidden": "true" }),
    arrows: svg("g", { class: "arrows", "aria-hidden": "true" }),
    notes: svg("g", { class: "notes", "aria-hidden": "true" }),
  };

  #parts = {
    ornaments: new PartList(this.#layers.ornaments, (/** @type {{id: string} & Ornament} */ ornament) => this.#drawOrnament(ornament)),
    rim: new PartList(this.#layers.rim, drawText("rim")),
    places: new PartList(this.#layers.places, (/** @type {{id: string, kind: string, isLettered: boolean}} */ place) => this.#drawPlace(place)),
    lines: new PartList(this.#layers.lines, (/** @type {{id: string, kind: string, d: string, transform: string | null}} */ { kind, d, transform }) =>
      svg("path", { class: `line ${kind}`, d, transform })),
    headings: new PartList(this.#layers.headings, drawText("heading")),
    marks: new PartList(this.#layers.marks, drawMark),
    arrows: new PartList(this.#layers.arrows, drawArrow),
    notes: new PartList(this.#layers.notes, drawText("note")),
  };
  #all = svg("g", {}, ...Object.values(this.#layers));

  /** @param {Looks} looks */
  constructor(looks) {
    this.looks = looks;
    this.element = svg("svg", { class: "board", preserveAspectRatio: "xMidYMin" }, ...looks.copyShared(), this.#all);
    new ResizeObserver(([entry]) => {
      if (entry) this.#size = entry.contentRect;
      this.#measurePixel();
    }).observe(this.element);
  }

  get places() {
    return this.layout.places;
  }

  /** Whether the places are named by the letters and numbers on the rim. */
  get #isLettered() {
    return this.layout.columns.length > 0;
  }

  /**
   * Lay out the places, the lines between them, and the rim.
   * @param {Layout} layout
   * @param {boolean} isTurned
   */
  layOut(layout, isTurned) {
    this.layout = layout;
    const { places, lines, ornaments, dice_at: spot, bounds } = layout;
    this.isTurned = isTurned;
    this.element.classList.toggle("turned", isTurned);
    const [left, top, width, height] = bounds;
    const headings = this.#listHeadings();
    const rim = this.#isLettered || headings.length > 0 ? RIM : PLAIN_RIM;
    /** @type {Box} */ const view = [left - rim, top - rim, width + 2 * rim, height + 2 * rim];
    const [x, y, wide, high] = view;
    if (layout.around && !this.#isFresh) this.#pan(view);
    this.element.setAttribute("viewBox", view.join(" "));
    markMain("with-wide-board", wide > WIDE * high);
    const hasSheets = places.some((place) => place.sheet);
    markMain("with-sheets", hasSheets);
    this.element.classList.toggle("sheets", hasSheets);
    this.element.style.setProperty("--units-wide", String(wide));
    this.element.style.setProperty("--units-high", String(high));
    this.#layers.frame.replaceChildren(svg("rect", { class: "frame", x, y, width: wide, height: high, rx: 0.12 }));
    this.#parts.rim.show(this.#listRim());
    this.#parts.headings.show(headings);
    this.#spots = new Map(places.map((place) => [place.name, place]));
    this.#showFocus(layout.around ?? "");
    this.#parts.ornaments.show(ornaments.map(({ kind, ...centre }) => {
      const [x, y] = this.locate(centre);
      return { id: `${kind} ${x} ${y}`, kind, x, y };
    }));
    this.#parts.places.show(places.map(({ name, kind }) => ({ id: name, kind, isLettered: this.#isLettered })));
    this.placeElements = new Map(places.map(({ name }) => [name, /** @type {SVGGElement} */ (this.#parts.places.get(name))]));
    for (const [name, place] of this.placeElements) place.setAttribute("transform", putAt(...this.#spotOf(name)));
    this.#parts.lines.show(this.#listLines(lines));
    this.dice.moveTo(spot && this.locate({ x: spot[0], y: spot[1] }));
    const notes = places.filter((place) => place.note).map(({ name, note = "" }) => {
      const [x, y, scale] = this.#spotOf(name);
      return { id: name, x, y: y - 0.16 * scale, text: note };
    });
    this.#parts.notes.show(notes);
    this.#measurePixel();
  }

  /**
   * Let the whole drawing glide to another view of it.
   * @param {Box} view
   */
  #pan([x, y, width, height]) {
    const { x: oldX, y: oldY, width: oldWidth, height: oldHeight } = this.element.viewBox.baseVal;
    const isSame = x === oldX && y === oldY && width === oldWidth && height === oldHeight;
    if (isSame || oldWidth === 0 || this.pixel === 0 || isMotionReduced()) return;
    const zoom = this.#fit(oldWidth, oldHeight) / this.#fit(width, height);
    const [toX, toY] = [x + width / 2, y + height / 2];
    const from = `translate(${toX}px, ${toY}px) scale(${zoom}) translate(${-oldX - oldWidth / 2}px, ${-oldY - oldHeight / 2}px)`;
    this.#all.animate([{ transform: from }, { transform: "none" }], { duration: PAN, easing: "ease-in-out" });
  }

  /**
   * Return how many pixels a unit has where the element shows this many units.
   * @param {number} wide
   * @param {number} high
   */
  #fit(wide, high) {
    return Math.min(this.#size.width / wide, this.#size.height / high);
  }

  /** Tell style sheets how many units a pixel is, so that small text stays readable. */
  #measurePixel() {
    const { width, height } = this.element.viewBox.baseVal;
    const scale = this.#fit(width, height);
    if (!scale) return;
    this.pixel = 1 / scale;
    this.element.style.setProperty("--pixel", `${this.pixel}px`);
  }

  /** List the names of the sheets, each above its corner. */
  #listHeadings() {
    const names = new Set(this.places.map((place) => place.sheet).filter(Boolean));
    return [...names].map((name) => {
      const [left, top, width, height] = findBounds(this.places.filter((place) => place.sheet === name));
      const [x, y] = this.locate(this.isTurned ? { x: left + width, y: top + height } : { x: left, y: top });
      return { id: name, x, y: y - 0.08, text: name };
    });
  }

  /** List the letters and numbers on the rim. */
  #listRim() {
    const [left, top, , height] = this.layout.bounds;
    return [
      ...this.layout.columns.map(([x, text]) => ({ id: `x ${x}`, x: this.locate({ x, y: 0 })[0], y: top + height + RIM * 0.7, text })),
      ...this.layout.rows.map(([y, text]) => ({ id: `y ${y}`, x: left - RIM / 2, y: this.locate({ x: 0, y })[1] + 0.09, text })),
    ];
  }

  /**
   * List how lines are drawn, one for each of them.
   * @param {Line[]} lines
   */
  #listLines(lines) {
    /** @type {Map<string, number>} */ const counts = new Map();
    return lines.map(({ kind, points, scale = 1, sheet }) => {
      const way = points.map(([x, y]) => this.locate({ x, y }));
      const [[left, top] = [0, 0]] = way;
      const drawn = scale === 1 ? way : way.map(([x, y]) => [(x - left) / scale, (y - top) / scale]);
      const d = sheet && way.length === 2 ? drawByHand(drawn) : `M${drawn.map((point) => point.join(" ")).join("L")}`;
      const line = { kind, d, transform: scale === 1 ? null : putAt(left, top, scale) };
      const text = Object.values(line).join(" ");
      counts.set(text, (counts.get(text) ?? 0) + 1);
      return { id: `${text} ${counts.get(text)}`, ...line };
    });
  }

  /**
   * Draw the table, and light and night around the focus, if there is one.
   * @param {string} name of the place
   */
  #showFocus(name) {
    this.element.classList.toggle("focused", name !== "");
    this.element.setAttribute("preserveAspectRatio", name ? "xMidYMid" : "xMidYMin");
    const [atOrigin, atFocus] = [this.locate({ x: 0, y: 0 }), this.centreOf(name)];
    for (const [id, [left, top]] of /** @type {const} */ ([["table", atOrigin], ["light", atFocus], ["night", atFocus]])) {
      const drawn = /** @type {SVGGElement} */ (this.#layers[id].firstElementChild);
      if (!name) drawn.replaceChildren();
      else if (drawn.childElementCount === 0) drawn.append(...this.looks.draw(id));
      drawn.style.transform = `translate(${left}px, ${top}px)`;
    }
  }

  /** @param {Ornament} ornament that stands there in the drawing */
  #drawOrnament({ kind, x, y }) {
    return svg("g", { class: `ornament ${kind}`, transform: `translate(${x} ${y})` }, ...this.looks.draw(`ornament-${kind}`));
  }

  /** @param {{id: string, kind: string, isLettered: boolean}} place the id is its name */
  #drawPlace({ id, kind, isLettered }) {
    return svg(
      "g",
      { class: `place ${kind}`, role: "button", tabindex: -1, "data-name": id },
      svg("rect", { class: "ground", x: -0.5, y: -0.5, width: 1, height: 1 }),
      ...this.looks.draw(`place-${kind}`),
      !isLettered && svg("text", { class: "name", y: 0.475 }, id),
      svg("rect", { class: "halo", ...RING }),
      svg("rect", { class: "ring", ...RING }),
    );
  }

  /**
   * Convert a point of the scene to a point of the drawing, which may be turned.
   * @param {{x: number, y: number}} point
   * @returns {[number, number]}
   */
  locate({ x, y }) {
    if (!this.isTurned) return [x, y];
    const [left, top, width, height] = this.layout.bounds;
    return [2 * left + width - x, 2 * top + height - y];
  }

  /**
   * Convert a step on the screen to a step in the scene.
   * @param {[number, number]} step
   * @returns {[number, number]}
   */
  toScene([x, y]) {
    return this.isTurned ? [-x, -y] : [x, y];
  }

  /** @param {string} name of a place */
  centreOf(name) {
    return this.locate(this.#find(name));
  }

  /**
   * Return the centre and the scale of a place.
   * @param {string} name
   * @returns {[x: number, y: number, scale: number]}
   */
  #spotOf(name) {
    const place = this.#find(name);
    return [...this.locate(place), place.scale ?? 1];
  }

  /**
   * @param {string} name
   * @returns {{x: number, y: number, scale?: number}}
   */
  #find(name) {
    return this.#spots.get(name) ?? { x: 0, y: 0 };
  }

  /** @param {Mark[]} marks */
  showMarks(marks) {
    const known = marks.filter(({ place, to }) => [place, to ?? place].every((name) => this.placeElements.has(name)));
    const drawn = known.map(({ kind, place, to }) => {
      const end = to ? this.centreOf(to) : [];
      return { id: `${kind} ${place} ${to ?? ""}`, kind, spot: this.#spotOf(place), end };
    });
    this.#parts.marks.show(drawn.filter(({ end }) => end.length === 0));
    this.#parts.arrows.show(drawn.filter(({ end }) => end.length > 0));
  }

  /**
   * Show the possible next picks; hints around occupied places are larger.
   * @param {{name: string, isTaken: boolean}[]} targets
   */
  showTargets(targets) {
    const drawn = targets.map(({ name, isTaken }) => {
      const [cx, cy, scale] = this.#spotOf(name);
      return svg("circle", { class: isTaken ? "hint taken" : "hint", cx, cy, r: (isTaken ? 0.44 : 0.15) * scale });
    });
    this.#layers.hints.replaceChildren(...drawn);
  }

  /**
   * Put the pieces on their places. Known pieces glide there; on a board with courses, they walk, or sink and rise if none leads there.
   * Style sheets say how others come and go.
   * @param {Piece[]} pieces
   */
  showPieces(pieces) {
    const ids = new Set(pieces.map((piece) => piece.id));
    for (const [id, man] of this.#pieceElements) {
      if (ids.has(id)) continue;
      this.#pieceElements.delete(id);
      man.classList.add("gone");
      whenStill(man, () => man.remove());
    }
    for (const place of this.places) this.#stack(pieces.filter((piece) => piece.place === place.name));
    const moves = pieces.flatMap((piece) => this.#place(piece));
    const longest = Math.max(0, ...moves.map((move) => move.duration));
    for (const { man, before, origin, duration } of moves) {
      if (duration === 0 && origin) sink(man, origin, longest);
      this.#stir(before, "left", 0);
      this.#stir(man.dataset["place"] ?? "", "reached", duration || longest);
    }
    this.#layers.counts.replaceChildren(...pieces.flatMap((piece) => drawCount(piece, ...this.#spotOf(piece.place))));
    this.#isFresh = false;
  }

  /**
   * Put a piece on its place.
   * @param {Piece} piece
   * @returns {{man: SVGGElement, before: string, origin: string, duration: number}[]} its move, if it was elsewhere: for how long it
   *   walks, or the transform from where it should sink
   */
  #place(piece) {
    const man = this.#pieceElement(piece);
    const { place: before, dropped } = man.dataset;
    const origin = man.style.transform;
    putOnPlace(man, piece, ...this.#spotOf(piece.place));
    this.#rotate(man, piece);
    man.dataset["place"] = piece.place;
    delete man.dataset["dropped"];
    if (!before || before === piece.place) return [];
    if (dropped !== undefined || this.layout.courses.length === 0) return [{ man, before, origin: "", duration: 0 }];
    const { stand: [across, down, scale] = CENTRE } = piece;
    const points = this.#findWay(before, piece.place).map((name) => this.centreOf(name));
    const duration = points.length > 1 ? walk(man, points.map(([x, y]) => [x + across, y + down, scale])) : 0;
    return [{ man, before, origin: points.length > 1 ? "" : origin, duration }];
  }

  /**
   * Let style sheets show that a piece has left or reached a place.
   * @param {string} name
   * @param {"left" | "reached"} change
   * @param {number} delay milliseconds
   */
  #stir(name, change, delay) {
    const place = this.placeElements.get(name);
    if (!place) return;
    place.style.setProperty("--delay", `${delay}ms`);
    place.classList.add(change);
    whenStill(place, () => place.classList.remove(change));
  }

  /**
   * Return the places from one to another along the shortest course that leads there, or backwards along one that leads here.
   * @param {string} from
   * @param {string} to
   */
  #findWay(from, to) {
    const find = (/** @type {string} */ start, /** @type {string} */ end) =>
      this.layout.courses.map((course) => course.slice(course.indexOf(start), course.indexOf(end) + 1))
        .filter((way) => way[0] === start && way.at(-1) === end)
        .sort((one, other) => one.length - other.length)[0];
    return find(from, to) ?? find(to, from)?.reverse() ?? [];
  }

  /**
   * Forget the pieces, because the next ones may reuse their ids; those on some places may stay.
   * @param {Set<string>} [kept] names of these places
   */
  forget(kept = new Set()) {
    for (const [id, man] of this.#pieceElements) {
      if (kept.has(man.dataset["place"] ?? "")) continue;
      man.remove();
      this.#pieceElements.delete(id);
    }
    this.#isFresh = this.#pieceElements.size === 0;
  }

  /**
   * Order the pieces of one place so that higher ones are drawn later.
   * @param {Piece[]} pieces
   */
  #stack(pieces) {
    const men = sortByHeight(pieces).map((piece) => this.#pieceElement(piece));
    const isBefore = (/** @type {Node} */ one, /** @type {Node} */ other) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (men.every((man, index) => index === 0 || isBefore(/** @type {Node} */ (men[index - 1]), man))) return;
    this.#layers.pieces.append(...men);
    men[0]?.getBoundingClientRect(); // reflow, so that they glide from where they are
  }

  /**
   * @param {SVGGElement} man
   * @param {Piece} piece
   */
  #rotate(man, piece) {
    const drawn = /** @type {SVGElement} */ (man.lastElementChild);
    const quarters = this.isTurned && piece.facing ? piece.facing + 2 : piece.facing; // 0: it has no direction
    const before = Number(man.dataset["quarters"] ?? quarters);
    const turned = quarters + 4 * Math.round((before - quarters) / 4); // the shorter way round
    man.dataset["quarters"] = String(turned);
    drawn.style.transform = `rotate(${turned * 90}deg)`;
    for (const part of /** @type {NodeListOf<SVGElement>} */ (drawn.querySelectorAll(".upright"))) part.style.transform = `rotate(${-turned * 90}deg)`;
  }

  /**
   * Preview pieces on their places instead of the present ones; without pieces, end the preview.
   * @param {Piece[]} pieces
   * @param {Piece[]} standing
   */
  preview(pieces, standing) {
    const places = new Set(pieces.map((piece) => piece.place));
    for (const { id, place } of standing) this.#pieceElements.get(id)?.classList.toggle("covered", places.has(place));
    const drawn = [...places].map((place) => {
      const group = sortByHeight(pieces.filter((piece) => piece.place === place));
      const spot = this.#spotOf(place);
      const men = group.map((piece) => {
        const man = svg("g", {}, this.looks.drawPiece(piece));
        putOnPlace(man, piece, 0, 0, 1);
        this.#rotate(man, piece);
        return man;
      });
      const counts = group.flatMap((piece) => drawCount(piece, 0, 0, 1));
      return svg("g", { class: "ghost", transform: putAt(...spot) }, ...men, ...counts, svg("rect", { class: "outline", ...OUTLINE }));
    });
    this.#layers.ghosts.replaceChildren(...drawn);
  }

  /**
   * Return the element of a piece. If it has changed its kind, its old picture leaves as the new one enters.
   * @param {Piece} piece
   */
  #pieceElement(piece) {
    const key = `${piece.kind} ${piece.seat} ${piece.symbol}`;
    const known = this.#pieceElements.get(piece.id);
    if (known?.dataset["key"] === key) return known;
    const drawn = this.looks.drawPiece(piece);
    const man = known ?? svg("g", { class: this.#isFresh ? "man" : "man arriving" });
    const old = man.lastElementChild;
    man.dataset["key"] = key;
    man.append(drawn);
    if (!known) {
      this.#layers.pieces.append(man);
      this.#pieceElements.set(piece.id, man);
    }
    this.#rotate(man, piece); // before its style is known, so that it does not turn
    old?.classList.add("leaving");
    drawn.classList.toggle("entering", known !== undefined);
    whenStill(man, () => {
      old?.remove();
      drawn.classList.remove("entering");
      man.classList.remove("arriving");
    });
    return man;
  }

  /**
   * Raise a piece above all others.
   * @param {string} id
   */
  lift(id) {
    const man = this.#pieceElements.get(id);
    if (man) this.#layers.pieces.append(man);
    return man ?? null;
  }
}
