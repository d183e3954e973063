/** The keyboard on a board: one place has the focus, arrow keys move it, and it is come back to. */

import { neighbour, STEPS } from "./lattice.js";

/** @import {Drawing} from "./drawing.js" */

/**
 * @typedef {object} Hands
 * @property {(name: string) => void} pick
 * @property {() => void} cancel
 * @property {(name: string) => void} look the focus has come to a place
 * @property {(name: string, step: [number, number]) => void} shift a place is to be moved, with its sheet
 */

export class Keys {
  /** The place that the focus is on, or comes back to. */ #current = "";

  /**
   * @param {Drawing} drawing
   * @param {Hands} hands
   */
  constructor(drawing, hands) {
    this.drawing = drawing;
    this.hands = hands;
    drawing.element.addEventListener("keydown", (event) => this.#press(event));
    drawing.element.addEventListener("focusin", ({ target }) => this.#enter(nameAt(target)));
  }

  /** Let the focus be where it was, after the places have been laid out anew. */
  settle() {
    const { places, spots } = this.drawing;
    if (!spots.has(this.#current)) this.#current = places[0]?.name ?? "";
    spots.get(this.#current)?.setAttribute("tabindex", "0");
  }

  /** Put the focus where it was on the board. */
  focus() {
    this.drawing.spots.get(this.#current)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step && event.shiftKey) this.hands.shift(this.#current, this.#turned(step));
    else if (step) this.#go(this.#turned(step));
    else if (event.key === "Enter" || event.key === " ") this.hands.pick(this.#current);
    else if (event.key === "Escape") this.hands.cancel();
    else return;
    event.preventDefault();
  }

  /**
   * A step of the eye as one of the scene.
   * @param {[number, number]} step
   * @returns {[number, number]}
   */
  #turned([x, y]) {
    return this.drawing.isTurned ? [-x, -y] : [x, y];
  }

  /**
   * Move the focus to the next place in a direction.
   * @param {[number, number]} step
   */
  #go(step) {
    const { places, spots } = this.drawing;
    const from = places.find((place) => place.name === this.#current);
    const to = from && neighbour(places, from, step);
    if (to) spots.get(to.name)?.focus();
  }

  /** @param {string | null} name */
  #enter(name) {
    if (name === null) return;
    this.drawing.spots.get(this.#current)?.setAttribute("tabindex", "-1");
    this.drawing.spots.get(name)?.setAttribute("tabindex", "0");
    this.#current = name;
    this.hands.look(name);
  }
}

/**
 * The name of the place that an element belongs to.
 * @param {EventTarget | null} target
 */
export function nameAt(target) {
  return target instanceof Element ? (target.closest("[data-name]")?.getAttribute("data-name") ?? null) : null;
}
