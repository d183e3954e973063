/** The dialogs of the analysis board: they set up a position, and show the link and the record. */

import { fetchAnalysed, fetchAnalysisTree } from "./analysis-api.js";
import { openAnalysis } from "./move-tree.js";
import { createButton, createOptions, html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { copyText, createRecordFields, openRecord, openRecordDialog } from "../record/record-dialog.js";
import { createProblem, explainRefusal } from "../common/forms.js";
import { callHouse } from "../common/api.js";

/** @import {Game, Option} from "#api" */
/** @import {PlainTree} from "./move-tree.js" */

/**
 * Ask where to begin.
 * @param {Game} game
 * @param {{options: Record<string, unknown>, position: string}} now the options and the position that are shown
 */
export function askForSetup(game, now) {
  const choices = game.options.map((option) => createChoice(option, now.options[option.name]));
  const position = html("textarea", { id: "position", rows: 3, spellcheck: "false" });
  position.value = now.position;
  const problem = createProblem();
  const begin = async () => {
    const options = { ...now.options, ...Object.fromEntries(choices.map(({ name, chosen }) => [name, chosen()])) };
    const text = position.value.trim();
    const start = { game: game.name, options, position: text === "" ? null : text };
    await fetchAnalysed({ ...start, actions: [] });
    await openAnalysis({ ...start, comment: "", moves: [], at: 0 });
  };
  /** @param {Event} event @param {HTMLElement} problem @param {() => Promise<void>} act */
  const submit = async (event, problem, act) => {
    event.preventDefault();
    if (!(await explainRefusal(problem, act))) dialog.close();
  };
  const form = html(
    "form",
    { submit: (event) => void submit(event, problem, begin) },
    ...choices.map(({ element }) => element),
    html("label", { for: position.id }, t("Position, as a text; empty for the usual start:")),
    position,
    problem,
    html("p", { class: "row" }, html("button", { class: "button primary" }, t("Set up"))),
  );
  const record = createRecordFields();
  const load = async () => openAnalysis({ ...(await fetchAnalysisTree(record.text.value)), at: 0 });
  const loading = html(
    "form",
    { submit: (event) => void submit(event, record.problem, load) },
    ...record.elements,
    html("p", { class: "row" }, html("button", { class: "button" }, t("Open the record"))),
  );
  const dialog = openRecordDialog(t("Set up a position"), form, html("h3", {}, t("From a record")), loading);
}

/**
 * Create the field of an option.
 * @param {Option} option
 * @param {unknown} value
 */
function createChoice({ name, title, choices }, value) {
  const id = `option-${name}`;
  const select = html("select", { id }, ...createOptions(choices.map((choice, index) => [index, say(choice.title)])));
  const index = choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
  select.selectedIndex = Math.max(index, 0);
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
