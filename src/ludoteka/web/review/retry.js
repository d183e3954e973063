/** Retrying: a new match against the computer that begins with a position of a finished one. */

import { HouseError } from "../common/api.js";
import { createRetry } from "./review-api.js";
import { html } from "../common/elements.js";
import { describeLevel } from "../common/levels.js";
import { t } from "../common/texts.js";

/** @import {AboutMatch} from "./page-parts.js" */

/**
 * Create the form that begins a match from a position.
 * @param {AboutMatch} about
 * @param {number} number how many moves of the finished match to keep
 * @param {string} seat the letter of the reader's seat
 */
export function createRetryForm({ match, levels, usualLevel }, number, seat) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const options = Array.from({ length: levels }, (_, index) => index + 1).map((level) =>
    html("option", { value: level, selected: level === usualLevel }, `${level}: ${describeLevel(level)}`),
  );
  const level = html("select", { id: "retry-level" }, ...options);
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await createRetry(match, { number, seat, level: Number(level.value) });
    } catch (error) {
      if (!(error instanceof HouseError)) throw error;
      problem.textContent = error.message;
    }
  };
  return html(
    "form",
    { class: "row retry", submit: begin },
    html("button", { class: "button primary" }, t("Retry from here")),
    html("label", { for: level.id }, t("against the computer, level")),
    level,
    problem,
  );
}
