/** The review of a match with secrets: everything that was hidden, everybody's way, and what could be known when. */

import { html } from "../common/elements.js";
import { joinSentences, plural, say, t } from "../common/texts.js";
import { layOut, Positions, StepList } from "./page-parts.js";

/** @import {Hindsight, HindsightStep, Mark} from "#api" */
/** @import {AboutMatch} from "./page-parts.js" */

const ALL = ""; // the choice that shows the ways of all players, or everything that was hidden

export class HindsightPage {
  #number = 0; // actions played in the position that is shown
  #details = html("section", { class: "details", "aria-live": "polite", "aria-label": t("The selected move") });
  #slider;
  #player;
  #map;
  #wayChooser;
  elements;

  /**
   * @param {Hindsight} review
   * @param {AboutMatch} about
   */
  constructor(review, about) {
    this.review = review;
    const go = (/** @type {number} */ number) => this.go(number);
    this.positions = new Positions(about);
    this.list = new StepList(review.hindsight.map(describeRow), go);
    const length = review.hindsight.length;
    const slide = () => this.go(Number(this.#slider.value));
    this.#slider = html("input", { type: "range", min: 0, max: length, "aria-label": t("Move"), input: slide });
    this.#map = this.#createChooser("map-of", t("the whole maze"), (seat) => t("the map that {seat} could have drawn", { seat }));
    this.#player = this.#createChooser("way-of", t("everybody"), (seat) => seat);
    this.#wayChooser = html("p", { class: "row" }, html("label", { for: "way-of" }, t("Show the way of")), this.#player);
    const mapChooser = html("p", { class: "row" }, html("label", { for: "map-of" }, t("Show")), this.#map);
    const beside = [mapChooser, this.#wayChooser, this.#slider, this.positions.problem, this.#details, this.list.element];
    this.elements = layOut(about, this.positions, [], beside, (by) => this.go(this.#number + by));
  }

  /**
   * Return a list of everything and the players, whose choice is shown at once.
   * @param {string} id
   * @param {string} all
   * @param {(seat: string) => string} describe
   */
  #createChooser(id, all, describe) {
    const players = this.review.seats.map((seat) => html("option", { value: seat }, describe(seat)));
    return html("select", { id, change: () => this.go(this.#number) }, html("option", { value: ALL }, all), ...players);
  }

  /** Show the first thing that somebody overlooked, or else the end. */
  start() {
    const first = this.review.hindsight.findIndex(({ facts }) => facts.length > 0);
    this.go(first < 0 ? this.review.hindsight.length : first + 1);
  }

  /**
   * Select an action.
   * @param {number} wanted its number, from 1; 0 for the start
   */
  go(wanted) {
    this.#number = Math.min(Math.max(wanted, 0), this.review.hindsight.length);
    this.#slider.value = String(this.#number);
    this.list.mark(this.#number);
    const step = this.review.hindsight[this.#number - 1];
    const text = step ? `${this.#number}. ${describeAction(step)}` : t("First position");
    this.#slider.setAttribute("aria-valuetext", text);
    const facts = (step?.facts ?? []).map(say);
    const been = this.#ways().map(([seat, places]) => plural("{seat} had been to {count} place.", "{seat} had been to {count} places.", places.size, { seat }));
    this.#details.replaceChildren(
      html("h2", {}, text),
      ...(facts.length > 0 ? [html("p", { class: "turning-point" }, joinSentences(facts))] : []),
      html("p", {}, joinSentences(been)),
    );
    void this.#show();
  }

  /** The places to which the chosen players had been. @returns {[string, Set<string>][]} */
  #ways() {
    const chosen = this.#player.value === ALL ? this.review.seats : [this.#player.value];
    const steps = this.review.hindsight.slice(0, this.#number);
    return chosen.map((seat) => [seat, new Set(steps.flatMap(({ places }) => places[seat] ?? []))]);
  }

  async #show() {
    const seat = this.#map.value;
    this.#wayChooser.hidden = seat !== ALL;
    /** @type {Mark[]} */ const marks = this.#ways().flatMap(([seat, places]) => {
      const kind = `way way${this.review.seats.indexOf(seat)}`;
      return [...places].map((place) => ({ kind, place }));
    });
    await this.positions.show(this.#number, [], () => (seat === ALL ? marks : []), seat);
  }
}

/** @param {HindsightStep} step */
function describeAction({ seat, text, says = [] }) {
  return joinSentences(says.map(say)) || `${seat}: ${text ?? "…"}`;
}

/** @param {HindsightStep} step */
function describeRow(step) {
  const isOverlooked = step.facts.length > 0;
  return { name: "", text: describeAction(step), grade: isOverlooked ? "mistake" : "", note: isOverlooked ? t("overlooked") : "", isThrow: false };
}
