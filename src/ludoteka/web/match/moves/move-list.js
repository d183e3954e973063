/**
 * The list of moves: in columns where two seats alternate, else one under the other. Throws stand before what follows
 * them. In a game that puts all its actions into sentences, the list consists of these; where only some have sentences,
 * two seats keep their columns, and the sentences are what a screen reader says.
 */

import { html } from "../../common/elements.js";
import { say, t } from "../../common/texts.js";

/** @import {Message, Move, Seat} from "../../common/types.js" */

const CHANCE = "chance"; // the seat of the dice

export class MoveList {
  /** @type {Move[]} */ list = [];
  /** The rows that are drawn, as texts. @type {string[]} */ #drawn = [];

  constructor() {
    this.rows = html("ol", { class: "rows" });
    this.element = html("section", { class: "moves", tabindex: 0, "aria-label": t("Moves") }, this.rows);
  }

  /**
   * Keep the first moves and add others; return those that are new.
   * @param {{from: number, list: Move[]}} moves
   * @param {Seat[]} seats
   */
  update(moves, seats) {
    const known = this.list.length;
    this.list = [...this.list.slice(0, moves.from), ...moves.list];
    const isSaid = this.list.length > 0 && this.list.every(([, , says]) => says);
    const acts = this.list.filter(([letter]) => letter !== CHANCE);
    const areAllSaid = acts.length > 0 && acts.every(([, , says]) => says);
    const columns = seats.length === 2 && !areAllSaid ? seats.map((seat) => seat.letter) : [];
    this.rows.classList.toggle("paired", columns.length > 0);
    this.element.classList.toggle("said", isSaid);
    this.#draw(arrangeRows(this.list, columns), seats);
    return this.list.slice(Math.max(known, moves.from));
  }

  /** What the last action did, in the sentences of a game that has them. */
  get lastSaid() {
    const [, , says = []] = this.list.at(-1) ?? [];
    return joinSentences(says);
  }

  /**
   * Draw the rows that are new or otherwise than before: a list may be a thousand moves long.
   * @param {Cell[][]} rows
   * @param {Seat[]} seats
   */
  #draw(rows, seats) {
    const texts = rows.map((row) => JSON.stringify(row));
    const same = texts.findIndex((text, index) => text !== this.#drawn[index]);
    const kept = same < 0 ? texts.length : same;
    while (this.rows.children.length > kept) this.rows.lastElementChild?.remove();
    this.rows.append(...rows.slice(kept).map((row) => this.#row(row, seats)));
    this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.rows.lastElementChild?.lastElementChild?.setAttribute("aria-current", "true");
    this.#drawn = texts;
  }

  /** Scroll to the last move. */
  scrollToEnd() {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /**
   * @param {Cell[]} row
   * @param {Seat[]} seats
   */
  #row(row, seats) {
    const cells = row.map(({ letter, text, throws }) => {
      const title = say(seats.find((seat) => seat.letter === letter)?.title ?? "");
      const column = `move column${seats.findIndex((seat) => seat.letter === letter)}`;
      const thrown = throws.length > 0 && html("span", { class: "throw" }, throws.join(" "));
      return html("span", { class: column, title }, thrown, formatMove(text));
    });
    const [{ letter, isSentence = false }] = row;
    const owner = seats.length > 2 && !isSentence ? letter : "";
    return html("li", owner ? { "data-owner": owner } : {}, ...cells);
  }
}

/**
 * An action as people read it; one that is not theirs to know is three dots.
 * @param {string | null} text
 */
export function formatMove(text) {
  return text ?? "…";
}

/** @param {Message[]} sentences */
function joinSentences(sentences) {
  return sentences.map((sentence) => say(sentence)).join(" ");
}

/** @typedef {{letter: string, text: string | null, throws: string[], isSentence?: boolean}} Cell */

/**
 * Arrange moves in rows; a seat that has a column starts a new row when its column is taken or passed, but what it
 * does without another throw goes on in its cell.
 * @param {Move[]} moves
 * @param {string[]} columns
 * @returns {Cell[][]}
 */
function arrangeRows(moves, columns) {
  /** @type {Cell[][]} */ const rows = [];
  /** @type {string[]} */ let throws = [];
  let last = Infinity;
  for (const [letter, text, says] of moves) {
    if (says && columns.length === 0) {
      const sentences = joinSentences(says);
      if (sentences) rows.push([{ letter, text: sentences, throws, isSentence: true }]); // some actions go without saying
      throws = [];
      continue;
    }
    if (letter === CHANCE) {
      throws.push(formatMove(text));
      continue;
    }
    const column = columns.indexOf(letter);
    const before = rows.at(-1)?.at(-1);
    if (before && column >= 0 && column === last && throws.length === 0) {
      before.text = `${formatMove(before.text)} ${formatMove(text)}`;
      continue;
    }
    if (column <= last || column < 0) rows.push([]);
    rows.at(-1)?.push({ letter, text, throws });
    throws = [];
    last = column;
  }
  if (throws.length > 0) rows.push([{ letter: "", text: "", throws }]);
  return rows;
}
