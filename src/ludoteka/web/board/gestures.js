/** Drags and keys on a board: pieces and sheets are dragged with mouse, pen or finger, and arrow keys move from place to place. */

/** @import {Board} from "./board.js" */
/** @import {Place} from "../common/types.js" */

const SIDEWAYS = 3; // weight of distance sideways against distance ahead, when looking for the neighbour
const ASTRAY = 2; // factor for what is more to the side than ahead
const STEEPEST = 3; // distance aside in proportion to that ahead, beyond which a place is in another direction

/** The steps of the arrow keys. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the nearest place in a direction; places ahead are preferred to places aside (as in `terminal/full/board.py`).
 * @param {Place[]} places
 * @param {Place} from
 * @param {[number, number]} step
 * @returns {Place | null}
 */
function findNeighbour(places, from, [stepX, stepY]) {
  let best = null;
  let shortest = Infinity;
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * stepX + y * stepY;
    const aside = Math.abs(x * stepY + y * stepX);
    const distance = (ahead + SIDEWAYS * aside) * (aside > ahead ? ASTRAY : 1);
    if (ahead > 0.01 && aside <= STEEPEST * ahead && distance < shortest) [best, shortest] = [place, distance];
  }
  return best;
}

const THRESHOLD = 6; // pixels before a press becomes a drag

/** Drags with mouse, pen or finger. A press without movement stays a click. */
export class DragGestures {
  /** A press that may become a drag. @type {{name: string, event: PointerEvent} | null} */ #press = null;
  /** What is being dragged. @type {SVGGElement | null} */ #pieceElement = null;
  #isShifting = false;
  #suppressesClick = false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    board.element.addEventListener("pointerdown", (event) => this.#begin(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => event.pointerId === this.#press?.event.pointerId && this.#end(event));
    addEventListener("pointercancel", () => this.#end(null));
    board.element.addEventListener("touchmove", (event) => this.#press && event.preventDefault(), { passive: false }); // dragging must not scroll
    const suppress = (/** @type {Event} */ event) => {
      if (this.#suppressesClick) event.stopImmediatePropagation();
      this.#suppressesClick = false;
    };
    board.element.addEventListener("click", suppress, { capture: true });
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    this.#suppressesClick = false;
    const name = placeNameAt(document.elementFromPoint(event.clientX, event.clientY));
    const isFirst = event.button === 0 && event.isPrimary;
    if (isFirst && name && (this.board.canLift(name) || this.board.canShift(name))) this.#press = { name, event };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#press || event.pointerId !== this.#press.event.pointerId) return;
    const { clientX, clientY } = this.#press.event;
    if (!this.#pieceElement && Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD) return;
    this.#isShifting ||= !this.#pieceElement && !this.board.canLift(this.#press.name);
    this.board.element.classList.toggle("shifting", this.#isShifting);
    if (!this.#isShifting) this.#pieceElement ??= this.board.lift(this.#press.name);
    if (!this.#pieceElement) return;
    this.#pieceElement.classList.add("dragged");
    const { x, y } = this.#toBoard(event);
    this.#pieceElement.style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
  }

  /** @param {PointerEvent | null} event */
  #end(event) {
    const [man, press, isShifting] = [this.#pieceElement, this.#press, this.#isShifting];
    this.#press = this.#pieceElement = null;
    this.#isShifting = false;
    this.board.element.classList.remove("shifting");
    if (isShifting && press && event) {
      const [from, to] = [this.#toBoard(press.event), this.#toBoard(event)];
      this.#suppressesClick = true;
      this.board.shift(press.name, this.board.drawing.toScene([to.x - from.x, to.y - from.y]));
    }
    if (!man) return;
    this.#suppressesClick = true;
    man.dataset["dropped"] = ""; // it has made its way already
    this.board.drop(event && placeNameAt(document.elementFromPoint(event.clientX, event.clientY)));
    man.getBoundingClientRect(); // reflow, so that the piece starts to glide from where it was dropped
    man.classList.remove("dragged");
  }

  /**
   * Convert the position of a pointer to units of the board.
   * @param {PointerEvent} event
   */
  #toBoard({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.board.element.getScreenCTM()?.inverse());
  }
}

/** The keyboard: a roving tab stop that arrow keys move from place to place. */
export class Keyboard {
  /** The place that has the focus, or gets it back. */ #current = "";

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.drawing = board.drawing;
    board.element.addEventListener("keydown", (event) => this.#handleKey(event));
    board.element.addEventListener("focusin", ({ target }) => this.#handleFocus(placeNameAt(target)));
  }

  /** Restore the tab stop after a new layout. */
  restoreTabStop() {
    const { places, placeElements } = this.drawing;
    if (!placeElements.has(this.#current)) this.#current = places[0]?.name ?? "";
    placeElements.get(this.#current)?.setAttribute("tabindex", "0");
  }

  /** Put the focus back on the board. */
  focus() {
    this.drawing.placeElements.get(this.#current)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = placeNameAt(event.target);
    if (name === null && (step || event.key === "Enter" || event.key === " ")) this.focus(); // the board itself had the focus
    else if (step && event.shiftKey) this.board.shift(this.#current, this.drawing.toScene(step));
    else if (step) this.#moveFocus(this.drawing.toScene(step));
    else if (name !== null && (event.key === "Enter" || event.key === " ")) this.board.point(name);
    else if (event.key === "Escape") this.board.cancel();
    else return;
    event.preventDefault();
  }

  /** @param {[number, number]} step */
  #moveFocus(step) {
    const { places, placeElements } = this.drawing;
    const from = places.find((place) => place.name === this.#current);
    const to = from && findNeighbour(places, from, step);
    if (to) placeElements.get(to.name)?.focus();
  }

  /** @param {string | null} name */
  #handleFocus(name) {
    if (name === null) return;
    this.board.preview(name);
    const place = this.drawing.placeElements.get(name);
    if (!place) return; // a button on the board
    this.drawing.placeElements.get(this.#current)?.setAttribute("tabindex", "-1");
    place.setAttribute("tabindex", "0");
    this.#current = name;
  }
}

/**
 * Return the name of the place that an element belongs to.
 * @param {EventTarget | null} target
 */
export function placeNameAt(target) {
  return target instanceof Element ? (target.closest("[data-name]")?.getAttribute("data-name") ?? null) : null;
}
