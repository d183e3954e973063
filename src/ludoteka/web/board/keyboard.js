/** The keyboard on a board: a roving tab stop that arrow keys move from place to place. */

import { findNeighbour, STEPS } from "./lattice.js";

/** @import {Drawing} from "./drawing.js" */

/**
 * @typedef {object} KeyboardTarget
 * @property {(name: string) => void} pick
 * @property {() => void} cancel
 * @property {(name: string) => void} preview a place got the focus
 * @property {(name: string, step: [number, number]) => void} shift the sheet of a place is shifted
 */

export class Keyboard {
  /** The place that has the focus, or gets it back. */ #current = "";

  /**
   * @param {Drawing} drawing
   * @param {KeyboardTarget} target
   */
  constructor(drawing, target) {
    this.drawing = drawing;
    this.target = target;
    drawing.element.addEventListener("keydown", (event) => this.#handleKey(event));
    drawing.element.addEventListener("focusin", ({ target }) => this.#handleFocus(placeNameAt(target)));
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
    const isOnPlace = placeNameAt(event.target) !== null;
    if (!isOnPlace && (step || event.key === "Enter" || event.key === " ")) this.focus(); // the board itself had the focus
    else if (step && event.shiftKey) this.target.shift(this.#current, this.#toScene(step));
    else if (step) this.#moveFocus(this.#toScene(step));
    else if (event.key === "Enter" || event.key === " ") this.target.pick(this.#current);
    else if (event.key === "Escape") this.target.cancel();
    else return;
    event.preventDefault();
  }

  /**
   * Convert a step on the screen to a step in the scene.
   * @param {[number, number]} step
   * @returns {[number, number]}
   */
  #toScene([x, y]) {
    return this.drawing.isTurned ? [-x, -y] : [x, y];
  }

  /**
   * Move the focus to the next place in a direction.
   * @param {[number, number]} step
   */
  #moveFocus(step) {
    const { places, placeElements } = this.drawing;
    const from = places.find((place) => place.name === this.#current);
    const to = from && findNeighbour(places, from, step);
    if (to) placeElements.get(to.name)?.focus();
  }

  /** @param {string | null} name */
  #handleFocus(name) {
    if (name === null) return;
    this.drawing.placeElements.get(this.#current)?.setAttribute("tabindex", "-1");
    this.drawing.placeElements.get(name)?.setAttribute("tabindex", "0");
    this.#current = name;
    this.target.preview(name);
  }
}

/**
 * Return the name of the place that an element belongs to.
 * @param {EventTarget | null} target
 */
export function placeNameAt(target) {
  return target instanceof Element ? (target.closest("[data-name]")?.getAttribute("data-name") ?? null) : null;
}
