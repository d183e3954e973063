/** People, roles and acts in words. */

import { html } from "../common/elements.js";
import { describePlayer } from "../common/player-words.js";
import { language, t } from "../common/texts.js";
import { residentUrl } from "../profiles/links.js";

/** @import {Person} from "./order-api.js" */

/** What people may do in the house. @returns {Record<string, string>} */
export const describeRoles = () => ({ resident: t("user"), moderator: t("moderator"), owner: t("owner") });

/** What is done to keep order. @returns {Record<string, string>} */
export const describeActs = () => ({
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
 * Say when something happened.
 * @param {number} at seconds since 1970
 */
export const describeTime = (at) => new Date(at * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/**
 * Call somebody by their name.
 * @param {Person} person
 */
export const describePerson = (person) => describePlayer({ kind: "person", level: 0, yours: false, ...person });

/**
 * Call somebody by their name; that of a resident leads to their page.
 * @param {Person} person
 */
export function linkPerson(person) {
  const hasPage = person.standing === "resident" || person.standing === "bot";
  return hasPage ? html("a", { href: residentUrl(person.name) }, person.name) : describePerson(person);
}
