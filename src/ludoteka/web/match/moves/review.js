/** Stepping through a finished match: the position after every move, with buttons, a slider or the list of moves. */

import { HouseError } from "../../common/api.js";
import { fetchPosition } from "../../review/review-api.js";
import { createButton, html } from "../../common/elements.js";
import { say, t } from "../../common/texts.js";

/** @import {Scene, View} from "../../common/types.js" */

const DEBOUNCE = 120; // milliseconds that the slider must rest before its position is fetched

export class Review {
  #first = createButton("«", () => this.go(0), "step");
  #previous = createButton("‹", () => this.go(this.#number - 1), "step");
  #next = createButton("›", () => this.go(this.#number + 1), "step");
  #last = createButton("»", () => this.go(this.#length), "step");
  #slider = html("input", { type: "range", min: 0, "aria-label": t("Move"), input: () => this.#slide() });
  #caption = html("p", { class: "caption", role: "status" });
  element = html(
    "section",
    { class: "review", "aria-label": t("Review of the match"), hidden: true },
    this.#first,
    this.#previous,
    this.#slider,
    this.#next,
    this.#last,
    this.#caption,
  );
  #length = 0; // moves of the match
  #number = 0; // moves played in the position that is shown
  #match = "";
  #timer = 0;
  #isLoading = false;
  /** Positions by the number of moves played. @type {Map<number, Promise<Scene>>} */ #positions = new Map();

  /** @param {(scene: Scene, number: number) => void} onPosition */
  constructor(onPosition) {
    this.onPosition = onPosition;
    const labels = [t("First position"), t("Previous move"), t("Next move"), t("Last position")];
    for (const [index, button] of this.#buttons.entries()) button.setAttribute("aria-label", labels[index] ?? "");
  }

  /** How many moves were played in the position that is shown. */
  get number() {
    return this.#number;
  }

  get #buttons() {
    return [this.#first, this.#previous, this.#next, this.#last];
  }

  /**
   * Offer the review once the match is over.
   * @param {View} view
   * @param {number} length how many moves the match has
   */
  show(view, length) {
    const isOver = view.result !== null && length > 0;
    if (!isOver || this.element.hidden) this.#number = length;
    this.element.hidden = !isOver;
    this.#match = view.id;
    this.#length = length;
    this.#slider.max = String(length);
    this.#update();
    if (isOver && this.#number < length) void this.go(this.#number); // the view has replaced the position
  }

  /**
   * Show the position after this number of moves.
   * @param {number} number
   */
  async go(number) {
    this.#number = Math.min(Math.max(number, 0), this.#length);
    this.#update();
    if (this.#isLoading) return; // the house answers one request after the other: what is wanted last comes next
    this.#isLoading = true;
    try {
      let loaded;
      while (loaded !== this.#number) {
        loaded = this.#number;
        await this.#load(loaded);
      }
    } finally {
      this.#isLoading = false;
    }
  }

  /** @param {number} wanted */
  async #load(wanted) {
    try {
      const scene = await this.#fetch(wanted);
      if (wanted === this.#number) this.#showPosition(scene);
    } catch (error) {
      this.#positions.delete(wanted);
      if (!(error instanceof HouseError)) throw error;
      this.#caption.textContent = error.message;
    }
  }

  /** @param {number} number */
  #fetch(number) {
    const position = this.#positions.get(number) ?? fetchPosition(this.#match, number);
    this.#positions.set(number, position);
    return position;
  }

  /** @param {Scene} scene */
  #showPosition(scene) {
    const values = { number: this.#number, length: this.#length };
    this.#caption.textContent = `${t("Move {number} of {length}", values)} · ${say(scene.status)}`;
    this.onPosition(scene, this.#number);
  }

  /** Let the slider and the buttons show where the review is. */
  #update() {
    clearTimeout(this.#timer);
    this.#slider.value = String(this.#number);
    for (const button of [this.#first, this.#previous]) button.setAttribute("aria-disabled", String(this.#number === 0));
    for (const button of [this.#next, this.#last])
      button.setAttribute("aria-disabled", String(this.#number === this.#length));
  }

  #slide() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.go(Number(this.#slider.value)), DEBOUNCE);
  }
}
