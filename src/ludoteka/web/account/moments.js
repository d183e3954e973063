/** Moments in words. */

import { language } from "../common/texts.js";

/**
 * Say when something happened.
 * @param {number} time seconds since 1970
 */
export function describeMoment(time) {
  return new Date(time * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
