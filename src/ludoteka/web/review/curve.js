/** The curve of who stood better: the chances to win after every move, as a drawing in which positions can be picked. */

import { html, svg } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { describeChances, formatChance, gradeSign } from "./words.js";

/** @import {ReviewedMatch} from "#api" */

const HEIGHT = 160; // pixels
const LEFT = 44; // pixels for the scale
const MARGIN = 10; // pixels around the curve
const WHOLE = 1000;

export class Curve {
  #svg = svg("svg", { role: "img", height: HEIGHT });
  #slider;
  element;
  #width = 0;
  #number = 0;

  /**
   * @param {ReviewedMatch} review
   * @param {(number: number) => void} onPick a position was picked: how many moves had been played
   */
  constructor(review, onPick) {
    this.review = review;
    this.chances = [review.start, ...review.steps.map((step) => step.chances)];
    /** The lines that are drawn: with two seats, the second one's is the first one's upside down. */
    this.seats = review.seats.length === 2 ? review.seats.slice(0, 1) : review.seats;
    this.#slider = html("input", {
      type: "range",
      min: 0,
      max: review.steps.length,
      "aria-label": t("Move"),
      input: () => onPick(Number(this.#slider.value)),
    });
    this.#svg.setAttribute("aria-label", this.#describe());
    this.#svg.addEventListener("pointerdown", (event) => onPick(this.#numberAt(event)));
    this.#svg.addEventListener("pointermove", (event) => {
      if (event.buttons > 0) onPick(this.#numberAt(event));
    });
    this.element = html(
      "section",
      { class: "curve", "aria-label": t("Who stood better") },
      this.seats.length > 1 && html("ul", { class: "legend" }, ...this.seats.map(({ title }, index) => html("li", { class: `line${index}` }, say(title)))),
      this.#svg,
      this.#slider,
    );
    new ResizeObserver(([entry]) => this.#resize(entry?.contentRect.width ?? 0)).observe(this.element);
  }

  /**
   * Mark a position.
   * @param {number} number how many moves had been played
   */
  mark(number) {
    this.#number = number;
    this.#slider.value = String(number);
    const text = this.review.steps[number - 1]?.text ?? t("First position");
    this.#slider.setAttribute("aria-valuetext", `${text}: ${describeChances(this.review, this.chances[number] ?? [])}`);
    this.#draw();
  }

  /** Put the curve into words. */
  #describe() {
    const turns = this.review.turning_points.map(({ step }) => this.review.steps[step]?.text ?? "");
    const values = {
      start: describeChances(this.review, this.review.start),
      end: describeChances(this.review, this.chances.at(-1) ?? []),
    };
    const sentence = t("Chances to win at the start: {start}; at the end: {end}.", values);
    return turns.length > 0 ? `${sentence} ${t("Turning points: {moves}.", { moves: turns.join(", ") })}` : sentence;
  }

  /** @param {number} width */
  #resize(width) {
    if (width === this.#width || width === 0) return;
    this.#width = width;
    this.#svg.setAttribute("width", String(width));
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.#draw();
  }

  #draw() {
    const heights = this.seats.length > 1 ? [] : [MARGIN + 12, HEIGHT - MARGIN - 5]; // where the first and the second seat stand better
    const titles = heights.map((y, seat) =>
      svg("text", { class: "title", x: LEFT + 6, y, "aria-hidden": "true" }, say(this.review.seats[seat]?.title ?? "")),
    );
    const lines = this.seats.map((_, seat) => {
      const points = this.chances.map((chances, number) => `${this.#x(number)},${this.#y(chances[seat] ?? 0)}`);
      return svg("polyline", { class: `line${seat}`, points: points.join(" ") });
    });
    const x = this.#x(this.#number);
    const cursor = svg("line", { class: "cursor", x1: x, x2: x, y1: MARGIN, y2: HEIGHT - MARGIN });
    this.#svg.replaceChildren(...this.#createScale(), ...titles, cursor, ...lines, ...this.#createTurns());
  }

  #createScale() {
    return [WHOLE, WHOLE / 2, 0].flatMap((chance) => [
      svg("line", { class: "grid", x1: LEFT, x2: this.#width, y1: this.#y(chance), y2: this.#y(chance) }),
      svg("text", { class: "scale", x: LEFT - 6, y: this.#y(chance) + 4, "aria-hidden": "true" }, formatChance(chance)),
    ]);
  }

  /** A dot for each turning point, with the sign of its grade. */
  #createTurns() {
    return this.review.turning_points.flatMap(({ step: index }) => {
      const step = this.review.steps[index];
      if (!step) return [];
      const [x, y] = [this.#x(index + 1), this.#y(step.chances[0] ?? 0)];
      const above = y > HEIGHT / 2 ? -8 : 18;
      const sign = gradeSign(step.grade ?? "");
      return [
        svg("circle", { class: "turn", cx: x, cy: y, r: 4 }),
        svg("text", { class: "sign", x, y: y + above, "aria-hidden": "true" }, sign),
      ];
    });
  }

  /** @param {number} number */
  #x(number) {
    const room = Math.max(0, this.#width - LEFT - MARGIN);
    return LEFT + (room * number) / Math.max(1, this.review.steps.length);
  }

  /** @param {number} chance in per mille */
  #y(chance) {
    return HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * chance) / WHOLE;
  }

  /** @param {PointerEvent} event */
  #numberAt(event) {
    const room = Math.max(1, this.#width - LEFT - MARGIN);
    const share = (event.clientX - this.#svg.getBoundingClientRect().left - LEFT) / room;
    return Math.round(Math.min(1, Math.max(0, share)) * this.review.steps.length);
  }
}
