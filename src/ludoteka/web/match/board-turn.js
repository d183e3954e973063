/** The buttons that turn the board by half a turn. By default each seat sees the board from its own side. */

import { createButton } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {SeatStatus} from "#api" */
/** @import {Board} from "../board/board.js" */
/** @import {View} from "../common/types.js" */

export class BoardTurn {
  button = createButton(t("Turn the board"), () => this.#toggle(this.#key, this.#isReversed));
  /** For several people at one screen. */
  eachButton = createButton(t("Turn to the player to move"), () => this.#toggle(this.#eachKey, this.#turnsToMover));
  #key = ""; // in localStorage: the reader's choice for this game
  #eachKey = ""; // in localStorage: the same, for several people at one screen
  #turnsFirst = false; // whether the game turns the board to the player to move unless the reader has chosen otherwise
  /** Whether the reader's own seat, or the one of them that is to move, sees the board turned. */ #isSeatTurned = false;
  #hasSeveral = false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.eachButton.hidden = true;
  }

  /**
   * Turn the board as the reader's seat sees it, or the other way round if the reader has chosen that for this game.
   * @param {{game: string, seats: Pick<SeatStatus, "letter" | "yours" | "turned">[]} & Partial<Pick<View, "turns_board" | "thrower" | "to_act">>} view
   */
  show({ game, seats, turns_board = false, thrower = null, to_act = null }) {
    const own = seats.filter((seat) => seat.yours);
    this.#key = `turned ${game}`;
    this.#eachKey = `turned to the mover ${game}`;
    this.#turnsFirst = turns_board;
    this.#hasSeveral = own.length > 1 && new Set(own.map((seat) => seat.turned)).size > 1;
    const mover = own.length > 1 ? own.find((seat) => seat.letter === (thrower ?? to_act)) : own[0];
    if (mover || own.length === 0) this.#isSeatTurned = mover?.turned ?? false; // while others act, the board stays
    this.#apply();
  }

  /**
   * @param {string} key
   * @param {boolean} before
   */
  #toggle(key, before) {
    localStorage.setItem(key, before ? "no" : "yes");
    this.#apply();
  }

  get #isReversed() {
    return localStorage.getItem(this.#key) === "yes";
  }

  get #turnsToMover() {
    return (localStorage.getItem(this.#eachKey) ?? (this.#turnsFirst ? "yes" : "no")) === "yes";
  }

  #apply() {
    const isTurned = (this.#isSeatTurned && (!this.#hasSeveral || this.#turnsToMover)) !== this.#isReversed;
    this.button.setAttribute("aria-pressed", String(this.#isReversed));
    this.eachButton.hidden = !this.#hasSeveral;
    this.eachButton.setAttribute("aria-pressed", String(this.#turnsToMover));
    if (isTurned !== this.board.drawing.isTurned) this.board.turn(isTurned);
  }
}
