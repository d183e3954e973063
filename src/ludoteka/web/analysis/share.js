/** What people take away from an analysis: its link and its record. */

import { HouseError } from "../common/api.js";
import { fetchAnalysisRecord } from "./analysis-api.js";
import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { copyText, openDialog, openRecord } from "../record/record-dialog.js";

/** @import {PlainTree} from "./move-tree.js" */

/** Show the link to the analysis, which contains all of it, and copy it. */
export function showLink() {
  const link = html("textarea", { rows: 4, readonly: true, spellcheck: "false", "aria-label": t("Link to this analysis") });
  link.value = location.href;
  const told = html("p", { role: "status" });
  const copy = async () => told.replaceChildren(await copyText(link));
  const button = html("button", { type: "button", class: "button primary", click: copy }, t("Copy"));
  const text = html("p", {}, t("Anyone who opens this link sees the whole analysis. It isn't stored on the server."));
  openDialog(t("Link to this analysis"), text, link, html("p", { class: "row" }, button), told);
  void copy();
}

/**
 * Show the record of an analysis, with its variations and comments.
 * @param {PlainTree} tree
 */
export async function showAnalysisRecord(tree) {
  const title = t("The record of the analysis");
  try {
    const record = await fetchAnalysisRecord(tree);
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    openRecord(title, record, address, `${tree.game}.txt`).addEventListener("close", () => URL.revokeObjectURL(address));
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    openDialog(title, html("p", { class: "refusal", role: "alert" }, error.message));
  }
}
