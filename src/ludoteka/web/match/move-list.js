/**
 * The list of moves: in two columns where two seats alternate, else one below the other. Throws stand before the moves
 * made with them. In a game that puts all its actions into sentences, the list consists of these; where only some have sentences,
 * two seats keep their columns, and the sentences are what a screen reader says.
 */

import { html, scrollToCurrent } from "../common/elements.js";
import { markMain } from "../common/page.js";
import { PartList } from "../common/part-list.js";
import { joinSentences, say, t } from "../common/texts.js";
import { describeNews } from "./news.js";

/** @import {Move, SeatStatus} from "#api" */
/** @import {View} from "../common/types.js" */

const CHANCE = "chance"; // the seat of the dice

export class MoveList {
  /** @type {Move[]} */ list = [];
  /** Whether the game says everything in sentences. */ isSaid = false;
  /** @type {SeatStatus[]} */ #seats = [];

  #rows = new PartList(html("ol", { class: "rows" }), (/** @type {Row} */ row) => this.#row(row));
  element = html("section", { class: "moves", tabindex: 0, "aria-label": t("Moves") }, this.#rows.element);

  /** @param {(number: number) => void} onMove a move was picked: its number, from 1 */
  constructor(onMove) {
    this.onMove = onMove;
  }

  /**
   * Update the list from a view; return the new moves.
   * @param {View} view
   * @param {boolean} canBePicked whether the reader may look at earlier positions
   */
  update({ moves, seats }, canBePicked) {
    const known = this.list.length;
    this.list = [...this.list.slice(0, moves.from), ...moves.list];
    this.isSaid = this.list.length > 0 && this.list.every(([, , says]) => says);
    const acts = this.list.filter(([letter]) => letter !== CHANCE);
    const areAllSaid = this.isSaid || (acts.length > 0 && acts.every(([, , says]) => says));
    const columns = seats.length === 2 && !areAllSaid ? seats.map((seat) => seat.letter) : [];
    this.#rows.element.classList.toggle("paired", columns.length > 0);
    this.element.classList.toggle("said", this.isSaid);
    markMain("with-sentences", this.isSaid);
    markMain("with-moves", this.list.length > 0);
    this.#seats = seats;
    this.#rows.show(arrangeRows(this.list, columns).map((cells, id) => ({ id, cells, canBePicked })));
    this.#mark(this.list.length);
    return this.list.slice(Math.max(known, moves.from));
  }

  /**
   * Tell what the last action did; actions that the game passes over in silence are left out.
   * @param {View} view
   */
  tellLast(view) {
    const last = [...this.list].reverse().find(([, , says]) => says?.length !== 0);
    const before = { ...view, thrower: view.thrower ?? view.to_act }; // whoever threw moves next
    return last ? joinSentences(describeNews(before, view, [last], false)) : "";
  }

  /**
   * The answer to the last action of the reader, who still plays.
   * @param {View} view
   */
  answerTo({ seats, result }) {
    if (result) return "";
    const letters = new Set(seats.filter((seat) => seat.yours).map((seat) => seat.letter));
    return sayMove([...this.list].reverse().find((move) => letters.has(move[0]) && sayMove(move)));
  }

  /**
   * Mark the move that led to a position, and scroll to it.
   * @param {number} number how many moves had been played
   */
  mark(number) {
    this.#mark(number);
    scrollToCurrent(this.element);
  }

  /** @param {number} number */
  #mark(number) {
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const cells = [...this.element.querySelectorAll(".move")];
    const current = number > 0 ? cells.find((cell) => Number(cell.getAttribute("data-end")) >= number) : undefined;
    current?.setAttribute("aria-current", "true");
  }

  /** Scroll to the last move, once the browser has laid the page out anyway. */
  scrollToEnd() {
    requestAnimationFrame(() => (this.element.scrollTop = this.element.scrollHeight));
  }

  /** @param {Row} row */
  #row({ cells, canBePicked }) {
    const seats = this.#seats;
    const drawn = cells.map(({ letter, text, throws, end }) => {
      const title = say(seats.find((seat) => seat.letter === letter)?.title ?? "");
      const column = `move column${seats.findIndex((seat) => seat.letter === letter)}`;
      const thrown = throws.length > 0 && html("span", { class: "throw" }, throws.join(" "));
      const content = [thrown, formatMove(text)];
      if (!canBePicked) return html("span", { class: column, title, "data-end": end }, ...content);
      const attributes = { class: column, title, "data-end": end, click: () => this.onMove(end) };
      return html("button", { type: "button", tabindex: -1, ...attributes }, ...content); // arrow keys step from one to the next
    });
    const [{ letter, isSentence = false }] = cells;
    const owner = seats.length > 2 && !isSentence ? letter : "";
    return html("li", owner ? { "data-owner": owner } : {}, ...drawn);
  }
}

/**
 * Return what the game says about a move; "" without a move.
 * @param {Move | undefined} move
 */
function sayMove(move) {
  return joinSentences(move?.[2]?.map(say) ?? []);
}

/** @param {string | null} text null for a hidden action */
function formatMove(text) {
  return text ?? "…";
}

/** @typedef {{letter: string, text: string | null, throws: string[], end: number, isSentence?: boolean}} Cell end: the number of its last move, from 1 */
/** @typedef {{id: number, cells: Cell[], canBePicked: boolean}} Row */

/**
 * Arrange moves in rows. A seat with a column starts a new row if the last cell of the row is in that column or to the
 * right of it; but further actions without another throw are added to the cell of that seat.
 * @param {Move[]} moves
 * @param {string[]} columns
 * @returns {Cell[][]}
 */
function arrangeRows(moves, columns) {
  /** @type {Cell[][]} */ const rows = [];
  /** @type {string[]} */ let throws = [];
  let last = Infinity;
  for (const [index, move] of moves.entries()) {
    const [letter, text, says] = move;
    const end = index + 1;
    if (says && columns.length === 0) {
      const sentences = sayMove(move);
      if (sentences) rows.push([{ letter, text: sentences, throws, end, isSentence: true }]); // some actions have no text
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
      before.end = end;
      continue;
    }
    if (column <= last || column < 0) rows.push([]);
    rows.at(-1)?.push({ letter, text, throws, end });
    throws = [];
    last = column;
  }
  if (throws.length > 0) rows.push([{ letter: "", text: "", throws, end: moves.length }]);
  return rows;
}
