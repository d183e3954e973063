/** The review of a match in a game without secrets: curve, moves, best lines on the board, and a way to retry. */

import { callHouse, goTo, matchPath } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createProblem, createTable, explainRefusal } from "../common/forms.js";
import { createLevelOptions } from "../common/levels.js";
import { joinSentences, say, t } from "../common/texts.js";
import { Dice } from "../dice/dice.js";
import { Curve } from "./curve.js";
import { layOut, Positions, StepList } from "./page-parts.js";
import { describeChances, describeGrade, formatShare, gradeSign, nameGrade, nameSeat, saySentence } from "./words.js";

/** @import {ReviewedMatch, ReviewedSeat, Step} from "#api" */
/** @import {AboutMatch} from "./page-parts.js" */

/**
 * Create the form that begins a match from a position.
 * @param {AboutMatch} about
 * @param {number} number how many moves of the finished match to keep
 * @param {string} seat the letter of the reader's seat
 */
function createRetryForm({ match, levels, usualLevel }, number, seat) {
  const problem = createProblem();
  const level = html("select", { id: "retry-level" }, ...createLevelOptions(levels, usualLevel));
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    void explainRefusal(problem, async () => {
      goTo((await callHouse(`${matchPath(match)}/retry`, { number, seat, level: Number(level.value) })).id);
    });
  };
  return html(
    "form",
    { class: "row retry", submit: begin },
    html("button", { class: "button primary" }, t("Retry from here")),
    html("label", { for: level.id }, t("against the computer, level")),
    level,
    problem,
  );
}

/** Create the table of how everybody played, a column for each, in games with dice with luck and skill. @param {ReviewedMatch} review */
function createSummary({ seats, steps, start, end }) {
  const hasDice = steps.some((step) => step.luck);
  /** @param {string} title @param {(seat: ReviewedSeat) => string} tell */
  const row = (title, tell) => html("tr", {}, html("th", { scope: "row" }, title), ...seats.map((seat) => html("td", {}, tell(seat))));
  const rows = [
    row(t("Moves"), ({ moves }) => String(moves)),
    row(t("Mistakes"), ({ mistakes }) => String(mistakes)),
    row(t("Mean loss"), ({ mean_loss: loss }) => formatShare(loss)),
  ];
  const ofDice = [row(t("Luck"), ({ luck }) => formatShare(luck, true)), row(t("Skill"), ({ skill }) => formatShare(skill, true))];
  const table = createTable([t("Player"), ...seats.map(({ title }) => say(title))], hasDice ? [...rows, ...ofDice] : rows);
  const [first, last] = [start, end].map((chances) => chances.map((chance) => formatShare(chance * 1000)).join(", "));
  const sum = t("The chances at the start ({first}), luck and skill add up to those in the last position ({last}).", { first, last });
  return html("section", { class: "summary", "aria-label": t("How everybody played") }, table, hasDice && html("p", {}, sum));
}

export class ReviewPage {
  #number = 0; // moves played in the position that is shown
  #details = html("section", { class: "details", "aria-live": "polite", "aria-label": t("The selected move") });
  elements;

