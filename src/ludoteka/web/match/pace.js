/** The speed of computers. Readers who play against nobody else choose it; the house then makes its pauses shorter or longer. */

import { createOptions, html } from "../common/elements.js";
import { recall } from "../common/switches.js";
import { t } from "../common/texts.js";
import { onlyComputersPlay } from "./exits.js";

/** @import {LastView} from "#api" */
/** @import {View} from "../common/types.js" */
/** @import {Connection} from "./connection.js" */

/** @typedef {NonNullable<LastView["pace"]>} Speed */

const KEY = "pace"; // in localStorage
/** How long a roll of the dice takes at each speed, the slowest first. @type {Record<Speed, number>} */
const SHARES = { slow: 1, normal: 1, fast: 0.4, instant: 0 };

/** The speed that the reader has chosen in this browser. @returns {Speed} */
export function chosenPace() {
  const chosen = /** @type {Speed} */ (recall(KEY));
  return Object.hasOwn(SHARES, chosen) ? chosen : "normal";
}

/** The choice in the menu, which is valid from the next step on. */
export class Pace {
  #choice;
  element;

  /** @param {Connection} connection */
  constructor(connection) {
    const choose = () => {
      localStorage.setItem(KEY, this.#choice.value);
      connection.sayHello();
    };
    /** @type {[Speed, string][]} */
    const speeds = [["slow", t("slow")], ["normal", t("normal")], ["fast", t("fast")], ["instant", t("at once")]];
    this.#choice = html("select", { change: choose }, ...createOptions(speeds, chosenPace()));
    this.element = html("label", { class: "switch", hidden: true }, html("span", {}, t("Speed of computers")), this.#choice);
  }

  /** @param {View} view */
  show(view) {
    const { seats, result } = view;
    const isAlone = seats.some((seat) => seat.yours) && seats.every((seat) => seat.yours || seat.kind === "computer");
    this.element.hidden = !(isAlone || onlyComputersPlay(view)) || result !== null || seats.every((seat) => seat.yours);
  }

  /** The share of its usual time that a roll of the dice takes. */
  get share() {
    return this.element.hidden ? 1 : SHARES[chosenPace()];
  }
}
