/** Reports, moderation actions and bans: the house's HTTP API for moderators, the entries in lists, and the words. */

import { callConfirmed } from "../account/account-api.js";
import { callHouse, matchUrl } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createProblem, createSheet, explainRefusal } from "../common/forms.js";
import { isolate, plural, t } from "../common/texts.js";
import { describeMoment, describePlayer } from "../common/words.js";
import { residentUrl } from "../profiles/profiles-api.js";
import { describeKinds } from "../reports/report-dialog.js";

/** @import {Act, Log, PersonEntry, Report} from "#api" */

/** @typedef {{name?: string, report?: string, match?: string, seat?: string}} Whom */

/** @param {number | null} before @returns {Promise<Log>} */
export const fetchActs = (before) => callHouse(`/api/order/acts${before === null ? "" : `?before=${before}`}`);

/**
 * Perform a moderation action, which is logged.
 * @param {string} kind
 * @param {string} reason
 * @param {Record<string, unknown>} wish
 */
export const act = (kind, reason, wish) => callConfirmed("/api/order/acts", { kind, reason, ...wish });

/** The names of roles. @returns {Record<string, string>} */
export const describeRoles = () => ({ resident: t("user"), moderator: t("moderator"), owner: t("owner") });

/** The names of moderation actions. @returns {Record<string, string>} */
const describeActs = () => ({
  rename: t("Renamed"),
  close: t("Account closed"),
  open: t("Account opened"),
  "remove-words": t("Messages removed"),
  annul: t("Match annulled"),
  "shut-out": t("Banned"),
  "let-in": t("Ban lifted"),
  role: t("Role changed"),
  "close-report": t("Report closed"),
  settings: t("Settings changed"),
});

/**
 * Return a person's name; a user's name links to their page.
 * @param {PersonEntry} person
 */
export function linkPerson(person) {
  const hasPage = person.standing === "resident" || person.standing === "bot";
  return hasPage ? html("a", { href: residentUrl(person.name) }, person.name) : describePlayer({ kind: "person", level: 0, yours: false, ...person });
}

const DAY = 24; // hours

/** @param {number} hours */
function describeHours(hours) {
  return hours % DAY === 0 ? plural("{count} day", "{count} days", hours / DAY) : plural("{count} hour", "{count} hours", hours);
}

/**
 * Create the field for the duration of a ban.
 * @param {string} id
 */
export function createDuration(id) {
  const choices = [1, DAY, 7 * DAY, 30 * DAY];
  const select = html("select", { id }, ...choices.map((hours) => html("option", { value: hours, selected: hours === DAY }, describeHours(hours))));
  const element = html("div", { class: "field" }, html("label", { for: id }, t("For how long")), select);
  return { element, read: () => Number(select.value) };
}

/**
 * Create the section with the open reports, oldest first.
 * @param {Report[]} reports
 * @param {(whom: Whom) => Promise<void>} look
 */
export function createReportList(reports, look) {
  const rows = reports.map((report) => createReport(report, createButton(t("Look into it"), () => void look({ report: report.id }))));
  const none = html("p", { class: "hint" }, t("There are no open reports."));
  return createSheet("reports", t("Open reports"), rows.length > 0 ? html("ul", { class: "entries" }, ...rows) : none);
}

/**
 * @param {Report} report
 * @param {HTMLElement} [button] for an action on it
 */
export function createReport({ kind, text, at, match, words, about, reporter }, button) {
  const by = reporter ? [t("Reported by:"), " ", linkPerson(reporter)] : [t("The reporter is not named.")];
  const facts = html("span", {}, describeMoment(at), " · ", ...by, ...linkMatch(match));
  const title = html("summary", {}, plural("{count} line in the chat", "{count} lines in the chat", words.length));
  const said = words.length > 0 && html("details", {}, title, ...words.map(quote));
  const kinds = html("span", {}, describeKinds()[kind] ?? kind);
  return html("li", {}, html("div", {}, html("strong", {}, linkPerson(about)), kinds, text && quote(text), said, facts), button);
}

/** Link to the match of an entry, after its other facts. @param {string | null} match */
const linkMatch = (match) => (match ? [" · ", html("a", { href: matchUrl(match) }, t("The match"))] : []);

/** @param {string} text of somebody */
const quote = (text) => html("p", { class: "quoted", dir: "auto" }, text);

/** @param {Log} first */
export function createLog({ acts, next }) {
  const list = html("ul", { class: "entries" }, ...acts.map((one) => createEntry(one)));
  const none = acts.length === 0 && html("p", { class: "hint" }, t("Nothing has been done yet."));
  const hint = html("p", { class: "hint" }, t("What the moderators have done. Nobody can change it here."));
  return createSheet("log", t("Log"), hint, none, list, next !== null && createMore(list, next));
}

/**
 * @param {HTMLElement} list
 * @param {number} next
 */
function createMore(list, next) {
  const problem = createProblem();
  const show = async () => {
    const part = await fetchActs(next);
    list.append(...part.acts.map((one) => createEntry(one)));
    if (part.next === null) more.remove();
    else next = part.next;
  };
  const more = createButton(t("Show more"), () => void explainRefusal(problem, show));
  return html("div", {}, more, problem);
}

/**
 * @param {Act} act
 * @param {HTMLElement} [button] for an action on it
 */
export function createEntry(act, button) {
  const { at, by, kind, about, match, reason } = act;
  const doer = by === null ? t("the owner of the server") : by || t("a former user");
  const facts = html("span", {}, describeMoment(at), " · ", doer, ...linkMatch(match));
  const detail = describeDetail(act);
  const text = [about ? [linkPerson(about)] : [], detail ? [about ? ` (${detail})` : detail] : []].flat();
  const title = html("strong", {}, describeActs()[kind] ?? kind);
  return html("li", {}, html("div", {}, title, text.length > 0 && html("p", {}, ...text), reason && quote(reason), facts), button);
}

/** Say what changed, in the reader's language. @param {Act} act */
function describeDetail({ kind, detail }) {
  if (kind === "let-in") return "";
  if (kind === "shut-out") return describeHours(Number(detail));
  const parts = detail.split(" → ");
  return parts.map((part) => (kind === "role" ? describeRoles()[part] : null) ?? isolate(part)).join(" → ");
}
