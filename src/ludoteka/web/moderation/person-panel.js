/** The panel about a person: their account, reports and history, and the possible actions. */

import { createButton, createOptions, html } from "../common/elements.js";
import { createField, createForm, createProblem, reportRefusal } from "../common/forms.js";
import { t } from "../common/texts.js";
import { describeMoment } from "../common/words.js";
import { createDuration, createEntry, createReport, describeRoles, linkPerson } from "./entries.js";
import { act } from "./moderation-api.js";

/** @import {Reopen} from "../common/forms.js" */
/** @import {Known, Whom} from "./moderation-api.js" */

/**
 * Create the part of the panel.
 * @param {Known} known
 * @param {Whom} whom
 * @param {string} role of the reader
 * @param {Reopen} reopen
 */
function createDeeds(known, whom, role, reopen) {
  const reason = createField("reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, []);
  const problem = createProblem();
  const address = known.role === null ? whom : { name: known.person.name }; // a new name leads on to the same account
  const perform = (/** @type {string} */ kind, /** @type {Record<string, unknown>} */ more, /** @type {string} */ message) =>
    void reportRefusal(problem, async () => {
      await act(kind, reason.input.value, { ...address, ...more });
      if (typeof more["new_name"] === "string" && whom.name) history.replaceState(null, "", `?${new URLSearchParams({ name: more["new_name"] })}`);
      await reopen(message, "person");
    });
  const row = (/** @type {import("../common/elements.js").Child[]} */ ...parts) => html("p", { class: "row" }, ...parts);
  const name = html("input", { id: "new-name", value: known.person.name, maxlength: 40, autocomplete: "off", "aria-label": t("New name") });
  const rename = createButton(t("Rename"), () => perform("rename", { new_name: name.value }, t("The name is changed.")));
  const removed = t("The messages are removed.");
  const { match } = known;
  const removeHere = () => perform("remove-words", whom.report ? { ...whom, name: "" } : { match }, removed);
  const here = match && createButton(t("Remove their messages in the match"), removeHere);
  const everywhere = createButton(t("Remove all their messages"), () => perform("remove-words", { everywhere: true }, removed));
  const closing = known.is_closed
    ? createButton(t("Open the account"), () => perform("open", {}, t("The account is open.")))
    : createButton(t("Close the account"), () => perform("close", {}, t("The account is closed.")));
  const hours = createDuration("hours");
  const ban = createButton(t("Ban"), () => perform("shut-out", { hours: hours.read() }, t("They are banned.")));
  const roles = html("select", { id: "role", "aria-label": t("Role") }, ...createOptions(Object.entries(describeRoles()), known.role));
  const changeRole = createButton(t("Change the role"), () => perform("role", { role: roles.value }, t("The role is changed.")));
  const closeReport = () => perform("close-report", { report: whom.report }, t("The report is closed."));
  return html(
    "div",
    { class: "deeds" },
    reason.element,
    problem,
    row(name, rename),
    row(here, everywhere),
    known.role !== null && row(closing),
    html("div", { class: "row" }, hours.element, ban),
    role === "owner" && known.role !== null && row(roles, changeRole),
    whom.report && row(createButton(t("Close the report"), closeReport, "primary")),
  );
}

/**
 * Create the field that finds a user by name.
 * @param {(whom: Whom) => Promise<void>} look
 */
export function createSearch(look) {
  const name = createField("search", t("Look somebody up"), { maxlength: 60, autocomplete: "off", placeholder: t("Name") }, []);
  return html("div", { class: "search" }, createForm([name], t("Look up"), () => look({ name: name.input.value }), ""));
}

/**
 * Create the panel.
 * @param {Known} known
 * @param {Whom} whom
 * @param {string} role of the reader
 * @param {Reopen} reopen
 * @param {() => void} close
 */
export function createPersonPanel(known, whom, role, reopen, close) {
  const reports = known.reports.map((report) => createReport(report));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "person" },
    html("div", { class: "head" }, html("h2", { id: "person", tabindex: -1 }, linkPerson(known.person)), createButton(t("Close"), close, "quiet")),
    html("p", { class: "hint" }, describeAccount(known)),
    createDeeds(known, whom, role, reopen),
    reports.length > 0 && html("h3", {}, t("Reports about them")),
    reports.length > 0 && html("ul", { class: "entries" }, ...reports),
    known.acts.length > 0 && html("h3", {}, t("What was done")),
    known.acts.length > 0 && html("ul", { class: "entries" }, ...known.acts.map((one) => createEntry(one))),
  );
}

/** @param {Known} known */
function describeAccount({ role, made_at: since, is_closed: isClosed }) {
  if (role === null || since === null) return t("Without an account");
  const facts = [describeRoles()[role] ?? role, t("Account created on {date}", { date: describeMoment(since) })];
  return (isClosed ? [...facts, t("Account closed")] : facts).join(" · ");
}
