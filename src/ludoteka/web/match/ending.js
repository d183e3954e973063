/** The end of a match: its result, and what can be done next. */

import { createButton, html } from "../common/elements.js";
import { callHouse, goTo, matchPath, matchUrl } from "../common/api.js";
import { createRecordLink, fetchRecord } from "../record/record-link.js";
import { rateResult, formatScore } from "../common/words.js";
import { markMain } from "../common/page.js";
import { plural, say, t } from "../common/texts.js";
import { explainRefusal } from "../common/forms.js";
import { describeNews, endsWithThrow } from "./news.js";

/** @import {Game, Move} from "#api" */
/** @import {Looks} from "../board/looks.js" */
/** @import {View} from "../common/types.js" */

export class Ending {
  /** What the house says about the game. @type {Game | undefined} */ game;
  /** @type {Looks | null} */ looks = null;
  /** Returns after how many moves the position is that is shown. */ shownMove = () => 0;
  element = html("section", { class: "ending", "aria-label": t("The end of the match"), hidden: true });
  /** @type {string | null} */ #rematch = null;
  /** @type {View | null} */ #view = null;
  /** @type {Move[]} */ #moves = [];
  #fingerprint = ""; // JSON of what the texts and buttons depend on
  #wasRunning = false; // this page has shown the match before its end
  /** The report on the dice. */ #diceReport = html("div", { class: "checked", role: "status" });

