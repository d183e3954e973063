/** The record of a match: fetching it, and the link that shows it in a dialog, which is loaded only then. */

import { callHouse, matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { createProblem, explainRefusal } from "../common/forms.js";
import { t } from "../common/texts.js";

/**
 * Fetch the record of a match.
 * @param {string} match
 * @returns {Promise<string>}
 */
export const fetchRecord = (match) => callHouse(recordUrl(match));

/** @param {string} match */
const recordUrl = (match) => `${matchUrl(match)}/record`;

/**
 * Create a link to the record of a match; a click shows it in a dialog.
 * @param {string} match
 */
export function createRecordLink(match) {
  const show = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const title = t("The record of the match");
    const problem = createProblem();
    const { openRecord, openRecordDialog } = await import("./record-dialog.js");
    const open = async () => openRecord(title, await fetchRecord(match), recordUrl(match), true);
    if (await explainRefusal(problem, open)) openRecordDialog(title, problem);
  };
  return html("a", { class: "button", href: recordUrl(match), click: show }, t("Record"));
}
