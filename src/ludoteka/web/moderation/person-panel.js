/** The panel about a person: their account, reports and history, and the possible actions. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createField, createForm } from "../account/forms.js";
import { createDeeds } from "./deeds.js";
import { createEntry } from "./log.js";
import { createReport } from "./report-list.js";
import { describeRoles, describeTime, linkPerson } from "./words.js";

/** @import {Known, Whom} from "./moderation-api.js" */

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
 * @param {(message: string, focused?: string) => Promise<void>} reopen
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
  const facts = [describeRoles()[role] ?? role, t("Account created on {date}", { date: describeTime(since) })];
  return (isClosed ? [...facts, t("Account closed")] : facts).join(" · ");
}
