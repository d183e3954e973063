/** How a match ended, in words, with the way to the next. */

import { html } from "../common/elements.js";
import { addressOf, CallFailed, rematch } from "../common/api.js";
import { recordLink } from "../record/record-dialog.js";
import { fared, scoreOf } from "../common/scores.js";
import { say, t } from "../common/texts.js";

/** @import {Move, View} from "../common/types.js" */

export class Ending {
  element = html("section", { class: "ending", "aria-label": t("The end of the match"), hidden: true });
  /** @type {string | null} */ #invitation = null;
  /** @type {View | null} */ #view = null;
  /** @type {Move[]} */ #moves = [];
  #shown = ""; // what the texts and buttons depend on
  /** What was found when the dice were checked. */ #found = html("div", { class: "checked", role: "status" });

  /**
   * Show how the match stands, if it is over.
   * @param {View} view
   * @param {Move[]} moves
   */
  show(view, moves) {
    this.#view = view;
    this.#moves = moves;
    this.element.hidden = view.result === null;
    const shown = JSON.stringify([view.result, view.scene.status, view.can.rematch, this.#invitation]);
    if (!view.result || shown === this.#shown) return; // a button that is being pressed stays the same one
    this.#shown = shown;
    const failed = html("p", { role: "alert" });
    const again = async () => {
      try {
        await rematch(view.id);
      } catch (error) {
        if (error instanceof CallFailed) failed.textContent = error.message;
        else throw error;
      }
    };
    const way = this.#invitation
      ? html("a", { class: "button primary", href: addressOf(this.#invitation) }, t("To the rematch"))
      : view.can.rematch && html("button", { type: "button", class: "button primary", click: again }, t("Rematch"));
    const check = () => this.#check(view.id);
    const dice = view.dice && html("button", { type: "button", class: "button", click: check }, t("Check the dice"));
    const other = html("a", { class: "button", href: `/#${view.game}` }, t("New game"));
    this.element.replaceChildren(
      html("h2", {}, headline(view)),
      html("p", {}, say(view.scene.status)),
      html("p", { class: "row" }, way, other, recordLink(view.id), dice),
      failed,
      this.#found,
    );
  }

  /** @param {string} match */
  async #check(match) {
    const [{ checked }, { thrown }] = await Promise.all([import("../dice/dice-check.js"), import("../dice/salts.js")]);
    this.#found.replaceChildren(...(await checked(match, thrown(this.#moves))));
  }

  /**
   * Offer the rematch that somebody has made.
   * @param {string} match
   */
  invite(match) {
    this.#invitation = match;
    if (this.#view) this.show(this.#view, this.#moves);
  }
}

/**
 * The result from the reader's side, where he has one.
 * @param {View} view
 */
function headline(view) {
  const { result, scores } = view;
  if (!result || Object.keys(result).length === 0) return t("No result");
  const [mine, ...others] = view.seats.filter((seat) => seat.yours);
  if (!mine || others.length > 0) return t("The match is over");
  if (scores && view.seats.length === 1) return t("Your score: {score}", { score: scoreOf(result, mine.letter) });
  const own = fared(result, mine.letter, scores);
  return own > 0 ? t("You won") : own < 0 ? t("You lost") : t("A draw");
}
