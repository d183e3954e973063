/** Dice, drawn with pips and animated when they are thrown, and the button that throws them; a click on dice on the board does so too. A die with more than six faces shows a number. */

import { createButton, html, svg } from "../common/elements.js";
import { createSwitch, isOn } from "../common/switches.js";
import { plural, t } from "../common/texts.js";
import { isMotionReduced, waitForRest } from "../board/motion.js";

/** @import {Board} from "../board/board.js" */
/** @import {DiceLayer} from "../board/dice-layer.js" */
/** @import {Connection} from "../match/connection.js" */
/** @import {View} from "../common/types.js" */

/** The spots of a 3×3 grid that are pips, row by row. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
/** A roll, in the units of `drawDie`. */
const ROLL = [
  { transform: "translate(-6px, -1.5px) rotate(-540deg)", opacity: 0.3 },
  { transform: "translate(0.6px, 0) rotate(20deg)", opacity: 1, offset: 0.7 },
  { transform: "none", opacity: 1 },
];
const ROLL_MILLISECONDS = 560;
const LAG = 60; // milliseconds between the dice

/**
 * Return the faces that the text of a throw names, as "r135" does; none if it names them in another way.
 * @param {string | null} text
 */
export function readFaces(text) {
  return text && /^r\d+$/.test(text) ? [...text.slice(1)].map(Number) : [];
}

export class Dice {
  element = html("div", { class: "dice", role: "img", hidden: true });
  /** The share of its usual time that a roll takes. */ share = 1;
  /** The dice that lie there. @type {SVGElement[]} */ #dice = [];
  #lying = ""; // what distinguishes their throw from another

  /** @param {DiceLayer} layer of the board, on which the dice may lie */
  constructor(layer) {
    this.layer = layer;
  }

  /**
   * Show a throw; dice that are used are dimmed. While there is none, the previous throw stays, dimmed.
   * @param {number[]} faces that can be used
   * @param {boolean} isThrown thrown just now, so the dice roll
   * @param {number[]} thrown all faces of the throw
   * @param {number} seat that has thrown, if it is known
   */
  show(faces, isThrown, thrown = faces, seat = -1) {
    for (const element of [this.element, this.layer.element]) element.classList.toggle("past", faces.length === 0);
    if (thrown.length === 0) return;
    this.#lay(thrown, seat, isThrown);
    const drawn = this.#dice;
    const unused = [...faces];
    for (const [index, face] of thrown.entries()) {
      const found = unused.indexOf(face);
      drawn[index]?.classList.toggle("used", found < 0);
      if (found >= 0) unused.splice(found, 1);
    }
    this.element.hidden = false;
    const named = faces.length > 0 ? faces : thrown;
    const label = plural("Die: {faces}", "Dice: {faces}", named.length, { faces: named.join(", ") });
    this.element.setAttribute("aria-label", label);
    if (this.layer.isOnBoard) this.element.textContent = label; // seen by nobody, but read by screen readers
    if (!isThrown || isMotionReduced()) return;
    const timing = { duration: ROLL_MILLISECONDS * this.share, easing: "ease-out", fill: /** @type {const} */ ("backwards") };
    for (const [index, one] of drawn.entries()) one.animate(ROLL, { ...timing, delay: index * LAG * this.share });
  }

  /**
   * Lay the dice of a throw down, on the board or beside it, unless they lie there already.
   * @param {number[]} thrown
   * @param {number} seat
   * @param {boolean} isThrown
   */
  #lay(thrown, seat, isThrown) {
    const { isOnBoard } = this.layer;
    const lying = `${thrown} ${seat} ${isOnBoard}`;
    if (!isThrown && lying === this.#lying) return;
    this.#lying = lying;
    this.#dice = thrown.map(drawDie);
    this.element.classList.toggle("unseen", isOnBoard);
    if (isOnBoard) this.layer.lay(this.#dice, seat);
    else this.element.replaceChildren(...this.#dice.map((die) => svg("svg", { viewBox: "-2 -2 4 4" }, die)));
  }
}

/**
 * Draw a die that is four units wide, with its centre in the origin.
 * @param {number} face
 */
function drawDie(face) {
  const shade = svg("rect", { class: "shade", x: -1.75, y: -1.45, width: 3.5, height: 3.5, rx: 0.7 });
  const pips = PIPS[face]?.map((spot) => svg("circle", { cx: (spot % 3) - 1, cy: Math.floor(spot / 3) - 1, r: 0.3 }));
  const body = svg("rect", { x: -1.75, y: -1.75, width: 3.5, height: 3.5, rx: 0.7 });
  return svg("g", { class: "die" }, shade, body, ...(pips ?? [svg("text", { y: 0.6 }, String(face))]));
}

const AUTOMATIC = "throws"; // in localStorage

/** The button that throws the dice; Space and Enter work as well where they have no other function. */
export class ThrowButton {
  element = createButton(t("Throw now"), () => this.#throw(), "primary throw");
  /** Lets the page throw without being asked. */ switch = createSwitch(t("Throw the dice automatically"), AUTOMATIC, { onChange: () => this.throwAutomatically() });

  /**
   * @param {Connection} connection
   * @param {Board} board
   */
  constructor(connection, board) {
    this.connection = connection;
    this.board = board;
    this.element.hidden = this.switch.hidden = true;
    document.addEventListener("keydown", (event) => this.#handleKey(event), { capture: true });
    board.drawing.dice.element.addEventListener("click", () => this.element.hidden || this.#throw());
  }

  /**
   * Show or hide the button without losing the focus.
   * @param {boolean} isDue
   */
  show(isDue) {
    const hadFocus = document.activeElement === this.element;
    this.element.hidden = !isDue;
    this.board.drawing.dice.element.classList.toggle("due", isDue);
    this.element.removeAttribute("aria-disabled");
    if (isDue && document.activeElement === document.body) this.element.focus({ preventScroll: true });
    if (!isDue && hadFocus) this.board.keys.focus();
  }

  /**
   * Offer the switch where players throw, and the reader is one of them.
   * @param {Pick<View, "thrower" | "seats">} view
   */
  offerSwitch({ thrower, seats }) {
    if (thrower !== null && seats.some((seat) => seat.yours)) this.switch.hidden = false;
  }

  /** Throw if that is due and the reader wants it done automatically, once the pieces have come to rest. */
  async throwAutomatically() {
    if (this.element.hidden || !isOn(AUTOMATIC)) return;
    await waitForRest(this.board.element);
    if (!this.element.hidden) this.#throw();
  }

  #throw() {
    if (this.connection.isBusy) return;
    this.element.setAttribute("aria-disabled", "true"); // until the house answers; a disabled button would lose the focus
    this.connection.command("throw");
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const { target, key } = event;
    const isFree = target === document.body || (target instanceof Node && this.board.element.contains(target));
    if (this.element.hidden || !isFree || event.repeat || !["Enter", " "].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#throw();
  }
}
