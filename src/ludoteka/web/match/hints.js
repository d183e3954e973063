/** Hints: in a match against computers, the reader can ask the house what a strong player would do. */

import { html } from "../common/elements.js";
import { joinSentences, say, t } from "../common/texts.js";
import { reasonNotToAct } from "./announcer.js";
import { nameChoice } from "./choices.js";
import { drawIcon, LAMP } from "./icons.js";
import { isMeantElsewhere } from "./review.js";

/** @import {FoundHint} from "#api" */
/** @import {Board} from "../board/board.js" */
/** @import {View} from "../common/types.js" */
/** @import {Connection} from "./connection.js" */

const KEY = "h"; // wherever the focus is, except in fields
const LATIN = /^[\x20-\x7e]$/;

export class Hints {
  /** @type {View | null} */ #view = null;
  /** Whether a hint was asked for and has not come. */ #isAwaited = false;
  button = html(
    "button",
    { type: "button", class: "button icon hint-button", "aria-label": t("Hint"), "aria-keyshortcuts": KEY, click: () => this.#ask() },
    drawIcon(LAMP),
  );

  /**
   * @param {Connection} connection
   * @param {Board} board
   * @param {(text: string) => void} showNote
   */
  constructor(connection, board, showNote) {
    this.connection = connection;
    this.board = board;
    this.showNote = showNote;
    document.addEventListener("keydown", (event) => {
      const isKey = event.key === KEY || (event.code === "KeyH" && !LATIN.test(event.key)); // the same key in Russian
      if (!isKey || event.repeat || isMeantElsewhere(event)) return;
      event.preventDefault();
      this.#ask();
    });
  }

  /**
   * Show whether a hint can be asked for; forget the last one if the match has gone on.
   * @param {View} view shown next
   */
  show(view) {
    const before = this.#view;
    this.#view = view;
    if (!before || !isSamePosition(before, view)) this.forget();
    const reason = this.#reason;
    this.button.hidden = view.result !== null || !this.#isPlaying || !this.#isAgainstComputers;
    this.button.setAttribute("aria-disabled", String(reason !== ""));
    this.button.title = reason || t("Hint");
  }

  /** Forget the hint, and the one that is awaited. */
  forget() {
    this.board.hinted = [];
    this.#wait(false);
  }

  /**
   * Show the hint that the house has found.
   * @param {FoundHint | null} hint null if it found none
   */
  tell(hint) {
    if (!this.#isAwaited) return;
    this.#wait(false);
    if (!hint) return this.showNote(t("No hint was found. Please try again."));
    const { scene } = /** @type {View} */ (this.#view);
    const [first = "", ...rest] = hint.path;
    const says = joinSentences(hint.says.map((sentence) => say(sentence)));
    const action = (rest.length === 0 && nameChoice(scene, first)) || says || hint.text; // as its button says
    const places = hint.path.map((name) => scene.pieces.find((piece) => piece.id === name)?.place ?? name);
    const arrows = places.slice(1).map((to, index) => ({ kind: "hinted", place: places[index] ?? "", to }));
    this.board.hinted = [...places.map((place) => ({ kind: "hinted", place })), ...arrows]; // the buttons of choices mark themselves when they are shown next
    this.board.showMarks();
    this.showNote(joinSentences([t("Hint: {action}", { action }), ...hint.reasons.map((reason) => say(reason))]));
  }

  /** Why no hint can be asked for now; "" if one can. */
  get #reason() {
    const view = this.#view;
    if (!view || view.can.hint) return "";
    if (!this.#isAgainstComputers) return t("Hints work only when all your opponents are computers.");
    return view.yours ? t("There are no hints in this game.") : reasonNotToAct(view);
  }

  /** Whether the reader has a seat. */
  get #isPlaying() {
    return this.#view !== null && this.#view.seats.some((seat) => seat.yours);
  }

  /** Whether all other players are computers. */
  get #isAgainstComputers() {
    const others = this.#view?.seats.filter((seat) => !seat.yours && seat.kind !== "free") ?? [];
    return others.length > 0 && others.every((seat) => seat.kind === "computer");
  }

  #ask() {
    if (!this.#isPlaying || this.#isAwaited || this.connection.isBusy) return;
    if (this.#reason) return this.showNote(this.#reason);
    this.#wait(true);
    this.showNote(t("Looking for a hint …"));
    this.connection.command("hint");
  }

  /** @param {boolean} isAwaited */
  #wait(isAwaited) {
    this.#isAwaited = isAwaited;
    this.button.classList.toggle("thinking", isAwaited);
  }
}

/**
 * Tell whether nothing was played, taken back or handed over between two views, so that a hint still holds.
 * @param {View} before
 * @param {View} view
 */
function isSamePosition(before, view) {
  const length = before.moves.from + before.moves.list.length;
  const isAdded = view.whole || view.moves.list.length > 0 || view.moves.from !== length;
  return !isAdded && before.yours === view.yours && before.curtain === view.curtain;
}
