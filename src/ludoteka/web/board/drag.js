/** Drag gestures: pieces and sheets are dragged with mouse, pen or finger. A press without movement stays a click. */

const THRESHOLD = 6; // pixels before a press becomes a drag

/**
 * @typedef {object} Target
 * @property {(name: string) => boolean} canLift whether a place has a piece that can be dragged
 * @property {(name: string) => SVGGElement | null} lift take up that piece
 * @property {(name: string | null) => void} drop drop the piece on a place, or outside
 * @property {(name: string) => boolean} canShift whether a place is on a sheet that can be shifted
 * @property {(name: string, by: [number, number]) => void} shift shift that sheet, in units
 */

export class DragGestures {
  /** A press that may become a drag. @type {{name: string, event: PointerEvent} | null} */ #press = null;
  /** What is being dragged. @type {SVGGElement | null} */ #pieceElement = null;
  #isShifting = false;
  #suppressesClick = false;

  /**
   * @param {SVGSVGElement} board
   * @param {Target} target
   */
  constructor(board, target) {
    this.board = board;
    this.target = target;
    board.addEventListener("pointerdown", (event) => this.#begin(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => event.pointerId === this.#press?.event.pointerId && this.#end(event));
    addEventListener("pointercancel", () => this.#end(null));
    board.addEventListener("touchmove", (event) => this.#press && event.preventDefault(), { passive: false }); // dragging must not scroll
    board.addEventListener("click", (event) => this.#suppressClick(event), { capture: true });
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    this.#suppressesClick = false;
    const name = placeNameUnder(event);
    const isFirst = event.button === 0 && event.isPrimary;
    if (isFirst && name && (this.target.canLift(name) || this.target.canShift(name))) this.#press = { name, event };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#press || event.pointerId !== this.#press.event.pointerId) return;
    const { clientX, clientY } = this.#press.event;
    if (!this.#pieceElement && Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD) return;
    this.#isShifting ||= !this.#pieceElement && !this.target.canLift(this.#press.name);
    this.board.classList.toggle("shifting", this.#isShifting);
    if (!this.#isShifting) this.#pieceElement ??= this.target.lift(this.#press.name);
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
    this.board.classList.remove("shifting");
    if (isShifting && press && event) {
      const [from, to] = [this.#toBoard(press.event), this.#toBoard(event)];
      this.#suppressesClick = true;
      this.target.shift(press.name, [to.x - from.x, to.y - from.y]);
    }
    if (!man) return;
    this.#suppressesClick = true;
    this.target.drop(event && placeNameUnder(event));
    man.getBoundingClientRect(); // reflow, so that the piece starts to glide from where it was dropped
    man.classList.remove("dragged");
  }

  /**
   * Convert the position of a pointer to units of the board.
   * @param {PointerEvent} event
   */
  #toBoard({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.board.getScreenCTM()?.inverse());
  }

  /** @param {MouseEvent} event */
  #suppressClick(event) {
    if (this.#suppressesClick) event.stopImmediatePropagation();
    this.#suppressesClick = false;
  }
}

/** @param {PointerEvent} event */
function placeNameUnder(event) {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return element?.closest("[data-name]")?.getAttribute("data-name") ?? null;
}
