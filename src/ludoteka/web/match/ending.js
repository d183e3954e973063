/** The end of a match: its result, with links to the next one. */

import { createButton, html } from "../common/elements.js";
import { callHouse, goTo, matchPath, matchUrl } from "../common/api.js";
import { fetchRecord } from "../record/record-dialog.js";
import { fetchAnalysisTree } from "../analysis/analysis-api.js";
import { rateResult, formatScore } from "../common/words.js";
import { say, t } from "../common/texts.js";
import { explainRefusal } from "../common/forms.js";

/** @import {Move} from "#api" */
/** @import {View} from "../common/types.js" */

export class Ending {
  /** Whether the analysis board can show the game. */ canBeAnalysed = false;
  /** Whether matches of the game can be reviewed. */ canBeReviewed = false;
  /** Returns after how many moves the position is that is shown. */ shownMove = () => 0;
  element = html("section", { class: "ending", "aria-label": t("The end of the match"), hidden: true });
  /** @type {string | null} */ #rematch = null;
  /** @type {View | null} */ #view = null;
  /** @type {Move[]} */ #moves = [];
  #fingerprint = ""; // JSON of what the texts and buttons depend on
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
    const fingerprint = JSON.stringify([view.result, view.scene.status, view.can.rematch, this.#rematch]);
    if (!view.result || fingerprint === this.#fingerprint) return; // a button that is being pressed must not be replaced
    this.#fingerprint = fingerprint;
    const failed = html("p", { role: "alert" });
    const again = () => void explainRefusal(failed, async () => goTo((await callHouse(`${matchPath(view.id)}/rematch`, {})).id));
    const isAsked = this.#rematch && view.can.rematch && view.seats.some((seat) => seat.kind === "person" && !seat.yours);
    const next = this.#rematch && !isAsked
      ? html("a", { class: "button primary", href: matchUrl(this.#rematch) }, t("Go to the rematch"))
      : view.can.rematch
        ? html("button", { type: "button", class: "button primary", click: again }, isAsked ? t("Accept the rematch") : t("Rematch"))
        : html("a", { class: "button primary", href: `/#${view.game}` }, t("New game"));
    const check = async () => {
      const [{ checkDice }, { listThrows }] = await Promise.all([import("../dice/dice-check.js"), import("../dice/salts.js")]);
      this.#diceReport.replaceChildren(...(await checkDice(view.id, listThrows(this.#moves))));
    };
    const dice = view.dice && html("button", { type: "button", class: "button", click: check }, t("Check the dice"));
    const open = async () => {
      const { openAnalysis } = await import("../analysis/move-tree.js");
      await openAnalysis({ ...(await fetchAnalysisTree(await fetchRecord(view.id))), at: this.shownMove() });
    };
    const analyse = this.canBeAnalysed && createButton(t("Analyse"), () => void explainRefusal(failed, open));
    const review = this.canBeReviewed && html("a", { class: "button", href: `${matchUrl(view.id)}/review` }, t("Review"));
    this.element.replaceChildren(
      html("h2", {}, describeResult(view)),
      html("p", {}, say(view.scene.status)),
      html("p", { class: "row" }, next, review, analyse, dice),
      failed,
      this.#diceReport,
    );
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
 * Describe the result from the reader's side, if they have one.
 * @param {View} view
 */
function describeResult(view) {
  const { result, scores } = view;
  if (!result || Object.keys(result).length === 0) return t("No result");
  const [mine, ...others] = view.seats.filter((seat) => seat.yours);
  if (!mine || others.length > 0) return t("The match is over");
  if (scores && view.seats.length === 1) return t("Your score: {score}", { score: formatScore(result, mine.letter) });
  const own = rateResult(result, mine.letter, scores);
  return own > 0 ? t("You won") : own < 0 ? t("You lost") : t("A draw");
}
