/** The dialogs of the analysis board: they set up a position, and show the link and the record. */

import { fetchAnalysed, fetchAnalysisTree } from "./analysis-api.js";
import { openAnalysis } from "./move-tree.js";
import { createButton, createOptions, html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { copyText, createRecordFields, openRecord, openRecordDialog } from "../record/record-dialog.js";
import { createForm, createProblem, explainRefusal } from "../common/forms.js";
import { callHouse } from "../common/api.js";

/** @import {Game, Option} from "#api" */
/** @import {PlainTree} from "./move-tree.js" */

/**
 * Ask where to begin.
 * @param {Game} game
 * @param {Record<string, unknown>} shownOptions
 * @param {string} shownPosition
 */
export function askForSetup(game, shownOptions, shownPosition) {
  const choices = game.options.map((option) => createChoice(option, shownOptions[option.name]));
  const position = html("textarea", { id: "position", rows: 3, spellcheck: "false" });
  position.value = shownPosition;
  const begin = async () => {
    const options = { ...shownOptions, ...Object.fromEntries(choices.map(({ name, chosen }) => [name, chosen()])) };
    const text = position.value.trim();
    const start = { game: game.name, options, position: text === "" ? null : text };
    await fetchAnalysed({ ...start, actions: [] });
    await openAnalysis({ ...start, comment: "", moves: [], at: 0 });
    dialog.close();
  };
  const label = html("label", { for: position.id }, t("Position, as a text; empty for the usual start:"));
  const form = createForm([...choices.map(({ element }) => element), label, position], t("Set up"), begin);
  const record = createRecordFields();
  const load = async () => {
    await openAnalysis({ ...(await fetchAnalysisTree(record.text.value)), at: 0 });
    dialog.close();
  };
  const loading = html(
    "form",
    { submit: (event) => (event.preventDefault(), void explainRefusal(record.problem, load)) },
    ...record.elements,
    html("p", { class: "row" }, html("button", { class: "button" }, t("Open the record"))),
  );
  const dialog = openRecordDialog(t("Set up a position"), form, html("h3", {}, t("From a record")), loading);
}

/**
 * @param {Option} option
 * @param {unknown} value
 */
function createChoice({ name, title, choices }, value) {
  const id = `option-${name}`;
  const chosen = choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
  const select = html("select", { id }, ...createOptions(choices.map((choice, index) => [index, say(choice.title)]), chosen));
  const element = html("p", { class: "option" }, html("label", { for: id }, say(title)), select);
  return { name, element, chosen: () => choices[select.selectedIndex]?.value };
}

/** Show the link to the analysis, which contains all of it, and copy it. */
export function showLink() {
  const link = html("textarea", { rows: 4, readonly: true, spellcheck: "false", "aria-label": t("Link to this analysis") });
  link.value = location.href;
  const told = html("p", { role: "status" });
  const copy = async () => told.replaceChildren(await copyText(link));
  const button = createButton(t("Copy"), copy, "primary");
  const text = html("p", {}, t("Anyone who opens this link sees the whole analysis. It isn't stored on the server."));
  openRecordDialog(t("Link to this analysis"), text, link, html("p", { class: "row" }, button), told);
  void copy();
}

/**
 * Show the record of an analysis, with its variations and comments.
 * @param {PlainTree} tree
 */
export async function showAnalysisRecord(tree) {
  const title = t("The record of the analysis");
  const problem = createProblem();
  const show = async () => {
    const record = await callHouse("/api/analysis/record", tree);
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    openRecord(title, record, address, `${tree.game}.txt`).addEventListener("close", () => URL.revokeObjectURL(address));
  };
  if (await explainRefusal(problem, show)) openRecordDialog(title, problem);
}
