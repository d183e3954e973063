/** The link to the review of a finished match. */

import { reviewUrl } from "../review/review-api.js";
import { html } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @param {string} match */
export function createReviewLink(match) {
  return html("a", { class: "button", href: reviewUrl(match) }, t("Review"));
}
