/**
 * A loupe for fingers: on a board whose places are smaller than a finger, it shows what lies under the finger while it rests
 * on the board or drags a piece. Where the finger is lifted, the place in the middle of the loupe is picked.
 */

import { html, svg } from "../common/elements.js";
import { placeNameAt } from "./gestures.js";

/** @import {Board} from "./board.js" */

const FINGER = 44; // pixels: places of this size need no loupe
const REST = 220; // milliseconds until a finger rests
const SLIP = 8; // pixels that a resting finger may move
const SIZE = 136; // pixels
const ABOVE = 84; // pixels between the finger and the middle of the loupe
const MAGNIFIED = 60; // pixels of a place in the loupe

export class Loupe {
  #lens = svg("svg", { class: "board lens" });
  #element = html("div", { class: "loupe", "aria-hidden": "true" }, this.#lens);
  /** The last event of the finger on the board. @type {PointerEvent | null} */ #finger = null;
  /** Where it was put down. @type {[number, number]} */ #start = [0, 0];
  #isDragging = false;
  #timer = 0;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.#begin(event));
    element.addEventListener("touchmove", (event) => this.#isShown && event.preventDefault(), { passive: false }); // the page must not scroll
    element.addEventListener("contextmenu", (event) => this.#finger && event.preventDefault()); // a long press opens none
    addEventListener("pointermove", (event) => this.#isOf(event) && this.#move(event));
    addEventListener("pointerup", (event) => this.#isOf(event) && this.#end(event));
    addEventListener("pointercancel", (event) => this.#isOf(event) && this.#end(null));
  }

  get #isShown() {
    return this.#element.isConnected;
  }

  /** @param {PointerEvent} event */
  #isOf(event) {
    return event.pointerId === this.#finger?.pointerId;
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const unit = 1 / (this.board.drawing.pixel || 1 / FINGER);
    if (event.pointerType !== "touch" || !event.isPrimary || unit >= FINGER) return;
    this.#finger = event;
    this.#start = [event.clientX, event.clientY];
    this.#timer = setTimeout(() => this.#show(), REST);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    this.#finger = event;
    this.#isDragging ||= this.board.element.querySelector(".dragged") !== null;
    const hasSlipped = Math.hypot(event.clientX - this.#start[0], event.clientY - this.#start[1]) > SLIP;
    if (this.#isShown) this.#update();
    else if (this.#isDragging) this.#show();
    else if (hasSlipped) clearTimeout(this.#timer); // the page scrolls
  }

  /** @param {PointerEvent | null} event */
  #end(event) {
    const [wasShown, isDragging] = [this.#isShown, this.#isDragging];
    clearTimeout(this.#timer);
    this.#element.remove();
    this.#finger = null;
    this.#isDragging = false;
    if (!wasShown || isDragging || !event) return;
    const name = placeNameAt(document.elementFromPoint(event.clientX, event.clientY));
    const suppress = (/** @type {Event} */ click) => click.stopImmediatePropagation();
    this.board.element.addEventListener("click", suppress, { capture: true, once: true });
    setTimeout(() => this.board.element.removeEventListener("click", suppress, { capture: true })); // after a move, no click follows
    if (name !== null) this.board.point(name);
  }

  #show() {
    const copies = Array.from(this.board.element.children, (layer) => /** @type {Element} */ (layer.cloneNode(true)));
    for (const one of copies.flatMap((copy) => [...copy.querySelectorAll("[tabindex], [role], [data-name]")]))
      for (const name of ["tabindex", "role", "data-name"]) one.removeAttribute(name);
    this.#lens.replaceChildren(...copies, svg("rect", { class: "aim", x: -0.47, y: -0.47, width: 0.94, height: 0.94, rx: 0.08 }));
    document.body.append(this.#element);
    this.#update();
  }

  #update() {
    const { clientX, clientY } = /** @type {PointerEvent} */ (this.#finger);
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.board.element.getScreenCTM()?.inverse());
    const seen = SIZE / MAGNIFIED;
    this.#lens.setAttribute("viewBox", `${x - seen / 2} ${y - seen / 2} ${seen} ${seen}`);
    const left = Math.max(0, Math.min(innerWidth - SIZE, clientX - SIZE / 2));
    const top = clientY - ABOVE - SIZE / 2;
    this.#element.style.transform = `translate(${left}px, ${top < 0 ? clientY + ABOVE - SIZE / 2 : top}px)`;
    const name = placeNameAt(document.elementFromPoint(clientX, clientY));
    const aim = /** @type {SVGElement} */ (this.#lens.lastElementChild);
    aim.setAttribute("transform", (name !== null && this.board.drawing.placeElements.get(name)?.getAttribute("transform")) || "scale(0)");
  }
}
