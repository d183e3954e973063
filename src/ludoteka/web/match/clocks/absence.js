/** The report of what happened in a match since this browser last showed it. */

import { createButton, html } from "../../common/elements.js";
import { endsWithThrow, describeNews } from "../moves/news.js";
import { joinSentences, plural, say, t } from "../../common/texts.js";

/** @import {Board} from "../../board/board.js" */
/** @import {Move, View} from "../../common/types.js" */

const SHOWN = 10; // moves listed openly; earlier ones are folded
const OVER = " over";

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
    localStorage.setItem(storageKey(view.id), `${moves}${view.result ? OVER : ""}`);
  }

  /**
   * @param {View} view
   * @param {Move[]} moves
   */
  #report(view, moves) {
    const seen = loadRemembered(view.id);
    if (!seen) return;
    const lines = describeMoves(view, moves.slice(seen.moves));
    const count = lines.filter((line) => line.isMove).length;
    const ending = view.result && !seen.isOver ? say(view.scene.status) : "";
    if (count === 0 && !ending) return;
    const told = plural("{count} move since you left", "{count} moves since you left", count);
    this.element.hidden = false;
    this.#headline.textContent = joinSentences([count > 0 ? told : "", ending]);
    const texts = lines.map((line) => line.text);
    this.#list.replaceChildren(...createFold(texts.slice(0, -SHOWN)), createList(texts.slice(-SHOWN)));
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/**
 * Describe the moves, each with its throws.
 * @param {View} view
 * @param {Move[]} moves
 */
function describeMoves(view, moves) {
  /** @type {{text: string, isMove: boolean}[]} */ const lines = [];
  /** @type {string[]} */ let thrown = [];
  const words = describeNews(view, view, moves, false);
  for (const [index, move] of moves.entries()) {
    const text = words[index] ?? "";
    if (endsWithThrow([move]) && !move[2]) thrown.push(move[1] ?? "…");
    else {
      lines.push({ text: thrown.length > 0 ? `${text} (${thrown.join(" ")})` : text, isMove: true });
      thrown = [];
    }
  }
  if (thrown.length > 0) lines.push({ text: `${t("Throw")}: ${thrown.join(" ")}`, isMove: false });
  return lines;
}

/** @param {string[]} texts */
function createFold(texts) {
  if (texts.length === 0) return [];
  const title = plural("{count} earlier", "{count} earlier", texts.length);
  return [html("details", {}, html("summary", {}, title), createList(texts))];
}

/** @param {string[]} texts */
function createList(texts) {
  return html("ol", {}, ...texts.map((text) => html("li", {}, text)));
}

/** @param {string} match */
function storageKey(match) {
  return `seen ${match}`;
}

/**
 * Load how much of a match this browser has shown.
 * @param {string} match
 * @returns {{moves: number, isOver: boolean} | null}
 */
function loadRemembered(match) {
  const kept = localStorage.getItem(storageKey(match));
  return kept === null ? null : { moves: Number.parseInt(kept, 10), isOver: kept.endsWith(OVER) };
}
