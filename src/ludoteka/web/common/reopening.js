/** Pages that are shown again after each change, with a message about it. */

import { byId, html } from "./elements.js";

const announcement = html("p", { class: "announcement", role: "status" });
/** Shows the current state of the page. @type {() => Promise<void>} */ let showState;

/**
 * Show a page that can be shown again.
 * @param {() => Promise<void>} show
 * @param {string} [message] what happened before
 */
export async function showReopenable(show, message) {
  byId("main").before(announcement);
  showState = show;
  await reopen(message);
}

/**
 * Show the page again. After a message, the heading with an id gets the focus, or else the title.
 * @param {string} [message] what has happened
 * @param {string} [focused] the id
 */
export async function reopen(message = "", focused = "") {
  await showState();
  announcement.textContent = message;
  const heading = document.getElementById(focused) ?? (message ? document.querySelector("h1") : null);
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}

/**
 * Return a function that makes a change and then shows the page again.
 * @param {() => Promise<unknown>} change
 * @param {string} message what has happened
 * @param {string} [focused] the id of the heading that gets the focus
 */
export const andReopen = (change, message, focused) => async () => {
  await change();
  await reopen(message, focused);
};
