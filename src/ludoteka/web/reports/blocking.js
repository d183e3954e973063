/** Blocking users: the button on their page, and the list on the reader's own. */

import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createDeed, createProblem, createSheet } from "../common/forms.js";
import { andReopen } from "../common/reopening.js";
import { residentUrl } from "../profiles/profiles-api.js";

/** @import {Blocked} from "#api" */

/**
 * @param {string} name
 * @param {boolean} isWanted
 * @returns {Promise<void>}
 */
const block = (name, isWanted) => callHouse(`/api/residents/${encodeURIComponent(name)}/${isWanted ? "block" : "unblock"}`, {});

/**
 * Create the button that blocks a user.
 * @param {string} name
 * @param {boolean} isBlocked
 */
export function createBlockButton(name, isBlocked) {
  const problem = createProblem();
  const button = createDeed(t("Block"), problem, async () => {
    await block(name, !isBlocked);
    isBlocked = !isBlocked;
    button.setAttribute("aria-pressed", String(isBlocked));
  });
  button.setAttribute("aria-pressed", String(isBlocked));
  button.title = t("You won't meet at tables, they can't challenge or follow you, and you won't see what they write.");
  return html("div", {}, button, problem);
}

/**
 * Create the section with the users whom the reader blocks; nothing if there are none.
 * @param {Blocked[]} blocked
 */
export function createBlockedList(blocked) {
  if (blocked.length === 0) return null;
  const problem = createProblem();
  const rows = blocked.map(({ name }) => {
    const end = andReopen(() => block(name, false), t("You no longer block {name}.", { name }), "blocked");
    return html("li", {}, html("a", { href: residentUrl(name) }, name), createDeed(t("Unblock"), problem, end, "", name));
  });
  return createSheet("blocked", t("Blocked"), html("ul", {}, ...rows), problem);
}
