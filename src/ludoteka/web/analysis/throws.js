/** The throw of an analysis: chosen, or thrown as the dice fall. */

import { createButton, createOptions, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { readFaces } from "../dice/dice.js";

/** @import {AnalysedPosition} from "#api" */

const MOST_BUTTONS = 6; // throws that are shown as buttons; more are listed

/** @typedef {AnalysedPosition["throws"][number]} Throw its text, with the number of equally likely rolls that give it */

export class Throws {
  element = html("div", { class: "row throws", role: "group", "aria-label": t("The throw") });

  /** @param {(text: string) => void} onThrow */
  constructor(onThrow) {
    this.onThrow = onThrow;
  }

  /**
   * Show the possible throws; none hide the element.
   * @param {Throw[]} throws
   */
  show(throws) {
    this.element.hidden = throws.length === 0;
    if (throws.length === 0) return;
    const random = createButton(t("Throw now"), () => this.onThrow(draw(throws)), "primary");
    const list = html("select", { "aria-label": t("The throw") }, ...createOptions(throws.map(([text]) => [text, formatThrow(text)])));
    const others =
      throws.length > MOST_BUTTONS
        ? [list, createButton(t("Set this throw"), () => this.onThrow(list.value))]
        : throws.map(([text]) => createButton(formatThrow(text), () => this.onThrow(text), "face"));
    this.element.replaceChildren(random, ...others);
  }
}

/**
 * Choose a throw at random, as the dice fall.
 * @param {Throw[]} throws
 */
function draw(throws) {
  let rest = Math.random() * throws.reduce((sum, [, weight]) => sum + weight, 0);
  return (throws.find(([, weight]) => (rest -= weight) < 0) ?? throws[throws.length - 1])?.[0] ?? "";
}

/**
 * Format a throw for people: the faces of the dice.
 * @param {string} text
 */
export function formatThrow(text) {
  return readFaces(text).join(" ") || text;
}
