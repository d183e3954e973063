/** The moderation actions against a person: one reason, and a button for each action. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createField, reportRefusal } from "../account/forms.js";
import { createDuration } from "./duration.js";
import { act } from "./moderation-api.js";
import { describeRoles } from "./words.js";

/** @import {Known, Whom} from "./moderation-api.js" */

/**
 * Create the part of the panel.
 * @param {Known} known
 * @param {Whom} whom
 * @param {string} role of the reader
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
export function createDeeds(known, whom, role, reopen) {
  const reason = createField("reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, []);
  const problem = html("p", { class: "refusal", role: "alert" });
  const address = known.role === null ? whom : { name: known.person.name }; // a new name leads on to the same account
  const perform = (/** @type {string} */ kind, /** @type {Record<string, unknown>} */ more, /** @type {string} */ message) =>
    void reportRefusal(problem, async () => {
      await act(kind, reason.input.value, { ...address, ...more });
      if (typeof more["new_name"] === "string" && whom.name) history.replaceState(null, "", `?${new URLSearchParams({ name: more["new_name"] })}`);
      await reopen(message, "person");
    });
  return html(
    "div",
    { class: "deeds" },
    reason.element,
    problem,
    createNaming(known, perform),
    createWordRemoval(known, whom, perform),
    known.role !== null && createClosing(known, perform),
    createShuttingOut(perform),
    role === "owner" && known.role !== null && createRoleChoice(known, perform),
    whom.report && html("p", { class: "row" }, createButton(t("Close the report"), () => perform("close-report", { report: whom.report }, t("The report is closed.")), "primary")),
  );
}

/** @typedef {(kind: string, more: Record<string, unknown>, message: string) => void} Perform */

/**
 * @param {Known} known
 * @param {Perform} perform
 */
function createNaming({ person }, perform) {
  const name = html("input", { id: "new-name", value: person.name, maxlength: 40, autocomplete: "off", "aria-label": t("New name") });
  const button = createButton(t("Rename"), () => perform("rename", { new_name: name.value }, t("The name is changed.")));
  return html("p", { class: "row" }, name, button);
}

/**
 * @param {Known} known
 * @param {Whom} whom
 * @param {Perform} perform
 */
function createWordRemoval({ match }, whom, perform) {
  const removed = t("The messages are removed.");
  const here = match && createButton(t("Remove their messages in the match"), () => perform("remove-words", whom.report ? { ...whom, name: "" } : { match }, removed));
  return html("p", { class: "row" }, here, createButton(t("Remove all their messages"), () => perform("remove-words", { everywhere: true }, removed)));
}

/**
 * @param {Known} known
 * @param {Perform} perform
 */
function createClosing({ is_closed: isClosed }, perform) {
  const button = isClosed
    ? createButton(t("Open the account"), () => perform("open", {}, t("The account is open.")))
    : createButton(t("Close the account"), () => perform("close", {}, t("The account is closed.")));
  return html("p", { class: "row" }, button);
}

/** @param {Perform} perform */
function createShuttingOut(perform) {
  const hours = createDuration("hours");
  const button = createButton(t("Ban"), () => perform("shut-out", { hours: hours.read() }, t("They are banned.")));
  return html("div", { class: "row" }, hours.element, button);
}

/**
 * @param {Known} known
 * @param {Perform} perform
 */
function createRoleChoice({ role }, perform) {
  const choices = Object.entries(describeRoles()).map(([value, text]) => html("option", { value, selected: value === role }, text));
  const select = html("select", { id: "role", "aria-label": t("Role") }, ...choices);
  return html("p", { class: "row" }, select, createButton(t("Change the role"), () => perform("role", { role: select.value }, t("The role is changed."))));
}
