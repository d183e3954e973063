/** Facts about a house for its owner. */

import { html } from "../common/elements.js";
import { language, plural, t } from "../common/texts.js";

/** @import {Facts, OwnSettings} from "./settings-api.js" */

const DAY = 86_400; // seconds
const LATE_DAYS = 7; // after which a backup is due
const MEBIBYTE = 1 << 20;
const GIBIBYTE = 1 << 30;

/**
 * Create the section.
 * @param {OwnSettings} settings
 * @param {Facts} facts
 */
export function createFacts({ backed_up_at: backup }, facts) {
  const rows = [
    [t("Version"), facts.version],
    [t("Database"), facts.database],
    [t("Schema"), facts.schema],
    ["Python", facts.python],
    [t("Accounts"), facts.accounts.toLocaleString(language)],
    ...(facts.files ? [[t("Size of the database"), describeSize(facts.files.size)], [t("Free disk space"), describeSize(facts.files.free)]] : []),
    ...(facts.broker ? [["Redis", facts.broker === "up" ? t("reachable") : t("not reachable")]] : []),
    [t("Last backup"), describeBackup(backup)],
  ];
  const limits = [
    [t("Connections from one address"), facts.sockets === 0 ? t("no limit") : String(facts.sockets)],
    [t("Unfinished matches are kept for"), facts.keep === 0 ? t("ever") : plural("{count} day", "{count} days", facts.keep)],
    [t("Trusted proxies"), facts.proxies || "–"],
    [t("Mail server"), facts.mail ?? t("none; the server sends no e-mail")],
    [t("Public address"), facts.public_address || "–"],
    [t("Names of the server on the network"), facts.names.join(", ") || "–"],
  ];
  const isLate = backup === null || Date.now() / 1000 - backup > LATE_DAYS * DAY;
  const advice = t("`ludoteka backup FILE` makes a backup while the server is running. The server knows only of backups made that way.");
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "facts" },
    html("h2", { id: "facts" }, t("The server")),
    createList(rows),
    isLate && html("p", { class: "late" }, t("A backup is due."), " ", advice),
    html("h3", {}, t("Set on the command line")),
    createList(limits),
  );
}

/** @param {(string | undefined)[][]} rows */
const createList = (rows) => html("dl", {}, ...rows.flatMap(([term, value]) => [html("dt", {}, term), html("dd", {}, value)]));

/** @param {number} bytes */
function describeSize(bytes) {
  const [unit, name] = bytes < GIBIBYTE ? [MEBIBYTE, "MiB"] : [GIBIBYTE, "GiB"];
  return `${(bytes / unit).toLocaleString(language, { maximumFractionDigits: 1 })} ${name}`;
}

/** @param {number | null} at */
const describeBackup = (at) => (at === null ? t("none is known") : new Date(at * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }));
