/** Arrows and circles that a reader draws on a board with the right mouse button, to think. Nobody else sees them. */

import { placeNameAt } from "./gestures.js";

/** @import {Mark} from "#api" */
/** @import {Board} from "./board.js" */

const RIGHT = 2; // the number of the button

export class Sketches {
  /** @type {Mark[]} */ marks = [];
  /** Where the button was pressed. @type {string | null} */ #from = null;
  /** What would be drawn if the button were released now. @type {Mark | null} */ #begun = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { element } = board;
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("pointerdown", (event) => this.#begin(event));
    addEventListener("pointermove", (event) => this.#from !== null && this.#aim(event));
    addEventListener("pointerup", (event) => event.button === RIGHT && this.#end());
    element.addEventListener("click", ({ target }) => {
      const name = placeNameAt(target);
      if (name === null || board.piecesOn(name).length === 0) this.clear();
    });
  }

  /** What is drawn, and what is about to be. */
  get shown() {
    return this.#begun ? [...this.marks, { ...this.#begun, kind: `${this.#begun.kind} begun` }] : this.marks;
  }

  clear() {
    if (this.marks.length === 0) return;
    this.marks = [];
    this.board.showMarks();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== RIGHT || this.board.cancelPlan()) return;
    this.#from = placeNameAt(event.target);
    if (this.#from !== null) this.#aim(event);
  }

  /** @param {PointerEvent} event */
  #aim({ clientX, clientY, shiftKey, altKey }) {
    const to = placeNameAt(document.elementFromPoint(clientX, clientY));
    const kind = shiftKey || altKey ? "sketch other" : "sketch";
    const place = this.#from ?? "";
    this.#begun = to === null ? null : { kind, place, ...(to === place ? {} : { to }) };
    this.board.showMarks();
  }

  /** Keep what was drawn; what was drawn a second time is removed. */
  #end() {
    const [mark, isDrawing] = [this.#begun, this.#from !== null];
    this.#from = this.#begun = null;
    if (!isDrawing) return;
    const same = mark && this.marks.find((one) => one.place === mark.place && one.to === mark.to);
    this.marks = this.marks.filter((one) => one !== same);
    if (mark && mark.kind !== same?.kind) this.marks.push(mark);
    this.board.showMarks();
  }
}
