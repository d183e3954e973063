/** Buttons on the board: the choices that stand around the place picked last. */

import { svg } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {SceneChoice} from "#api" */
/** @import {Drawing} from "./drawing.js" */

/** @typedef {Pick<SceneChoice, "name" | "kind"> & {beside: [number, number], label: string, then: string, isHinted: boolean}} Button then: its result */
/** @typedef {{x: number, y: number, touch: number}} Spot of a button; touch: the radius within which it is hit */

const TOUCH = 22; // pixels from the centre of a button to the rim of what a finger hits
const PIECE = 0.38; // units from the centre of a piece to its edge
const HINT = 0.14; // radius of the hint on a place that can be picked, too
const [SMALLEST, SMALL, LARGE] = [0.22, 0.24, 0.36]; // radii of what is seen
const FAR = 2; // units to where a button goes if hints are in its way
const CLOSE = 0.6; // the same if there is no room at all

const SIGNS = new Map([["finish", "M-.11 .01-.03 .09 .12-.09"], ["", "M0 .12V-.12M-.09-.03 0-.12 .09-.03"]]);

export class BesideButtons {
  element = svg("g", { class: "beside", role: "group", "aria-label": t("Choose") });
  /** What the buttons pick. @type {Set<string>} */ names = new Set();

  /** The centres of places that can be picked, too. @type {[number, number][]} */ #hints = [];
  /** Where buttons stand already. @type {Spot[]} */ #spots = [];

  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    drawing.element.append(this.element);
  }

  /**
   * Show these buttons around a place, and none on the places that can be picked, too.
   * @param {string} place
   * @param {Button[]} buttons
   * @param {string[]} targets names of places
   */
  show(place, buttons, targets) {
    this.names = new Set(buttons.map((button) => button.name));
    this.#hints = targets.map((name) => this.drawing.centreOf(name));
    this.#spots = [];
    this.element.replaceChildren(...buttons.map((button) => this.#draw(button, place)));
  }

  /**
   * @param {Button} button
   * @param {string} place
   */
  #draw({ name, kind = "", beside, label, then, isHinted }, place) {
    const unit = 1 / (this.drawing.pixel || 1); // in pixels
    const size = Math.min(Math.max(16 / unit, SMALL), LARGE);
    const [across, down] = this.drawing.isTurned ? [-beside[0], -beside[1]] : beside;
    const { x, y, touch } = this.#findSpot(this.drawing.centreOf(place), [across, down], unit, size);
    const turn = (Math.atan2(across, -down) * 180) / Math.PI; // signs point up, and away from the place when they are turned
    const own = this.drawing.looks.draw(`choice-${kind}`);
    const sign = own.length > 0 ? own : [svg("path", { class: "sign", d: SIGNS.get(kind) ?? SIGNS.get("") })];
    return svg(
      "g",
      {
        class: isHinted ? "knob hinted" : "knob",
        transform: `translate(${x} ${y})`,
        role: "button",
        tabindex: 0,
        "data-name": name,
        "aria-label": label,
        "aria-description": then || null,
      },
      svg("title", {}, label),
      svg("circle", { class: "touch", r: Math.max(touch, size) }),
      svg("g", { transform: `scale(${Math.min(touch, size) / SMALL})` },
        svg("circle", { class: "disc", r: SMALL }),
        svg("g", { transform: `rotate(${kind === "finish" ? 0 : turn})` }, ...sign)),
    );
  }

  /**
   * Find where a button stands: near the place if a finger has room there; otherwise somewhat aside. It never leaves the board.
   * @param {[number, number]} centre of the place
   * @param {[number, number]} direction and least distance
   * @param {number} unit in pixels
   * @param {number} size radius of what is seen
   * @returns {Spot}
   */
  #findSpot([x, y], [across, down], unit, size) {
    const least = Math.max(Math.abs(across), Math.abs(down));
    const touch = Math.max(TOUCH / unit, size);
    const away = Math.max(least, touch + PIECE);
    const view = this.drawing.element.viewBox.baseVal;
    const within = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
      Math.min(Math.max(at, start + size), start + length - size);
    const at = (/** @type {number} */ right, /** @type {number} */ below, wanted = touch) => {
      const spot = { x: within(x + right, view.x, view.width), y: within(y + below, view.y, view.height) };
      return { ...spot, touch: Math.min(wanted, Math.hypot(spot.x - x, spot.y - y) - HINT) };
    };
    const [right, below] = [across / least, down / least];
    const spots = [
      at(right * away, below * away),
      at((right + below) * away, (below - right) * away), // an eighth of a turn aside
      at((right - below) * away, (below + right) * away),
      at(right * FAR, below * FAR),
    ];
    const found = spots.find((spot) => this.#isFree(spot, size)) ?? at(right * CLOSE, below * CLOSE, SMALLEST);
    this.#spots.push(found);
    return found;
  }

  /**
   * @param {Spot} spot
   * @param {number} size
   */
  #isFree({ x, y, touch }, size) {
    const isClear = this.#hints.every(([hintX, hintY]) => Math.hypot(hintX - x, hintY - y) >= touch + HINT);
    return isClear && this.#spots.every((other) => Math.hypot(other.x - x, other.y - y) >= 2 * size);
  }
}
