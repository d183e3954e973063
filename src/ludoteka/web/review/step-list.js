/** The list of all moves of a reviewed match, with their grades. */

import { html } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @typedef {{name: string, text: string, grade: string, note: string, isThrow: boolean}} Row what the list says about a move; name: "" if the text is a sentence */

export class StepList {
  /** @type {HTMLElement[]} */ #buttons;
  element;

  /**
   * @param {Row[]} rows
   * @param {(number: number) => void} onPick a move was picked: its number, from 1
   */
  constructor(rows, onPick) {
    this.#buttons = rows.map(({ name, text, grade, note, isThrow }, index) =>
      html(
        "button",
        { type: "button", class: isThrow ? "step throw" : "step", click: () => onPick(index + 1) },
        name && html("span", { class: "who" }, name),
        html("span", { class: "text" }, text),
        note && html("span", { class: `grade ${grade}` }, note),
      ),
    );
    const items = this.#buttons.map((button) => html("li", {}, button));
    this.element = html("section", { class: "steps", tabindex: 0, "aria-label": t("Moves") }, html("ol", {}, ...items));
  }

  /**
   * Mark the move that led to a position, and scroll the list to it.
   * @param {number} number how many moves had been played
   */
  mark(number) {
    for (const [index, button] of this.#buttons.entries()) {
      if (index === number - 1) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const current = this.#buttons[number - 1];
    if (!current) return;
    const [list, { top, bottom }] = [this.element.getBoundingClientRect(), current.getBoundingClientRect()];
    this.element.scrollTop += Math.min(0, top - list.top) + Math.max(0, bottom - list.bottom);
  }
}
