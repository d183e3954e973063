/** The place of the dice on a board: they lie side by side around a point, each a little turned. */

import { svg } from "../common/elements.js";

const APART = 1.08; // units between the dice
const SIZE = 0.24; // of a die that is drawn four units wide
const TILTS = [-13, 8, -4, 11, -9, 5]; // degrees

export class DiceLayer {
  /** Style sheets of games may shift it with `translate`, for each seat in its own direction. */ #throw = svg("g");
  element = svg("g", { class: "thrown", "aria-hidden": "true", hidden: true }, this.#throw);

  /** Whether the dice lie on the board, and not beside it. */
  get isOnBoard() {
    return !this.element.hasAttribute("hidden");
  }

  /** @param {[number, number] | null} at the centre of the dice; null if they lie beside the board */
  moveTo(at) {
    this.element.toggleAttribute("hidden", !at);
    if (at) this.element.setAttribute("transform", `translate(${at.join(" ")})`);
  }

  /**
   * Lay dice down in the colours of the seat that has thrown them.
   * @param {SVGElement[]} dice
   * @param {number} seat negative if nobody knows whose throw it is
   */
  lay(dice, seat) {
    const left = (-APART * (dice.length - 1)) / 2;
    const lying = dice.map((die, index) => {
      const spot = `translate(${left + index * APART} 0) rotate(${TILTS[index % TILTS.length]}) scale(${SIZE})`;
      return svg("g", { transform: spot }, die);
    });
    this.#throw.setAttribute("class", `throw seat${seat}`);
    this.#throw.replaceChildren(...lying);
  }
}
