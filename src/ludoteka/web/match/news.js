/** What has happened in a match: since the previous view, in the last turn, and since this browser last showed it. */

import { createButton, html } from "../common/elements.js";
import { joinSentences, plural, say, t } from "../common/texts.js";
import { readFaces } from "../dice/dice.js";

/** @import {Mark, Move} from "#api" */
/** @import {Board} from "../board/board.js" */
/** @import {View} from "../common/types.js" */

const CHANCE = "chance"; // the seat of the dice

/**
 * Describe what has happened.
 * @param {View | null} before
 * @param {View} view
 * @param {Move[]} moves the new moves
 * @param {boolean} isBack a move was taken back
 * @returns {string[]}
 */
export function describeNews(before, view, moves, isBack) {
  if (!before) return [];
  if (isBack) return [t("The last move was taken back")];
  const titles = new Map(view.seats.map((seat) => [seat.letter, say(seat.title)]));
  const thrower = titles.get(before.thrower ?? "");
  const thrown = thrower ? t("{seat} throws", { seat: thrower }) : t("Throw");
  const acts = moves.map(([letter, text, says], index) => {
    if (says) return says.map((sentence) => say(sentence)).join(" ");
    if (letter !== CHANCE) return `${titles.get(letter)}: ${text ?? t("a hidden move")}`;
    const areShown = index === moves.length - 1 && view.scene.dice.length > 0;
    return `${thrown}: ${areShown ? view.scene.dice.join(", ") : readThrow(text)}`;
  });
  const gone = moves.some(([, , says]) => says) ? [] : describeCaptures(before, view); // such sentences already mention captures
  return acts.length > 0 && gone.length > 0 ? [...acts, t("Captured: {pieces}", { pieces: gone.join(", ") })] : acts;
}

/**
 * Return a throw as people read it, "1, 3, 5" for "r135"; another text as it is.
 * @param {string | null} text
 */
const readThrow = (text) => readFaces(text).join(", ") || (text ?? "…");

/**
 * @param {View} before
 * @param {View} view
 */
function describeCaptures(before, view) {
  if (view.whole) return []; // ids may now belong to other pieces
  const now = new Set(view.scene.pieces.map((piece) => piece.id));
  const gone = before.scene.pieces.filter((piece) => !now.has(piece.id));
  return gone.map((piece) => `${say(piece.label)} ${piece.place}`);
}

/**
 * Tell whether the last move is a throw.
 * @param {Move[]} moves
 */
export function endsWithThrow(moves) {
  return moves.at(-1)?.[0] === CHANCE;
}

/**
 * Find the last throw: its faces, as the list of moves has them or else those that can still be used, and the number of the seat that threw.
 * @param {View} view
 * @param {Move[]} moves all of the match
 * @param {number} [end] how many of them had been played
 * @param {number[]} [dice] that could be used then
 * @returns {Throw}
 */
export function findThrow({ scene, seats, to_act: next }, moves, end = moves.length, dice = scene.dice) {
  const last = moves.slice(0, end).map(([letter]) => letter).lastIndexOf(CHANCE);
  const faces = readFaces(moves[last]?.[1] ?? null);
  const [letter] = moves[last + 1] ?? [next];
  const isWhole = faces.length > 0 && dice.every((face) => faces.includes(face));
  return { faces: isWhole ? faces : dice, seat: seats.find((seat) => seat.letter === letter)?.number ?? -1 };
}

/** @typedef {{faces: number[], seat: number}} Throw */

/** What the page remembers of a turn after a throw: all its dice, and the marks of all its moves, until the next throw. */
export class LastTurn {
  /** @type {Throw} */ thrown = { faces: [], seat: -1 };
  /** The marks of the last move. @type {Mark[]} */ #marks = [];
  /** The marks of the moves before it. @type {Mark[]} */ #before = [];

