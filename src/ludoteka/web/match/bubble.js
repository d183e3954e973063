/** The speech bubble in which the answer to the reader's own last action stands until it was read, or until they act again. */

import { createButton, html, svg } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {Board} from "../board/board.js" */

export class Bubble {
  #text = html("p", { class: "answer" });
  element = html("div", { class: "bubble", hidden: true });
  #isRead = false;

  /**
   * Prepare the bubble, with the picture of the speaker if the game has one. It goes away when it is pressed.
   * @param {Board} board which then gets the focus
   */
  prepare(board) {
    const drawn = board.drawing.looks.draw("speaker");
    const speaker = svg("svg", { class: "board speaker", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, svg("g", { class: "piece" }, ...drawn));
    const read = createButton(t("OK"), () => board.keys.focus(), "quiet");
    this.element.replaceChildren(...(drawn.length > 0 ? [speaker] : []), this.#text, read);
    this.element.addEventListener("click", () => {
      this.#isRead = true;
      this.show(this.#text.textContent ?? "");
    });
  }

  /** @param {string} answer */
  show(answer) {
    this.#text.textContent = answer;
    this.element.hidden = this.#isRead || answer === "";
  }

  /** Get ready for the answer to the next action. */
  renew() {
    this.#isRead = false;
  }
}
