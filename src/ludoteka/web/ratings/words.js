/** Ratings in words. */

import { t } from "../common/texts.js";

/**
 * Return a rating as it is shown: with a question mark while it is uncertain.
 * @param {number} rating
 * @param {boolean} isProvisional
 */
export function describeRating(rating, isProvisional) {
  return isProvisional ? `${rating}?` : String(rating);
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
