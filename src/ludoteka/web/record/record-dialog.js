/** Dialogs that show, copy, download and import the record of a match. */

import { callHouse, goTo } from "../common/api.js";
import { createHead, openDialog } from "../common/dialogs.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createProblem, explainRefusal } from "../common/forms.js";

const LARGEST_FILE = 4_000_000; // bytes; the house refuses more
const ROWS = 14; // visible rows of a record
const ROWS_TO_PASTE = 6; // visible rows of the field for a record

/**
 * Show a record, to be copied or downloaded.
 * @param {string} title
 * @param {string} record
 * @param {string} address from which it is downloaded
 * @param {string | true} file the name of the file; true if the address gives it
 * @param {...HTMLElement} more what follows
 */
export function openRecord(title, record, address, file, ...more) {
  const text = html("textarea", { rows: ROWS, readonly: true, spellcheck: "false", "aria-label": t("Record") });
  text.value = record;
  const told = html("p", { role: "status" });
  const copy = createButton(t("Copy"), async () => told.replaceChildren(await copyText(text)));
  const download = html("a", { class: "button primary", href: address, download: file }, t("Download"));
  return openRecordDialog(title, text, html("p", { class: "row" }, download, copy), told, ...more);
}

/**
 * Copy a text and return a confirmation. On insecure pages, browsers copy only selected text.
 * @param {HTMLTextAreaElement} text
 */
export async function copyText(text) {
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    document.execCommand("copy");
  }
  return t("Copied");
}

/** Create the fields in which a record is pasted, or read from a file. */
export function createRecordFields() {
  const problem = createProblem();
  const text = html("textarea", { id: "record", rows: ROWS_TO_PASTE, required: true, spellcheck: "false" });
  text.addEventListener("invalid", (event) => {
    event.preventDefault(); // the browser's own words
    problem.textContent = t("The field is empty: paste a record, or choose a file.");
    text.focus();
  });
  const file = html("input", { id: "record-file", type: "file", accept: ".txt,.pgn,text/plain" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    const isTaken = chosen.size <= LARGEST_FILE;
    problem.textContent = isTaken ? "" : t("The file is too large.");
    if (isTaken) text.value = await chosen.text();
  });
  const elements = [
    html("label", { for: text.id }, t("Paste the record of a match of any game:")),
    text,
    html("label", { for: file.id }, t("or choose a file:")),
    file,
    problem,
  ];
  return { text, elements, problem };
}

/** Ask for a record to continue from. */
export function askForRecord() {
  const { text, elements, problem } = createRecordFields();
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    void explainRefusal(problem, async () => goTo((await callHouse("/api/records", text.value)).id));
  };
  const button = html("p", { class: "row" }, html("button", { class: "button primary" }, t("Continue")));
  openRecordDialog(t("Continue from a record"), html("form", { submit: begin }, ...elements, button));
}

/**
 * Open a dialog as wide as a record.
 * @param {string} title
 * @param {...HTMLElement} content
 */
export const openRecordDialog = (title, ...content) =>
  openDialog({ class: "record", "aria-labelledby": "record-title" }, createHead("record-title", title), ...content);
