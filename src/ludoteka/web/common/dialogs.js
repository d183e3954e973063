/** Dialogs. */

import { html } from "./elements.js";
import { t } from "./texts.js";

/** @import {Attribute, Child} from "./elements.js" */

/**
 * Open a dialog, which is removed from the page when it is closed.
 * @param {Record<string, Attribute>} attributes
 * @param {...Child} content
 */
export function openDialog(attributes, ...content) {
  const dialog = html("dialog", attributes, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask a question before something that can't be undone.
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function askToConfirm(question, yes, no) {
  return new Promise((resolve) => {
    const answer = () => resolve(dialog.returnValue === "yes");
    const dialog = openDialog(
      { class: "ask", "aria-labelledby": "question", close: answer },
      html("h2", { id: "question" }, question),
      html(
        "form",
        { method: "dialog", class: "row" },
        html("button", { class: "button danger", value: "yes" }, yes),
        html("button", { class: "button", value: "", autofocus: true }, no),
      ),
    );
  });
}

/**
 * Create the heading of a dialog, where screen readers start.
 * @param {string} id
 * @param {string} title
 */
export const createHeading = (id, title) => html("h2", { id, tabindex: -1, autofocus: true }, title);

/**
 * Create the head of a dialog: its heading, and a button that closes it.
 * @param {string} id of the heading
 * @param {string} title
 */
export function createHead(id, title) {
  const close = (/** @type {Event} */ { target }) => /** @type {Element} */ (target).closest("dialog")?.close();
  const button = html("button", { type: "button", class: "close", "aria-label": t("Close"), click: close }, "×");
  return html("header", {}, createHeading(id, title), button);
}