  /**
   * Show the result if the match is over.
   * @param {View} view
   * @param {Move[]} moves
   */
  show(view, moves) {
    this.#view = view;
    this.#moves = moves;
    this.element.hidden = view.result === null;
    markMain("with-ending", view.result !== null);
    if (view.result && this.#wasRunning) void this.#celebrate(view, moves);
    this.#wasRunning = view.result === null;
    const fingerprint = JSON.stringify([view.result, view.scene.status, view.can.rematch, this.#rematch]);
    if (!view.result || fingerprint === this.#fingerprint) return; // a button that is being pressed must not be replaced
    this.#fingerprint = fingerprint;
    const failed = html("p", { role: "alert" });
    const check = async () => {
      const [{ checkDice }, { listThrows }] = await Promise.all([import("../dice/dice-check.js"), import("../dice/salts.js")]);
      this.#diceReport.replaceChildren(...(await checkDice(view.id, listThrows(this.#moves))));
    };
    const dice = view.dice && createButton(t("Check the dice"), () => void check(), "quiet");
    const open = async () => {
      const [{ openAnalysis }, { fetchAnalysisTree }] = await Promise.all([import("../analysis/move-tree.js"), import("../analysis/analysis-api.js")]);
      await openAnalysis({ ...(await fetchAnalysisTree(await fetchRecord(view.id))), at: this.shownMove() }, findOwnResult(view).mine?.letter);
    };
    const analyse = this.game?.analysis && createButton(t("Analyse"), () => void explainRefusal(failed, open), "quiet");
    const review = this.game?.review && html("a", { class: "button", href: `${matchUrl(view.id)}/review` }, t("Review"));
    const record = createRecordLink(view.id);
    record.classList.add("quiet");
    this.element.replaceChildren(
      html("h2", {}, describeResult(view)),
      html("p", {}, say(view.scene.status)),
      html("p", { class: "row next" }, this.#createNext(view, failed), review, this.#createOtherLevel(view, failed)),
      html("p", { class: "row" }, analyse, dice, record),
      failed,
      this.#diceReport,
    );
  }

  /**
   * Create the button or link to the next match.
   * @param {View} view
   * @param {HTMLElement} failed for the reason why there is none
   */
  #createNext(view, failed) {
    const again = () => void explainRefusal(failed, async () => goTo((await callHouse(`${matchPath(view.id)}/rematch`, {})).id));
    const isAsked = this.#rematch && view.can.rematch && view.seats.some((seat) => seat.kind === "person" && !seat.yours);
    if (this.#rematch && !isAsked) return html("a", { class: "button primary", href: matchUrl(this.#rematch) }, t("Go to the rematch"));
    if (!view.can.rematch) return html("a", { class: "button primary", href: `/#${view.game}` }, t("New game"));
    return createButton(isAsked ? t("Accept the rematch") : t("Rematch"), again, "primary");
  }

  /**
   * Create the button that starts the same match against a computer that is one level higher, after a win, or lower, after a loss.
   * @param {View} view
   * @param {HTMLElement} failed for the reason why it can't start
   */
  #createOtherLevel(view, failed) {
    const { game } = this;
    const { mine, result } = findOwnResult(view);
    const others = view.seats.filter((seat) => seat !== mine);
    const level = Math.max(...others.map((seat) => seat.level)) + Math.sign(result);
    const isPossible = others.length > 0 && others.every((seat) => seat.kind === "computer") && level >= 1 && level <= (game?.levels ?? 0);
    if (!game || !mine || !result || !isPossible) return false;
    const seats = Object.fromEntries(view.seats.map((seat) => [seat.letter, seat === mine ? { kind: "person" } : { kind: "computer", level }]));
    const options = Object.fromEntries(game.options.filter((one) => !one.file).map(({ name }) => [name, view.options[name]])); // what was hidden is new
    const wish = { game: view.game, options, seats, clock: view.clock?.control ?? "", rated: view.rated };
    const start = async () => goTo((await callHouse("/api/matches", wish)).id);
    return createButton(t("Level {level}", { level }), () => void explainRefusal(failed, start));
  }

  /**
   * Show who has won over the board; not if the match was called off.
   * @param {View} view
   * @param {Move[]} moves
   */
  async #celebrate(view, moves) {
    const { result, scores, seats } = view;
    if (!result || !this.looks || Object.keys(result).length === 0) return;
    const last = view.ending ? undefined : [...moves].reverse().find((move) => !endsWithThrow([move])); // which decided the match
    const deciding = last ? describeNews(view, view, [last], false) : [];
    const winners = seats.filter((seat) => rateResult(result, seat.letter, scores) > 0);
    const { mine, result: own } = findOwnResult(view);
    const names = winners.map((seat) => say(seat.title)).join(", ");
    const isOpen = !mine && winners.length > 0;
    const headline = isOpen ? plural("Winner: {names}", "Winners: {names}", winners.length, { names }) : describeResult(view);
    const outcome = winners.length === 0 ? "drawn" : !mine ? "over" : own > 0 ? "won" : "lost";
    const shown = winners.length > 0 ? winners : seats;
    const { showResult } = await import("./result-overlay.js");
    await showResult(view, this.looks, outcome, shown, [headline, say(view.scene.status), ...deciding]);
  }

  /**
   * Show the link to a rematch that somebody has made.
   * @param {string} match
   */
  offerRematch(match) {
    this.#rematch = match;
    if (this.#view) this.show(this.#view, this.#moves);
  }
}

/**
 * Find the only seat of the reader, and its result: positive for a win, negative for a loss.
 * @param {View} view
 */
function findOwnResult({ result, scores, seats }) {
  const [mine, ...others] = seats.filter((seat) => seat.yours);
  if (!result || !mine || others.length > 0) return { mine: undefined, result: 0 };
  return { mine, result: rateResult(result, mine.letter, scores) };
}

/**
 * Describe the result from the reader's side, if they have one.
 * @param {View} view
 */
function describeResult(view) {
  const { result, scores } = view;
  if (!result || Object.keys(result).length === 0) return t("No result");
  const { mine, result: own } = findOwnResult(view);
  if (!mine) return t("The match is over");
  if (scores && view.seats.length === 1) return t("Your score: {score}", { score: formatScore(result, mine.letter) });
  return own > 0 ? t("You won") : own < 0 ? t("You lost") : t("A draw");
}
