/** The account page of signed-in users: profile, sign-in methods, sessions, data export and deletion. */

import { html } from "../common/elements.js";
import { language, t } from "../common/texts.js";
import { fetchSessions, fetchTokens } from "./account-api.js";
import { createDeletion, createExport, createSignOut } from "./leaving.js";
import { createMailSection } from "../mail/mail-section.js";
import { createProfileSection } from "./profile-section.js";
import { createNoticeSection } from "../notices/notice-section.js";
import { fetchNotices } from "../notices/notices-api.js";
import { createProgramSection } from "../programs/program-section.js";
import { createBlockedList, fetchBlocked } from "../reports/blocking.js";
import { createRatings } from "../ratings/rating-list.js";
import { createSessionList } from "./sessions.js";
import { createWaysIn } from "./ways-in.js";

/** @import {Account, AccountState} from "./account-api.js" */

/**
 * Create the links to the pages of moderators and of the owner.
 * @param {string} role
 */
function createOfficeLinks(role) {
  const settings = role === "owner" ? [" · ", html("a", { href: "/settings" }, t("Settings of the house"))] : [];
  return html("p", {}, html("a", { href: "/order" }, t("Moderation")), ...settings);
}

/**
 * Create the page.
 * @param {AccountState} state with an account
 * @param {(message: string, focused?: string) => Promise<void>} reopen shows the page again, announces a message and moves the focus to a heading
 */
export async function createResidentPage(state, reopen) {
  const account = /** @type {Account} */ (state.account);
  const [sessions, tokens, blocked, notices, ratings] = await Promise.all([fetchSessions(), fetchTokens(), fetchBlocked(), fetchNotices().catch(() => null), createRatings(account)]);
  const since = new Date(account.made_at * 1000).toLocaleDateString(language, { dateStyle: "long" });
  return [
    html(
      "div",
      { class: "title" },
      html("div", {}, html("h1", {}, account.name), html("p", { class: "since" }, t("Account created on {date}", { date: since })), account.role !== "resident" && createOfficeLinks(account.role)),
      createSignOut(reopen),
    ),
    html(
      "div",
      { class: "columns" },
      html("div", { class: "column" }, ratings, createProfileSection(account), notices && (await createNoticeSection(notices, reopen)), ...createWaysIn(account, state, reopen), ...createMailSection(state, reopen)),
      html("div", { class: "column" }, createSessionList(sessions, reopen), createProgramSection(account, tokens, reopen), createBlockedList(blocked, reopen), createExport(account), createDeletion(account, reopen)),
    ),
  ];
}
