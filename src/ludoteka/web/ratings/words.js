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

/**
 * Return the name of a speed.
 * @param {string} speed
 */
export function describeSpeed(speed) {
  /** @type {Record<string, string>} */
  const names = {
    bullet: t("Bullet"),
    blitz: t("Blitz"),
    rapid: t("Rapid"),
    classical: t("Classical"),
    correspondence: t("Correspondence"),
  };
  return names[speed] ?? speed;
}
