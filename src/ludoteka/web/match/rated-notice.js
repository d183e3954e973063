/** The line that says that a match is rated and, once it is over, shows the rating changes; and the link to its tournament. */

import { callHouse, matchPath } from "../common/api.js";
import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { describePlayer } from "../common/words.js";
import { tournamentUrl } from "../tournaments/tournaments-api.js";

/** @import {MatchRating, RatingChange} from "#api" */
/** @import {View} from "../common/types.js" */

const TRIES = 10; // the house rates a match within a second or two
const PAUSE = 1500; // milliseconds

export class RatedNotice {
  #text = html("span", { role: "status" }, t("Rated match"));
  element = html("p", { class: "rated" }, this.#text);
  #isAsking = false;

  /** @param {View} view */
  constructor(view) {
    this.element.hidden = !view.rated && !view.tournament;
    this.#text.hidden = !view.rated;
    if (view.tournament) this.element.append(" ", html("a", { href: tournamentUrl(view.tournament) }, t("To the tournament")));
  }

  /**
   * Show the rating changes once the match is over.
   * @param {View} view
   */
  show(view) {
    if (!view.rated || !view.result || this.#isAsking) return;
    this.#isAsking = true;
    void this.#ask(view, TRIES);
  }

  /**
   * @param {View} view
   * @param {number} tries
   */
  async #ask(view, tries) {
    const none = { is_annulled: false, changes: [] }; // until it has been rated, or if the house doesn't respond
    /** @type {MatchRating} */
    const { is_annulled: isAnnulled, changes } = await callHouse(`${matchPath(view.id)}/rating`).catch(() => none);
    if (isAnnulled) this.#text.textContent = t("This match was annulled: it changes no ratings.");
    else if (changes.length > 0) this.#text.textContent = describeChanges(view, changes);
    else if (tries > 1) setTimeout(() => void this.#ask(view, tries - 1), PAUSE);
  }
}

/**
 * @param {View} view
 * @param {RatingChange[]} changes
 */
function describeChanges(view, changes) {
  const own = changes.filter((change) => view.seats.some((seat) => seat.yours && seat.letter === change.seat));
  const described = (own.length > 0 ? own : changes).map((change) => {
    const seat = view.seats.find(({ letter }) => letter === change.seat);
    const name = seat ? describePlayer(seat) : "";
    const by = change.after - change.before;
    const values = { name, before: String(change.before), after: String(change.after), change: by < 0 ? `−${-by}` : `+${by}` };
    if (change.is_provisional)
      return own.length > 0
        ? t("Your rating is provisional: its number appears after more rated matches.")
        : t("{name}: provisional rating", values);
    return own.length > 0
      ? t("Your rating: {before} → {after} ({change})", values)
      : t("{name}: {before} → {after} ({change})", values);
  });
  return described.join(" · ");
}
