/** Premoves: while others are to move, the reader picks a piece and its target. The move is played as soon as it is possible. */

import { namePlace } from "../board/board-words.js";
import { createSwitch, isOn } from "../common/switches.js";
import { t } from "../common/texts.js";

/** @import {Board} from "../board/board.js" */
/** @import {View} from "../common/types.js" */

const KEY = "premoves"; // in localStorage

export class Premoves {
  /** The places of the premove: none, that of a piece, or also where it is to go. @type {string[]} */ #names = [];
  /** @type {View | null} */ #view = null;
  switch = createSwitch(t("Premoves"), KEY, { isOnFirst: true, onChange: () => this.cancel() });

  /**
   * @param {Board} board
   * @param {boolean} isOpen nothing is hidden from anybody in this game
   * @param {() => boolean} isPresent whether the board shows the present position
   * @param {(text: string) => void} showNote
   */
  constructor(board, isOpen, isPresent, showNote) {
    this.board = board;
    this.isOpen = isOpen;
    this.isPresent = isPresent;
    this.showNote = showNote;
    board.planner = this;
  }

  /**
   * Play the premove if it is the reader's turn now, unless they have an offer to answer first.
   * @param {View} view that the board shows
   */
  show(view) {
    this.#view = view;
    this.switch.hidden = !this.#isOffered(view);
    if (view.result) this.cancel();
    if (this.#names.length > 0 && view.yours && view.can.accept.length === 0) this.#play();
  }

  /** Forget the premove. */
  cancel() {
    if (this.#names.length > 0) this.#set([]);
  }

  /**
   * Pick a place for a premove.
   * @param {string} name
   * @returns {boolean} whether the pick belongs to a premove
   */
  pick(name) {
    if (!this.#canPlan) return false;
    const [from, to] = this.#names;
    if (this.canLift(name) && !this.isPicked(name)) {
      this.#set([name]);
      this.showNote(t("Premove: pick where this piece is to go."));
    } else if (from === undefined) {
      return false; // others say that it isn't the reader's turn
    } else if (to !== undefined || name === from) {
      this.#set([]);
      this.showNote("");
    } else {
      this.#set([from, name]);
      this.showNote(t("Premove: {action}", { action: this.#text }));
    }
    return true;
  }

  /**
   * Tell whether a premove can begin on a place.
   * @param {string} name
   */
  canLift(name) {
    const own = this.#view?.seats.filter((seat) => seat.yours).map((seat) => seat.number) ?? [];
    return this.#canPlan && this.board.piecesOn(name).some((piece) => own.includes(piece.seat));
  }

  /**
   * Tell whether a premove has begun on a place, and its target is to be picked.
   * @param {string} name
   */
  isPicked(name) {
    return this.#names.length === 1 && this.#names[0] === name;
  }

  get #canPlan() {
    const view = this.#view;
    return view !== null && this.#isOffered(view) && isOn(KEY, true) && !view.yours && !view.waiting && this.isPresent();
  }

  /**
   * Tell whether the reader plays against others, and neither dice nor secrets decide what can be played.
   * @param {View} view
   */
  #isOffered({ seats, dice, result }) {
    const isPlaying = seats.some((seat) => seat.yours) && seats.some((seat) => !seat.yours);
    return this.isOpen && isPlaying && dice === null && result === null;
  }

  #play() {
    const [names, text, isWhole] = [this.#names, this.#text, this.#names.length > 1];
    this.#set([]);
    for (const name of names) {
      if (!this.board.canPick(name)) {
        this.board.cancel();
        if (isWhole) this.showNote(t("The premove {action} is no longer possible.", { action: text }));
        return;
      }
      this.board.pick(name);
    }
    if (isWhole && this.board.isAction) this.board.finish();
  }

  get #text() {
    const places = this.board.drawing.places;
    return this.#names.map((name) => places.filter((place) => place.name === name).map(namePlace)).join("–");
  }

  /** @param {string[]} names */
  #set(names) {
    this.#names = names;
    const [from = "", to] = names;
    this.board.planned = names.map((place) => ({ kind: "premove", place }));
    if (to !== undefined) this.board.planned.push({ kind: "premove", place: from, to });
    this.board.drawing.showMarks(this.board.marks);
  }
}
