/** What the pages of all reviews have: the heading, the keys that step through the match, the positions on the board and the list of moves. */

import { Board } from "../board/board.js";
import { Sheets } from "../board/sheets.js";
import { matchUrl } from "../common/api.js";
import { html, scrollToCurrent } from "../common/elements.js";
import { createProblem, explainRefusal } from "../common/forms.js";
import { say, t } from "../common/texts.js";
import { BoardTurn } from "../match/board-turn.js";
import { fetchPosition } from "./review-api.js";

/** @import {Mark, Message} from "#api" */
/** @import {Looks} from "../board/looks.js" */
/** @import {Scene} from "../common/types.js" */
/** @import {Position} from "./review-api.js" */

/** @typedef {{match: string, game: string, looks: Looks, title: Message, levels: number, usualLevel: number}} AboutMatch the match, and what the house says about the game */

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Lay out the page: the heading, the stage, and beside it elements in which the arrow keys step through the match.
 * @param {AboutMatch} about
 * @param {Positions} positions
 * @param {Element[]} belowBoard
 * @param {Element[]} beside
 * @param {(by: number) => void} step
 */
export function layOut({ match, title }, { board, turn }, belowBoard, beside, step) {
  const back = html("a", { class: "button", href: matchUrl(match) }, t("Go to the match"));
  const ways = html("p", { class: "row" }, turn.button, back);
  const head = html("div", { class: "row head" }, html("h1", {}, t("Review: {game}", { game: say(title) })), ways);
  const side = html("div", { class: "side" }, ...beside);
  side.addEventListener("keydown", (event) => {
    const by = STEPS[event.key];
    const isFree = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (by === undefined || !isFree || (event.target instanceof Element && event.target.matches("input, select"))) return;
    event.preventDefault();
    step(by);
  });
  return [head, html("div", { class: "stage" }, board.element, ...belowBoard), side];
}

/** The positions on the board: each is fetched once, and what is wanted last is shown. */
export class Positions {
  /** By the number of moves, the line after them, and the seat. @type {Map<string, Promise<Position>>} */ #positions = new Map();
  #wanted = "";
  problem = createProblem();

  /** @param {AboutMatch} about */
  constructor({ match, game, looks }) {
    this.match = match;
    this.game = game;
    this.board = new Board(looks, new Sheets(match), {});
    this.turn = new BoardTurn(this.board);
  }

  /**
   * Show the position after this many moves and a line of others.
   * @param {number} number
   * @param {string[]} line
   * @param {(scene: Scene) => Mark[]} findMarks additional marks
   * @param {string} [seat] whose view is shown; none for that of the house
   * @returns {Promise<Scene | null>} null if another position is wanted by now
   */
  async show(number, line, findMarks, seat = "") {
    const key = JSON.stringify([number, line, seat]);
    this.#wanted = key;
    const loading = this.#positions.get(key) ?? fetchPosition(this.match, number, line, seat);
    this.#positions.set(key, loading);
    /** @type {Scene | null} */ let shown = null;
    const refused = await explainRefusal(this.problem, async () => {
      const { scene, turned } = await loading;
      if (key !== this.#wanted) return;
      this.turn.show({ game: this.game, seats: [{ letter: "", yours: true, turned }] });
      this.board.hinted = findMarks(scene);
      this.board.show(scene, true);
      shown = scene;
    });
    if (refused) this.#positions.delete(key);
    return shown;
  }
}

/** @typedef {{name: string, text: string, grade: string, note: string, isThrow: boolean}} Row what the list says about a move; name: "" if the text is a sentence */

/** The list of all moves, with their grades. */
export class StepList {
  /** @type {HTMLElement[]} */ #buttons;
  element;

  /**
   * @param {Row[]} rows
   * @param {(number: number) => void} onPick a move was picked: its number, from 1
   */
  constructor(rows, onPick) {
    this.#buttons = rows.map(({ name, text, grade, note, isThrow }, index) =>
      html(
        "button",
        { type: "button", class: isThrow ? "step throw" : "step", click: () => onPick(index + 1) },
        name && html("span", { class: "who" }, name),
        html("span", { class: "text" }, text),
        note && html("span", { class: `grade ${grade}` }, note),
      ),
    );
    const items = this.#buttons.map((button) => html("li", {}, button));
    this.element = html("section", { class: "steps", tabindex: 0, "aria-label": t("Moves") }, html("ol", {}, ...items));
  }

  /**
   * Mark the move that led to a position, and scroll the list to it.
   * @param {number} number how many moves had been played
   */
  mark(number) {
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.#buttons[number - 1]?.setAttribute("aria-current", "true");
    scrollToCurrent(this.element);
  }
}
