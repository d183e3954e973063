/** Formatting of times. */

import { language } from "../common/texts.js";

/**
 * Format a time.
 * @param {number} time seconds since 1970
 */
export function describeMoment(time) {
  return new Date(time * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
