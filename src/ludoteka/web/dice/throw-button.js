/** The button that throws the dice; Space and Enter work as well where they have no other function. */

import { createButton } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {Board} from "../board/board.js" */
/** @import {Connection} from "../match/connection/connection.js" */

export class ThrowButton {
  element = createButton(t("Throw now"), () => this.#throw(), "primary throw");

  /**
   * @param {Connection} connection
   * @param {Board} board
   */
  constructor(connection, board) {
    this.connection = connection;
    this.board = board;
    this.element.hidden = true;
    document.addEventListener("keydown", (event) => this.#handleKey(event), { capture: true });
  }

  /**
   * Show or hide the button without losing the focus.
   * @param {boolean} isDue
   */
  show(isDue) {
    const hadFocus = document.activeElement === this.element;
    this.element.hidden = !isDue;
    this.element.removeAttribute("aria-disabled");
    if (isDue && document.activeElement === document.body) this.element.focus({ preventScroll: true });
    if (!isDue && hadFocus) this.board.keys.focus();
  }

  #throw() {
    if (this.connection.isBusy) return;
    this.element.setAttribute("aria-disabled", "true"); // until the house answers; a disabled button would lose the focus
    this.connection.command("throw");
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const { target, key } = event;
    const isFree = target === document.body || (target instanceof Node && this.board.element.contains(target));
    if (this.element.hidden || !isFree || event.repeat || !["Enter", " "].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#throw();
  }
}
