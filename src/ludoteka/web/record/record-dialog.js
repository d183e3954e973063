/** Dialogs that show, copy, download and import the record of a match. */

import { html } from "../common/elements.js";
import { HouseError, importRecord, recordUrl, fetchRecord } from "../common/api.js";
import { createReviewLink } from "./review-link.js";
import { t } from "../common/texts.js";

const LARGEST_FILE = 4_000_000; // bytes; the house refuses more
const UNFINISHED = "*"; // the last word of the record of a match that is not over
const ROWS = 14; // visible rows of the text

/**
 * Create a link to the record of a match; a click shows it in a dialog.
 * @param {string} match
 */
export function createRecordLink(match) {
  const show = (/** @type {Event} */ event) => {
    event.preventDefault();
    void showRecord(match);
  };
  return html("a", { class: "button", href: recordUrl(match), click: show }, t("Record"));
}

/** @param {string} match */
async function showRecord(match) {
  try {
    const record = await fetchRecord(match);
    const text = html("textarea", { rows: ROWS, readonly: true, spellcheck: "false", "aria-label": t("Record") });
    text.value = record;
    const told = html("p", { role: "status" });
    const copy = html(
      "button",
      { type: "button", class: "button", click: async () => told.replaceChildren(await copyText(text)) },
      t("Copy"),
    );
    const download = html("a", { class: "button primary", href: recordUrl(match), download: true }, t("Download"));
    const review = !record.trimEnd().endsWith(UNFINISHED) && createReviewLink(match);
    openDialog(t("The record of the match"), text, html("p", { class: "row" }, download, copy, review), told);
  } catch (error) {
    openDialog(t("The record of the match"), html("p", { class: "refusal", role: "alert" }, describeError(error)));
  }
}

/**
 * Copy a text and return a confirmation. On insecure pages, browsers copy only selected text.
 * @param {HTMLTextAreaElement} text
 */
async function copyText(text) {
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    document.execCommand("copy");
  }
  return t("Copied");
}

/** Ask for a record to continue from. */
export function askForRecord() {
  const problem = html("p", { class: "refusal", role: "alert" });
  const text = html("textarea", { id: "record", rows: ROWS, required: true, spellcheck: "false" });
  const file = html("input", { id: "record-file", type: "file", accept: ".txt,.pgn,text/plain" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    const isTaken = chosen.size <= LARGEST_FILE;
    problem.textContent = isTaken ? "" : t("The file is too large.");
    if (isTaken) text.value = await chosen.text();
  });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await importRecord(text.value);
    } catch (error) {
      problem.textContent = describeError(error);
    }
  };
  const form = html(
    "form",
    { submit: begin },
    html("label", { for: text.id }, t("Paste the record of a match of any game:")),
    text,
    html("label", { for: file.id }, t("or choose a file:")),
    file,
    problem,
    html("p", { class: "row" }, html("button", { class: "button primary" }, t("Continue"))),
  );
  openDialog(t("Continue from a record"), form);
}

/** @param {unknown} error */
function describeError(error) {
  if (error instanceof HouseError) return error.message;
  throw error;
}

/**
 * Open a dialog that is removed when it is closed.
 * @param {string} title
 * @param {...HTMLElement} content
 */
function openDialog(title, ...content) {
  const close = html(
    "button",
    { type: "button", class: "close", "aria-label": t("Close"), click: () => dialog.close() },
    "×",
  );
  const head = html("header", {}, html("h2", { id: "record-title", tabindex: -1, autofocus: true }, title), close);
  const dialog = html("dialog", { class: "record", "aria-labelledby": "record-title" }, head, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
