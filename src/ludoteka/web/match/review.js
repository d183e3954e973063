/** The keys that step through a match, wherever the focus is and they have no other function. */

import { HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { markMain } from "../common/page.js";
import { plural, say, t } from "../common/texts.js";
import { fetchPosition } from "../review/review-api.js";

/** @import {Board} from "../board/board.js" */
/** @import {Position} from "../review/review-api.js" */
/** @import {Scene, View} from "../common/types.js" */

const DEBOUNCE = 120; // milliseconds that the slider must rest before its position is fetched

export class Review {
  #first = createButton("«", () => this.go(0), "step");
  #previous = createButton("‹", () => this.go(this.number - 1), "step back");
  #next = createButton("›", () => this.go(this.number + 1), "step");
  #last = createButton("»", () => this.go(this.#length), "step");
  #present = createButton("", () => this.leave(), "primary present");
  #slider = html("input", { type: "range", min: 0, "aria-label": t("Move"), input: () => this.#slide() });
  #caption = html("p", { class: "caption", role: "status" });
  element = html(
    "section",
    { class: "review", "aria-label": t("Review of the match"), hidden: true },
    this.#first,
    this.#previous,
    this.#slider,
    this.#next,
    this.#last,
    this.#caption,
    this.#present,
  );
  /** Whether the reader may look back while the match is played, because it has no secrets. */ canLookBack = false;
  #isRunning = true;
  #length = 0; // moves of the match
  #seen = 0; // moves that had been played when the reader began to look back
  /** How many moves were played in the position that is shown. */ number = 0;
  #match = "";
  #timer = 0;
  #isLoading = false;
  /** Positions by the number of moves played. @type {Map<number, Promise<Position>>} */ #positions = new Map();

  /**
   * @param {(scene: Scene, number: number) => void} onPosition
   * @param {() => void} onPresent the reader has returned to the present
   */
  constructor(onPosition, onPresent) {
    this.onPosition = onPosition;
    this.onPresent = onPresent;
    const labels = [t("First position"), t("Previous move"), t("Next move"), t("Last position")];
    const keys = ["Home", "ArrowLeft", "ArrowRight", "End"];
    for (const [index, button] of [this.#first, this.#previous, this.#next, this.#last].entries()) {
      button.setAttribute("aria-label", labels[index]);
      button.setAttribute("aria-keyshortcuts", keys[index]);
    }
  }

  /** Whether the board shows an earlier position than the last one. */
  get isBack() {
    return !this.element.hidden && this.number < this.#length;
  }

  /**
   * Offer to step through a match. The reader stays at an earlier position, whatever is played.
   * @param {View} view
   * @param {number} length how many moves the match has
   */
  show(view, length) {
    const wasBack = this.isBack;
    this.element.hidden = length === 0 || (view.result === null && !this.canLookBack);
    for (const number of this.#positions.keys()) if (number > view.moves.from) this.#positions.delete(number); // taken back
    if (this.#isRunning && view.result) this.#positions.clear();
    if (!wasBack) this.#seen = length;
    this.number = wasBack ? Math.min(this.number, length) : length;
    this.#isRunning = view.result === null;
    this.#match = view.id;
    this.#length = length;
    this.#slider.max = String(length);
    this.#update();
    if (this.isBack) void this.go(this.number);
  }

  /**
   * Tell whether there is a position this many moves further.
   * @param {number} step
   */
  hasStep(step) {
    return !this.element.hidden && this.number + step >= 0 && this.number + step <= this.#length;
  }

  /** Return from an earlier position of a running match to the present. */
  leave() {
    if (this.isBack && this.#isRunning) void this.go(this.#length);
  }

  /**
   * Show the position after this number of moves.
   * @param {number} number
   */
  async go(number) {
    this.number = Math.min(Math.max(number, 0), this.#length);
    this.#update();
    if (this.#isPresent) {
      this.#caption.textContent = "";
      this.#seen = this.#length;
      this.onPresent();
    }
    if (this.#isLoading) return; // the house answers one request after the other: what is wanted last comes next
    this.#isLoading = true;
    try {
      while (!(await this.#load(this.number)));
    } finally {
      this.#isLoading = false;
    }
  }

  /** Whether the position is the present one of a running match, which needn't be fetched. */
  get #isPresent() {
    return this.#isRunning && this.number === this.#length;
  }

  /**
   * Load and show a position; return false if another one is wanted by now.
   * @param {number} wanted
   */
  async #load(wanted) {
    if (this.#isPresent) return true;
    const position = this.#positions.get(wanted) ?? fetchPosition(this.#match, wanted);
    this.#positions.set(wanted, position);
    const isWanted = () => wanted === this.number && this.#positions.get(wanted) === position;
    try {
      const { scene } = await position;
      if (!isWanted()) return false;
      const values = { number: wanted, length: this.#length };
      this.#caption.textContent = `${t("Move {number} of {length}", values)} · ${say(scene.status)}`;
      this.onPosition(scene, wanted);
      return isWanted();
    } catch (error) {
      this.#positions.delete(wanted);
      if (!(error instanceof HouseError)) throw error;
      this.#caption.textContent = error.message;
      return wanted === this.number;
    }
  }

  /** Let the slider and the buttons show where the review is. */
  #update() {
    clearTimeout(this.#timer);
    this.#slider.value = String(this.number);
    const [isLookingBack, count] = [this.isBack && this.#isRunning, this.#length - this.#seen];
    const news = count > 0 ? `: ${plural("{count} new move", "{count} new moves", count)}` : "";
    this.#present.textContent = `${t("Back to the present")}${news}`;
    this.#present.hidden = !isLookingBack;
    this.element.classList.toggle("at-present", this.#isPresent);
    markMain("looking-back", isLookingBack);
    for (const button of [this.#first, this.#previous]) button.setAttribute("aria-disabled", String(this.number === 0));
    for (const button of [this.#next, this.#last]) button.setAttribute("aria-disabled", String(this.number === this.#length));
  }

  #slide() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.go(Number(this.#slider.value)), DEBOUNCE);
  }
}

/** @type {Record<string, number>} */ const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const WITH_KEYS_OF_THEIR_OWN = "input, textarea, select, dialog, [popover]:popover-open";

/**
 * Tell whether a key is pressed where it has another function, such as in a field.
 * @param {KeyboardEvent} event
 */
export function isMeantElsewhere({ target, ctrlKey, altKey, metaKey }) {
  return ctrlKey || altKey || metaKey || (target instanceof Element && target.closest(WITH_KEYS_OF_THEIR_OWN) !== null);
}

/**
 * Let the left and right arrow step back and forth, and Home and End go to the start and the present. On the board, arrows
 * move the focus of a keyboard player.
 * @param {Review} review
 * @param {Board} board
 */
export function listenForSteps(review, board) {
  let isByPointer = false; // whether the reader plays by pointer
  document.addEventListener("pointerdown", () => (isByPointer = true), { capture: true });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (["Tab", "Enter", " "].includes(key)) isByPointer = false;
    const step = STEPS[key];
    if (step === undefined || event.shiftKey || isMeantElsewhere(event) || review.element.hidden) return;
    const isOnBoard = target instanceof Node && board.element.contains(target);
    const movesFocus = isOnBoard && (!isByPointer || board.path.length > 0);
    if (!review.isBack && (movesFocus || !Number.isFinite(step))) return;
    event.preventDefault();
    event.stopPropagation();
    void review.go(review.number + step);
  }, { capture: true });
}

const WIDE = matchMedia("(min-width: 56rem) and (min-height: 32rem)"); // the board is as high as the window
const NOTCH = 50; // pixels; a notch of a wheel is longer, and a touchpad sends many shorter ones
const LINE = 20; // pixels
const PAUSE = 40; // milliseconds between two steps

/**
 * Let the wheel step back and forth over the board where the page has nothing to scroll.
 * @param {Review} review
 * @param {Board} board
 */
export function listenForWheel(review, board) {
  let [turned, last] = [0, 0];
  const turn = (/** @type {WheelEvent} */ event) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const step = Math.sign(event.deltaY);
    if (!WIDE.matches || scrollHeight > clientHeight || event.ctrlKey || board.path.length > 0 || !step || !review.hasStep(step)) return;
    event.preventDefault();
    turned = (Math.sign(turned) === step ? turned : 0) + event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    if (Math.abs(turned) < NOTCH || event.timeStamp - last < PAUSE) return;
    [turned, last] = [0, event.timeStamp];
    void review.go(review.number + step);
  };
  board.element.addEventListener("wheel", turn, { passive: false });
}
