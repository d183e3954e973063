/** Buttons on the board: the choices that stand around the place picked last. */

import { svg } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {SceneChoice} from "#api" */
/** @import {Drawing} from "./drawing.js" */

/** @typedef {Pick<SceneChoice, "name" | "kind"> & {beside: [number, number], label: string, then: string, isHinted: boolean}} Button then: its result */
/** @typedef {{x: number, y: number, touch: number}} Spot of a button; touch: the radius within which it is hit */

const TOUCH = 22; // pixels from the centre of a button to the rim of what a finger hits
const LEAST_TOUCH = 12; // pixels, where there is no room for more
const PIECE = 0.38; // units from the centre of a piece to its edge
const HINT = 0.14; // radius of the hint on a place that can be picked, too
const [SMALLEST, SMALL, LARGE] = [0.22, 0.24, 0.36]; // radii of what is seen
const [CLOSE, FAR] = [0.6, 2]; // where buttons go if a hint is in their way

const SIGNS = new Map([["finish", "M-.11 .01-.03 .09 .12-.09"], ["", "M0 .12V-.12M-.09-.03 0-.12 .09-.03"]]);

export class BesideButtons {
  element = svg("g", { class: "beside", role: "group", "aria-label": t("Choose") });
  /** What the buttons pick. @type {Set<string>} */ names = new Set();

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
    const taken = targets.map((name) => this.drawing.centreOf(name));
    this.element.replaceChildren(...buttons.map((button) => this.#draw(button, place, taken)));
  }

  /**
   * @param {Button} button
   * @param {string} place
   * @param {[number, number][]} taken centres of places
   */
  #draw({ name, kind = "", beside, label, then, isHinted }, place, taken) {
    const unit = this.drawing.element.getScreenCTM()?.a || 1; // in pixels
    const size = Math.min(Math.max(16 / unit, SMALL), LARGE);
    const [across, down] = this.drawing.isTurned ? [-beside[0], -beside[1]] : beside;
    const { x, y, touch } = this.#findSpot(this.drawing.centreOf(place), [across, down], unit, size, taken);
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
   * Find where a button stands: near the place if a finger has room there, and not on a hint; always within the board.
   * @param {[number, number]} centre of the place
   * @param {[number, number]} direction and least distance
   * @param {number} unit in pixels
   * @param {number} size radius of what is seen
   * @param {[number, number][]} taken centres of places
   * @returns {Spot}
   */
  #findSpot([x, y], [across, down], unit, size, taken) {
    const least = Math.max(Math.abs(across), Math.abs(down));
    const touch = Math.max(TOUCH / unit, size);
    const view = this.drawing.element.viewBox.baseVal;
    const within = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
      Math.min(Math.max(at, start + size), start + length - size);
    const at = (/** @type {number} */ distance, /** @type {number} */ wanted) => {
      const spot = { x: within(x + (across / least) * distance, view.x, view.width), y: within(y + (down / least) * distance, view.y, view.height) };
      return { ...spot, touch: Math.min(wanted, Math.hypot(spot.x - x, spot.y - y) - HINT) };
    };
    const close = at(CLOSE, SMALLEST);
    const near = at(Math.max(least, touch + PIECE), touch);
    const spots = [near, ...(SMALLEST * unit < LEAST_TOUCH ? [] : [close]), at(FAR, touch)];
    return spots.find((spot) => taken.every(([hintX, hintY]) => Math.hypot(hintX - spot.x, hintY - spot.y) >= spot.touch + HINT)) ?? close;
  }
}
