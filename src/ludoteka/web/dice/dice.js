/** Dice, drawn with pips and animated when they are thrown, and the button that throws them. A die with more than six faces shows a number. */

import { createButton, html, svg } from "../common/elements.js";
import { createSwitch, isOn } from "../common/switches.js";
import { plural, t } from "../common/texts.js";
import { waitForRest } from "../board/motion.js";

/** @import {Board} from "../board/board.js" */
/** @import {Connection} from "../match/connection.js" */
/** @import {View} from "../common/types.js" */

/** The spots of a 3×3 grid that are pips, row by row. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const ROLL = [
  { transform: "translate(-3rem, -0.75rem) rotate(-540deg)", opacity: 0.3 },
  { transform: "translate(0.4rem, 0) rotate(20deg)", opacity: 1, offset: 0.7 },
  { transform: "none", opacity: 1 },
];
const ROLL_MILLISECONDS = 600;
const LAG = 70; // milliseconds between the dice

export class Dice {
  element = html("div", { class: "dice", role: "img", hidden: true });
  /** The share of its usual time that a roll takes. */ share = 1;

  /**
   * Show a throw; dice that are used are dimmed. While there is none, the previous throw stays, dimmed.
   * @param {number[]} faces that can be used
   * @param {boolean} isThrown thrown just now, so the dice roll
   * @param {number[]} thrown all faces of the throw
   */
  show(faces, isThrown, thrown = faces) {
    this.element.classList.toggle("past", faces.length === 0);
    if (thrown.length === 0) return;
    const drawn = thrown.map(drawDie);
    const unused = [...faces];
    for (const [index, face] of thrown.entries()) {
      const found = unused.indexOf(face);
      if (found < 0) drawn[index]?.classList.add("used");
      else unused.splice(found, 1);
    }
    this.element.hidden = false;
    const named = faces.length > 0 ? faces : thrown;
    this.element.setAttribute("aria-label", plural("Die: {faces}", "Dice: {faces}", named.length, { faces: named.join(", ") }));
    this.element.replaceChildren(...drawn);
    if (!isThrown || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timing = { duration: ROLL_MILLISECONDS * this.share, easing: "ease-out", fill: /** @type {const} */ ("backwards") };
    for (const [index, one] of drawn.entries()) one.animate(ROLL, { ...timing, delay: index * LAG * this.share });
  }
}

/** @param {number} face */
function drawDie(face) {
  const pips = PIPS[face]?.map((spot) => svg("circle", { cx: (spot % 3) - 1, cy: Math.floor(spot / 3) - 1, r: 0.3 }));
  const body = svg("rect", { x: -1.75, y: -1.75, width: 3.5, height: 3.5, rx: 0.6 });
  return svg("svg", { class: "die", viewBox: "-2 -2 4 4" }, body, ...(pips ?? [svg("text", { y: 0.6 }, String(face))]));
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
  }

  /**
   * Show or hide the button without losing the focus.
   * @param {boolean} isDue
   */
  show(isDue) {
    const hadFocus = document.activeElement === this.element;
    this.element.hidden = !isDue;
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
