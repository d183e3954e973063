/** Names of people, roles and moderation actions. */

import { html } from "../common/elements.js";
import { describePlayer } from "../common/player-words.js";
import { language, t } from "../common/texts.js";
import { residentUrl } from "../profiles/links.js";

/** @import {Person} from "./moderation-api.js" */

/** The names of roles. @returns {Record<string, string>} */
export const describeRoles = () => ({ resident: t("user"), moderator: t("moderator"), owner: t("owner") });

/** The names of moderation actions. @returns {Record<string, string>} */
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
 * Format a time.
 * @param {number} at seconds since 1970
 */
export const describeTime = (at) => new Date(at * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/**
 * Return a person's name.
 * @param {Person} person
 */
export const describePerson = (person) => describePlayer({ kind: "person", level: 0, yours: false, ...person });

/**
 * Return a person's name; a user's name links to their page.
 * @param {Person} person
 */
export function linkPerson(person) {
  const hasPage = person.standing === "resident" || person.standing === "bot";
  return hasPage ? html("a", { href: residentUrl(person.name) }, person.name) : describePerson(person);
}
