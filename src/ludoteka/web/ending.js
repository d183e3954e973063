/** How a match ended, in words, with the way to the next. */

import { html } from "./elements.js";
import { addressOf, CallFailed, rematch } from "./house.js";
import { recordLink } from "./record.js";
import { say, t } from "./texts.js";

/** @import {View} from "./types.js" */

export class Ending {
  element = html("section", { class: "ending", "aria-label": t("The end of the match"), hidden: true });
  /** @type {string | null} */ #invitation = null;
  /** @type {View | null} */ #view = null;

  /**
   * Show how the match stands, if it is over.
   * @param {View} view
   */
  show(view) {
    this.#view = view;
    this.element.hidden = view.result === null;
    if (!view.result) return;
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
    const other = html("a", { class: "button", href: `/#${view.game}` }, t("New game"));
    this.element.replaceChildren(
      html("h2", {}, headline(view)),
      html("p", {}, say(view.scene.status)),
      html("p", { class: "row" }, way, other, recordLink(view.id)),
      failed,
    );
  }

  /**
   * Offer the rematch that somebody has made.
   * @param {string} match
   */
  invite(match) {
    this.#invitation = match;
    if (this.#view) this.show(this.#view);
  }
}

/**
 * The result from the reader's side, where he has one.
 * @param {View} view
 */
function headline(view) {
  if (Object.keys(view.result ?? {}).length === 0) return t("No result");
  const mine = view.seats.filter((seat) => seat.yours).map((seat) => view.result?.[seat.letter] ?? 0);
  if (mine.length !== 1) return t("The match is over");
  const [own = 0] = mine;
  return own > 0 ? t("You won") : own < 0 ? t("You lost") : t("A draw");
}
