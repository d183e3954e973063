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
