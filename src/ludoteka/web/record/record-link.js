/** The record of a match: fetching it, and the link that shows it in a dialog, which is loaded only then. */

import { callHouse, fetchHouse, matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { createProblem, explainRefusal } from "../common/forms.js";
import { t } from "../common/texts.js";

const UNFINISHED = '[Result "*"]';

/**
 * Fetch the record of a match.
 * @param {string} match
 * @returns {Promise<string>}
 */
export const fetchRecord = (match) => callHouse(recordUrl(match));

/** @param {string} match */
const recordUrl = (match) => `${matchUrl(match)}/record`;

/**
 * List the other forms in which a finished match can be saved.
 * @param {string} match
 */
async function listForms(match) {
  const { animations } = await fetchHouse();
  /** @type {[string, string][]} */
  const forms = [
    [`${recordUrl(match)}/html`, t("Offline replay (HTML)")],
    [`${recordUrl(match)}/png`, t("Picture (PNG)")],
    [`${recordUrl(match)}/svg`, t("Picture (SVG)")],
    ...(animations ? [/** @type {[string, string]} */ ([`${matchUrl(match)}/animation`, t("Animation (GIF)")])] : []),
  ];
  const links = forms.map(([href, label]) => html("a", { class: "button", href, download: true }, label));
  return html("p", { class: "row" }, ...links);
}

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
    const open = async () => {
      const record = await fetchRecord(match);
      openRecord(title, record, recordUrl(match), true, ...(record.includes(UNFINISHED) ? [] : [await listForms(match)]));
    };
    if (await explainRefusal(problem, open)) openRecordDialog(title, problem);
  };
  return html("a", { class: "button", href: recordUrl(match), click: show }, t("Record"));
}