  /**
   * Remember what a view adds to the turn.
   * @param {View} view
   * @param {Move[]} moves all of the match
   * @param {Move[]} added the new ones
   * @param {boolean} isBack a move was taken back
   */
  update(view, moves, added, isBack) {
    const { scene, whole } = view;
    if (whole || isBack || endsWithThrow(added)) [this.thrown, this.#before] = [findThrow(view, moves), []];
    else if (added.length > 0 && this.thrown.faces.length > 0) this.#before.push(...this.#marks);
    this.#marks = scene.marks;
  }

  /** The marks of the earlier moves of the turn, one for each place that the last move left alone. */
  get trail() {
    const trail = new Map(this.#before.map((mark) => [mark.place, mark]));
    for (const { place } of this.#marks) trail.delete(place);
    return [...trail.values()];
  }
}

const SHOWN = 10; // moves listed openly; earlier ones are folded
const OVER = " over";

/** The report of what happened in a match since this browser last showed it. */
export class AbsenceReport {
  element = html("section", { class: "absence", "aria-label": t("Since you left"), hidden: true });
  #headline = html("p", { role: "status" });
  #list = html("div", { class: "since", tabindex: 0 });
  /** The last view and its number of moves. @type {[View, number] | null} */ #last = null;

  /** @param {Board} board which gets the focus when the report is closed */
  constructor(board) {
    const away = createButton(t("OK"), () => {
      this.element.hidden = true;
      board.keys.focus();
    });
    this.element.append(this.#headline, this.#list, away);
    document.addEventListener("visibilitychange", () => this.#remember());
  }

  /**
   * Report what is new when the match is opened; remember what was shown.
   * @param {View} view
   * @param {Move[]} moves all of the match
   * @param {Move[]} added new in this view
   */
  show(view, moves, added) {
    const mine = view.seats.filter((seat) => seat.yours).map((seat) => seat.letter);
    if (!this.#last) this.#report(view, moves);
    else if (added.some(([letter]) => mine.includes(letter))) this.element.hidden = true; // the reader plays again
    this.#last = [view, moves.length];
    this.#remember();
  }

  /** Store how much of the match was seen, if the page is visible. */
  #remember() {
    if (!this.#last || document.hidden) return;
    const [view, moves] = this.#last;
    localStorage.setItem(`seen ${view.id}`, `${moves}${view.result ? OVER : ""}`);
  }

  /**
   * @param {View} view
   * @param {Move[]} moves
   */
  #report(view, moves) {
    const seen = localStorage.getItem(`seen ${view.id}`);
    if (seen === null) return;
    const lines = describeMoves(view, moves.slice(Number.parseInt(seen, 10)));
    const count = lines.filter((line) => line.isMove).length;
    const ending = view.result && !seen.endsWith(OVER) ? say(view.scene.status) : "";
    if (count === 0 && !ending) return;
    const told = plural("{count} move since you left", "{count} moves since you left", count);
    this.element.hidden = false;
    this.#headline.textContent = joinSentences([count > 0 ? told : "", ending]);
    const texts = lines.map((line) => line.text);
    const earlier = texts.slice(0, -SHOWN);
    const title = plural("{count} earlier", "{count} earlier", earlier.length);
    const fold = html("details", { hidden: earlier.length === 0 }, html("summary", {}, title), createMoveList(earlier));
    this.#list.replaceChildren(fold, createMoveList(texts.slice(-SHOWN)));
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/**
 * @param {View} view
 * @param {Move[]} moves
 */
function describeMoves(view, moves) {
  /** @type {{text: string, isMove: boolean}[]} */ const lines = [];
  /** @type {string[]} */ let thrown = [];
  const words = describeNews(view, view, moves, false);
  for (const [index, move] of moves.entries()) {
    const text = words[index] ?? "";
    if (endsWithThrow([move]) && !move[2]) thrown.push(readThrow(move[1]));
    else {
      lines.push({ text: thrown.length > 0 ? `${text} (${thrown.join("; ")})` : text, isMove: true });
      thrown = [];
    }
  }
  if (thrown.length > 0) lines.push({ text: `${t("Throw")}: ${thrown.join("; ")}`, isMove: false });
  return lines;
}

/** @param {string[]} texts */
function createMoveList(texts) {
  return html("ol", {}, ...texts.map((text) => html("li", {}, text)));
}
