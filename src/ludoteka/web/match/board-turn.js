/** The button that turns the board by half a turn. By default each seat sees the board from its own side. */

import { createButton } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {Board} from "../board/board.js" */
/** @import {Seat} from "../common/types.js" */

export class BoardTurn {
  button = createButton(t("Turn the board"), () => this.#toggle());
  #key = ""; // in localStorage: the reader's choice for this game
  /** Whether the reader's own seat sees the board turned. */ #isSeatTurned = false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * Turn the board as the reader's seat sees it, or the other way round if the reader has chosen that for this game.
   * @param {{game: string, seats: Pick<Seat, "yours" | "turned">[]}} view
   */
  show({ game, seats }) {
    const own = seats.filter((seat) => seat.yours);
    this.#key = `turned ${game}`;
    this.#isSeatTurned = own.length === 1 && own.every((seat) => seat.turned); // with several seats, the board stays
    this.#apply();
  }

  #toggle() {
    localStorage.setItem(this.#key, this.#isReversed ? "no" : "yes");
    this.#apply();
  }

  get #isReversed() {
    return localStorage.getItem(this.#key) === "yes";
  }

  #apply() {
    const isTurned = this.#isSeatTurned !== this.#isReversed;
    this.button.setAttribute("aria-pressed", String(this.#isReversed));
    if (isTurned !== this.board.drawing.isTurned) this.board.turn(isTurned);
  }
}
