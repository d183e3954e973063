/** The messages of the match page: status, prompt, notes, refusals with links to the rules, and a live region for screen readers. */

import { html } from "../common/elements.js";
import { joinSentences, say, t } from "../common/texts.js";
import { Bubble } from "./bubble.js";
import { canOnlyPass } from "./choices.js";

/** @import {View} from "../common/types.js" */

const NAMED = /\((\p{L}+ \d+)([^()]*)\)/u;
const NUMBER = /(\d+)/;

/**
 * Link the clauses of the rules that a text names, as "(clause 4)" and "(clauses 7 and 9)" do in every language. The links
 * open in a tab of their own, so that the match stays open.
 * @param {string} text
 * @param {string} game
 * @returns {(Node | string)[]}
 */
export function linkClauses(text, game) {
  const named = NAMED.exec(text);
  if (!named) return [text];
  const [whole, first = "", others = ""] = named;
  const further = others.split(NUMBER).map((part, index) => (index % 2 === 1 ? linkClause(part, game) : part));
  return [`${text.slice(0, named.index)}(`, linkClause(first, game), ...further, `)${text.slice(named.index + whole.length)}`];
}

/**
 * @param {string} text that ends with the number of a clause
 * @param {string} game
 */
function linkClause(text, game) {
  const [number] = /\d+$/.exec(text) ?? [""];
  return html("a", { href: `/rules/${game}#clause-${number}`, target: "_blank" }, text);
}

/**
 * Say why the reader can't act now.
 * @param {View} view in which it isn't theirs to act
 */
export function reasonNotToAct(view) {
  if (view.curtain) return t("Show the board first.");
  if (view.can.throw) return t("Throw first.");
  if (view.result) return t("This match is over.");
  if (!view.seats.some((seat) => seat.yours)) return t("You're watching this match.");
  return t("It isn't your turn yet.");
}

/**
 * Say whose turn it is, or how the match stands. A reader with one seat needn't know its name.
 * @param {View} view
 */
function describeTurn(view) {
  const { scene, seats } = view;
  return isOwnTurn(view) && seats.filter((seat) => seat.yours).length === 1 ? t("Your turn") : say(scene.status);
}

/**
 * Tell whether the reader is to throw or to move, and can do more than pass.
 * @param {View} view
 */
const isOwnTurn = ({ scene, can, yours }) => can.throw || (yours && !canOnlyPass(scene));

export class Announcer {
  /** Whose turn it is. */ #status = html("p", { class: "status" });
  /** The answer to the reader's own last action; it stays while others act. */ bubble = new Bubble();
  /** What the reader is asked to do. */ #prompt = html("p", { class: "prompt" });
  /** What the last action did; the live region says it with the status. */ #last = html("p", { class: "last", "aria-hidden": "true" });
  #note = html("p", { class: "note" });
  #refusal = html("p", { class: "refusal", role: "alert" });
  #spoken = html("p", { class: "unseen", role: "status" });
  #lastAsked = "";

  /** @param {HTMLElement} ending shown instead of the status when the match is over */
  constructor(ending) {
    const lines = [this.#status, this.bubble.element, this.#last, this.#prompt, this.#note];
    this.element = html("div", { class: "voice" }, ending, ...lines, this.#refusal, this.#spoken);
  }

  /**
   * Show the status, and announce what is new; a note or a refusal stays until then, even if spectators come or go.
   * @param {View} view
   * @param {string[]} news
   * @param {string} prompt
   */
  showStatus(view, news, prompt) {
    const status = describeTurn(view);
    const asked = joinSentences([prompt, status]);
    if (news.length > 0 || asked !== this.#lastAsked) this.announce(joinSentences([...news, asked]));
    this.#lastAsked = asked;
    this.#status.textContent = status;
    this.#status.hidden = view.result !== null;
    this.#status.classList.toggle("thinking", view.thinking);
    this.#status.classList.toggle("own", isOwnTurn(view));
  }

  /** @param {string} text */
  showPrompt(text) {
    this.#prompt.textContent = text;
  }

  /**
   * Show what the last action did, below the answer to the reader's own.
   * @param {string} text
   * @param {string} answer
   */
  showLastAction(text, answer) {
    this.bubble.show(answer);
    this.#last.textContent = text === answer ? "" : text;
  }

  /**
   * Hide what the last action did while an earlier position is shown; its room stays, so that the board and the buttons do, too.
   * @param {boolean} isHidden
   */
  hideLastAction(isHidden) {
    this.#last.classList.toggle("past", isHidden);
  }

  /**
   * Show a refusal and announce it at once.
   * @param {...(Node | string)} content
   */
  showRefusal(...content) {
    this.clear();
    this.#refusal.replaceChildren(...content);
  }

  /**
   * Show and announce a note.
   * @param {string} text
   */
  showNote(text) {
    this.announce(text);
    this.#note.textContent = text;
  }

  /**
   * Announce a text that the page shows already.
   * @param {string} text
   */
  announce(text) {
    this.clear();
    this.#spoken.textContent = text;
  }

  /** Clear notes and refusals. */
  clear() {
    this.#note.textContent = "";
    this.#refusal.textContent = "";
  }
}