  /**
   * @param {ReviewedMatch} review
   * @param {AboutMatch} about
   */
  constructor(review, about) {
    this.review = review;
    this.about = about;
    const go = (/** @type {number} */ number) => this.go(number);
    this.positions = new Positions(about);
    this.dice = new Dice(this.positions.board.drawing.dice);
    this.curve = new Curve(review, go);
    this.list = new StepList(review.steps.map((step) => describeRow(review, step)), go);
    const beside = [this.curve.element, this.positions.problem, this.#details, this.list.element, createSummary(review)];
    this.elements = layOut(about, this.positions, [this.dice.element], beside, (by) => this.go(this.#number + by));
  }

  /** Show the first turning point, or else the last move. */
  start() {
    const [first] = this.review.turning_points;
    this.go(first ? first.step + 1 : this.review.steps.length);
  }

  /**
   * Select a move.
   * @param {number} wanted its number, from 1; 0 for the first position
   */
  go(wanted) {
    this.#number = Math.min(Math.max(wanted, 0), this.review.steps.length);
    this.curve.mark(this.#number);
    this.list.mark(this.#number);
    this.#showDetails();
    const { path = [], grade = "best" } = this.#step ?? {};
    void this.#show(this.#number, [], grade === "best" || grade === "only" ? [] : path);
  }

  /** The selected move. */
  get #step() {
    return this.review.steps[this.#number - 1];
  }

  /**
   * @param {number} number
   * @param {string[]} line
   * @param {string[]} path what to mark
   */
  async #show(number, line, path) {
    const scene = await this.positions.show(number, line, ({ pieces }) =>
      path.map((name) => ({ kind: "hinted", place: pieces.find((piece) => piece.id === name)?.place ?? name })),
    );
    if (scene) this.dice.show(scene.dice, false);
  }

  #showDetails() {
    const step = this.#step;
    const chances = step?.chances ?? this.review.start;
    const standing = t("Chances to win: {chances}.", { chances: describeChances(this.review, chances) });
    if (!step) {
      this.#details.replaceChildren(html("h2", {}, t("First position")), html("p", {}, standing));
      return;
    }
    const heading = `${this.#number}. ${nameSeat(this.review, step.seat)}: ${step.text}`;
    const turn = this.review.turning_points.find(({ step: index }) => index === this.#number - 1);
    const said = turn ? joinSentences(turn.sentences.map((one) => saySentence(this.review, one))) : "";
    this.#details.replaceChildren(
      html("h2", {}, heading),
      html("p", { class: `grade ${step.grade ?? ""}` }, step.luck ? this.#describeLuck(step.luck) : describeGrade(step)),
      ...(said ? [html("p", { class: "turning-point" }, said)] : []),
      html("p", {}, standing),
      ...this.#createLine(step),
      ...(step.seat ? [createRetryForm(this.about, this.#number - 1, step.seat)] : []),
    );
  }

  /** @param {number[]} luck */
  #describeLuck(luck) {
    const shares = this.review.seats.map(({ letter }, index) => `${nameSeat(this.review, letter)} ${formatShare(luck[index] ?? 0, true)}`);
    return t("Luck of the throw: {shares}.", { shares: shares.join(", ") });
  }

  /** @param {Step} step */
  #createLine({ text, best = [], grade }) {
    const isPlayed = best[0] === text;
    if (best.length === 0 || grade === "only" || (isPlayed && best.length === 1)) return [];
    const before = this.#number - 1;
    const buttons = best.map((action, index) => {
      const button = createButton(action, () => {
        for (const one of buttons) one.setAttribute("aria-pressed", String(one === button));
        void this.#show(before, best.slice(0, index + 1), []);
      });
      button.setAttribute("aria-pressed", "false");
      return button;
    });
    const title = isPlayed ? t("The best line went on:") : t("Better, and marked on the board:");
    return [html("p", {}, title), html("p", { class: "row best-line", role: "group", "aria-label": t("The best line") }, ...buttons)];
  }
}

/**
 * @param {ReviewedMatch} review
 * @param {Step} step
 */
function describeRow(review, step) {
  const { text, grade = "", loss = 0, luck } = step;
  const name = nameSeat(review, step.seat);
  if (luck) {
    const most = luck.reduce((best, share, index) => (share > (luck[best] ?? 0) ? index : best), 0);
    const share = formatShare(luck[most] ?? 0, true);
    return { name, text, grade, isThrow: true, note: `${nameSeat(review, review.seats[most]?.letter ?? null)} ${share}` };
  }
  const isBad = gradeSign(grade) !== "";
  const note = isBad ? `${gradeSign(grade)} ${nameGrade(grade)} ${formatShare(-loss)}` : nameGrade(grade);
  return { name, text, grade, note, isThrow: false };
}
