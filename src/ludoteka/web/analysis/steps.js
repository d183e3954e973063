/** Stepping through the tree of moves, with buttons and with keys. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @typedef {"start" | "previous" | "next" | "end" | "above" | "below"} Where */

/** @type {Record<string, Where>} */
const KEYS = {
  Home: "start",
  ArrowLeft: "previous",
  ArrowRight: "next",
  End: "end",
  ArrowUp: "above",
  ArrowDown: "below",
};
const OTHER_KEYS = "input, textarea, select, dialog"; // elements with keys of their own

export class Steps {
  #buttons;
  element;

  /** @param {(where: Where) => void} onStep */
  constructor(onStep) {
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {Where} */ where) => {
      const button = createButton(sign, () => onStep(where), "step");
      button.setAttribute("aria-label", label);
      return button;
    };
    this.#buttons = {
      back: [step("«", t("First position"), "start"), step("‹", t("Previous move"), "previous")],
      on: [step("›", t("Next move"), "next"), step("»", t("Last position"), "end")],
    };
    this.element = html(
      "div",
      { class: "steps", role: "group", "aria-label": t("Steps through the moves") },
      ...this.#buttons.back,
      ...this.#buttons.on,
    );
  }

  /**
   * Let the buttons show where it goes on. They stay focusable, so that the focus is never lost.
   * @param {boolean} canGoBack
   * @param {boolean} canGoOn
   */
  show(canGoBack, canGoOn) {
    for (const button of this.#buttons.back) button.setAttribute("aria-disabled", String(!canGoBack));
    for (const button of this.#buttons.on) button.setAttribute("aria-disabled", String(!canGoOn));
  }
}

/**
 * Step with the arrow keys, Home and End, except in elements that use them in another way. So does the board, unless it
 * was used with a pointer last.
 * @param {Element} board
 * @param {(where: Where) => void} onStep
 */
export function listenToKeys(board, onStep) {
  let isPointing = false;
  const step = (/** @type {KeyboardEvent} */ event) => {
    const { key, target } = event;
    if (key === "Tab") isPointing = false;
    const where = KEYS[key];
    const isTaken = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element);
    if (!where || isTaken || target.closest(OTHER_KEYS) || (!isPointing && board.contains(target))) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(where);
  };
  board.addEventListener("pointerdown", () => (isPointing = true));
  addEventListener("keydown", step, { capture: true }); // before the board hears of it
}
