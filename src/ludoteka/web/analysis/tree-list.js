/** The tree of moves on the page, with variations indented below the move that they replace, and the steps through it with buttons and keys. */

import { START } from "./move-tree.js";
import { formatThrow } from "./throws.js";
import { createButton, html, scrollToCurrent } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {MoveTree} from "./move-tree.js" */

/** @typedef {"start" | "previous" | "next" | "end" | "above" | "below"} Where */

/** @type {Record<string, Where>} */
const KEYS = {
  Home: "start",
  ArrowLeft: "previous",
  ArrowRight: "next",
  End: "end",
  ArrowUp: "above",
  ArrowDown: "below",
};
const OTHER_KEYS = "input, textarea, select, dialog"; // elements with keys of their own

/** The buttons that step through the tree of moves. */
export class Steps {
  #buttons;
  element;

  /** @param {(where: Where) => void} onStep */
  constructor(onStep) {
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {Where} */ where) => {
      const button = createButton(sign, () => onStep(where), "step");
      button.setAttribute("aria-label", label);
      return button;
    };
    const back = [step("«", t("First position"), "start"), step("‹", t("Previous move"), "previous")];
    const on = [step("›", t("Next move"), "next"), step("»", t("Last position"), "end")];
    this.#buttons = { back, on };
    this.element = html("div", { class: "steps", role: "group", "aria-label": t("Steps through the moves") }, ...back, ...on);
  }

  /**
   * Let the buttons show where it goes on. They stay focusable, so that the focus is never lost.
   * @param {boolean} canGoBack
   * @param {boolean} canGoOn
   */
  show(canGoBack, canGoOn) {
    for (const button of this.#buttons.back) button.setAttribute("aria-disabled", String(!canGoBack));
    for (const button of this.#buttons.on) button.setAttribute("aria-disabled", String(!canGoOn));
  }
}

/**
 * Step with the arrow keys, Home and End, except in elements that use them in another way. So does the board, unless it
 * was used with a pointer last.
 * @param {Element} board
 * @param {(where: Where) => void} onStep
 */
export function listenToKeys(board, onStep) {
  let isPointing = false;
  const step = (/** @type {KeyboardEvent} */ event) => {
    const { key, target } = event;
    if (key === "Tab") isPointing = false;
    const where = KEYS[key];
    const isTaken = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element);
    if (!where || isTaken || target.closest(OTHER_KEYS) || (!isPointing && board.contains(target))) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(where);
  };
  board.addEventListener("pointerdown", () => (isPointing = true));
  addEventListener("keydown", step, { capture: true }); // before the board hears of it
}

const CHANCE = "chance"; // the seat of the dice

/** The tree of moves: the main line, with variations. */
export class TreeList {
  #lines = html("div", { class: "lines" });
  element = html("section", { class: "tree", tabindex: 0, "aria-label": t("Moves") }, this.#lines);
  /** The move that led to the position that is shown. */ #current = START;

  /** @param {(number: number) => void} onMove a move was picked */
  constructor(onMove) {
    this.onMove = onMove;
  }

  /**
   * Show a tree, scrolled to the move that led to the position that is shown.
   * @param {MoveTree} tree
   * @param {string} first the letter of the seat with whose turn a new number begins
   * @param {number} current
   */
  show(tree, first, current) {
    this.#current = current;
    const start = this.#button(START, t("First position"), "start");
    const following = tree.at(START).following;
    const line = following.length > 0 ? this.#line(tree, following, { first, turn: 0, last: "" }) : [];
    this.#lines.replaceChildren(start, ...comment(tree, START), ...line);
    scrollToCurrent(this.element);
  }

  /**
   * Return the elements of a line: its moves, each with its comment and with the variations in its place.
   * @param {MoveTree} tree
   * @param {number[]} begin the moves with which the line can begin; the first does
   * @param {Count} count
   * @returns {HTMLElement[]}
   */
  #line(tree, begin, count) {
    const elements = [];
    let isBegun = false;
    for (let following = begin; following[0] !== undefined; following = tree.at(following[0]).following) {
      const [number, ...others] = following;
      const before = count;
      count = next(before, tree.at(number).actor);
      elements.push(this.#move(tree, number, count, !isBegun || count.turn > before.turn), ...comment(tree, number));
      for (const other of others)
        elements.push(html("div", { class: "variation" }, ...this.#line(tree, [other], before)));
      isBegun = others.length === 0;
    }
    return elements;
  }

  /**
   * @param {MoveTree} tree
   * @param {number} number
   * @param {Count} count
   * @param {boolean} isNumbered
   */
  #move(tree, number, { first, turn }, isNumbered) {
    const { text, actor } = tree.at(number);
    if (actor === CHANCE) return this.#button(number, formatThrow(text), "throw");
    const label = html("span", { class: "number" }, `${turn}${actor === first ? "." : "…"} `);
    return this.#button(number, isNumbered && turn > 0 ? html("span", {}, label, text) : text, "");
  }

  /**
   * @param {number} number
   * @param {Node | string} content
   * @param {string} kind
   */
  #button(number, content, kind) {
    const press = () => this.onMove(number);
    return html("button", { type: "button", class: `move ${kind}`, "aria-current": number === this.#current && "true", click: press }, content);
  }
}

/** @typedef {{first: string, turn: number, last: string}} Count the turn so far, and who acted last in it */

/**
 * @param {Count} count
 * @param {string | null} actor
 * @returns {Count}
 */
function next({ first, turn, last }, actor) {
  if (actor === null || actor === CHANCE) return { first, turn, last };
  const begins = turn === 0 || (actor === first && last !== first);
  return { first, turn: begins ? turn + 1 : turn, last: actor };
}

/**
 * @param {MoveTree} tree
 * @param {number} number
 */
function comment(tree, number) {
  const text = tree.at(number).comment;
  return text ? [html("span", { class: "comment" }, text)] : [];
}
