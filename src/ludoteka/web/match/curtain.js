/** The curtain, which hides the board between the turns of people who share a screen in a game with secrets. */

import { html } from "../common/elements.js";
import { markMain } from "../common/page.js";
import { t } from "../common/texts.js";
import { Part } from "./part.js";

/** @import {View} from "../common/types.js" */

const SEAT_ID = "curtain-seat"; // id of the line that names the seat

export class Curtain extends Part {
  #seat = html("p", { id: SEAT_ID });
  #show = html(
    "button",
    {
      type: "button",
      class: "button primary",
      "aria-describedby": SEAT_ID,
      keydown: (event) => event.repeat && event.preventDefault(), // the key is still held down from the previous move
      click: (event) => event.detail < 2 && this.connection.command("lift", this.#letter), // the second half of a double click was meant for the board
    },
    t("Show the board"),
  );
  element = html("div", { class: "curtain", hidden: true }, this.#seat, this.#show);
  /** The seat to which the screen is handed. @type {string | null} */ #letter = null;

  /**
   * Cover or uncover the board, and close everything that the previous seat was busy with.
   * @param {View} view
   * @returns {boolean} whether the curtain fell just now
   */
  show(view) {
    const { curtain } = view;
    const hadFocus = this.element.contains(document.activeElement);
    const hasFallen = curtain !== null && curtain !== this.#letter;
    this.#letter = curtain;
    this.element.hidden = curtain === null;
    markMain("with-curtain", curtain !== null);
    const seat = view.seats.find((one) => one.letter === curtain);
    this.#seat.textContent = seat ? t("Hand the screen to {seat}", { seat: seat.title }) : "";
    if (hasFallen) {
      this.board.isNoting = false;
      for (const dialog of document.querySelectorAll("dialog")) dialog.close();
      if (!document.activeElement?.closest(".chat")) this.#show.focus(); // somebody is writing
    }
    if (hadFocus && curtain === null) this.board.keys.focus();
    return hasFallen;
  }
}
