/** Zen mode: only the board, the plates, what the turn needs and whose turn it is. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createIconButton, LEAVE } from "./icons.js";
import { isMeantElsewhere } from "./review.js";

/** @import {Board} from "../board/board.js" */

const KEY = "z"; // wherever the focus is, except in fields

export class Zen {
  button = createButton(t("Zen mode"), () => this.#toggle());
  /** The way out, for those without a keyboard. */
  exit = createIconButton(t("Leave zen mode"), () => this.#toggle(), "zen-exit", LEAVE);

  /**
   * @param {Board} board
   * @param {(text: string) => void} announce
   */
  constructor(board, announce) {
    this.board = board;
    this.announce = announce;
    this.button.append(html("kbd", { "aria-hidden": "true" }, KEY));
    this.button.setAttribute("aria-keyshortcuts", KEY);
    document.addEventListener("keydown", (event) => this.#handleKey(event), { capture: true });
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const isKey = event.key === KEY || event.code === "KeyZ"; // the same key in Russian
    const isEscape = event.key === "Escape" && this.#isOn && this.board.path.length === 0; // else it cancels the picks
    if ((!isKey && !isEscape) || event.repeat || event.shiftKey || isMeantElsewhere(event)) return;
    event.preventDefault();
    this.#toggle();
  }

  get #isOn() {
    return document.body.classList.contains("zen");
  }

  #toggle() {
    const isOn = document.body.classList.toggle("zen");
    this.announce(isOn ? t("Zen mode: z or Escape leaves it.") : t("Zen mode is off."));
  }
}
