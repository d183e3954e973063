/** Ratings in words. */

import { html } from "../common/elements.js";
import { t } from "../common/texts.js";

/**
 * Create the number of a rating, or the word "provisional" in its place.
 * @param {{rating: number, is_provisional: boolean}} one
 */
export function createRating({ rating, is_provisional: isProvisional }) {
  return isProvisional ? html("small", {}, t("provisional")) : html("span", { class: "rating" }, String(rating));
}

/**
 * Create the explanation of provisional ratings, if there is one among these.
 * @param {{is_provisional: boolean}[]} ratings
 */
export function explainProvisional(ratings) {
  const isNeeded = ratings.some((one) => one.is_provisional);
  return isNeeded && html("p", { class: "hint" }, t("Provisional: after few or old matches, the number says little yet. It appears after more rated matches."));
}

/** The pools of ratings in a game: the speeds of matches of two, and matches of three and more. */
export const POOLS = ["bullet", "blitz", "rapid", "classical", "correspondence", "party"];

/**
 * Return the name of a pool: of a speed, or of matches of three and more.
 * @param {string} speed
 */
export function describePool(speed) {
  /** @type {Record<string, string>} */
  const names = {
    bullet: t("Bullet"),
    blitz: t("Blitz"),
    rapid: t("Rapid"),
    classical: t("Classical"),
    correspondence: t("Correspondence"),
    party: t("Three and more"),
  };
  return names[speed] ?? speed;
}
