/** The open reports, oldest first. */

import { matchUrl } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { plural, t } from "../common/texts.js";
import { describeKinds } from "../reports/words.js";
import { describeTime, linkPerson } from "./words.js";

/** @import {Report, Whom} from "./moderation-api.js" */

/**
 * Create the section.
 * @param {Report[]} reports
 * @param {(whom: Whom) => Promise<void>} look
 */
export function createReportList(reports, look) {
  const rows = reports.map((report) => createReport(report, createButton(t("Look into it"), () => void look({ report: report.id }))));
  const none = html("p", { class: "hint" }, t("There are no open reports."));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "reports" },
    html("h2", { id: "reports" }, t("Open reports")),
    rows.length > 0 ? html("ul", { class: "entries" }, ...rows) : none,
  );
}

/**
 * Show a report.
 * @param {Report} report
 * @param {HTMLElement} [button] for an action on it
 */
export function createReport({ kind, text, at, match, words, about, reporter }, button) {
  const facts = html("span", {}, describeTime(at), " · ", ...(reporter ? [t("Reported by:"), " ", linkPerson(reporter)] : [t("The reporter is not named.")]));
  if (match) facts.append(" · ", html("a", { href: matchUrl(match) }, t("The match")));
  const said = words.length > 0 && html("details", {}, html("summary", {}, plural("{count} line in the chat", "{count} lines in the chat", words.length)), ...words.map((one) => html("p", { class: "quoted", dir: "auto" }, one)));
  return html(
    "li",
    {},
    html("div", {}, html("strong", {}, linkPerson(about)), html("span", {}, describeKinds()[kind] ?? kind), text && html("p", { class: "quoted", dir: "auto" }, text), said, facts),
    button,
  );
}
