/** The account page of signed-in users: profile, sign-in methods, sessions, data export and deletion. */

import { callAsResident, fetchSessions, fetchTokens } from "./account-api.js";
import { createWaysIn } from "./ways-in.js";
import { callHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createField, createForm, reportRefusal } from "../common/forms.js";
import { language, t } from "../common/texts.js";
import { describeMoment } from "../common/words.js";
import { createMailSection } from "./mail-section.js";
import { createNoticeSection } from "../notices/notice-section.js";
import { fetchNotices } from "../notices/notices-api.js";
import { hideProfile, residentUrl } from "../profiles/profiles-api.js";
import { createRatings } from "../profiles/ratings.js";
import { createProgramSection } from "./programs.js";
import { createBlockedList, fetchBlocked } from "../reports/blocking.js";

/** @import {Account, AccountState, Session} from "./account-api.js" */

/** @param {(message: string) => Promise<void>} reopen */
function createSignOut(reopen) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const leave = () =>
    void reportRefusal(problem, async () => {
      await callHouse("/api/account/sign-out", {});
      await reopen(t("You are signed out."));
    });
  return html("div", {}, createButton(t("Sign out"), leave), problem);
}

/**
 * Create the part that downloads everything the house stores about the user.
 * @param {Account} account
 */
function createExport({ name }) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const save = () =>
    void reportRefusal(problem, async () => {
      const everything = JSON.stringify(await callAsResident("export"), null, 2);
      const address = URL.createObjectURL(new Blob([everything], { type: "application/json" }));
      html("a", { href: address, download: `ludoteka-${name}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(address)); // after the download has begun
    });
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "export" },
    html("h2", { id: "export" }, t("Your data")),
    html("p", { class: "hint" }, t("A file with everything that this server stores about you: your account, your sessions, your matches and what you wrote in them.")),
    html("p", { class: "row" }, createButton(t("Download my data"), save)),
    problem,
  );
}

/**
 * Create the part that deletes an account.
 * @param {Account} account
 * @param {(message: string) => Promise<void>} reopen
 */
function createDeletion({ name }, reopen) {
  const typed = createField("delete-name", t("Your name, to be sure"), { autocomplete: "off", placeholder: name }, ["bad-name"]);
  const form = createForm(
    [typed],
    t("Delete my account"),
    async () => {
      await callAsResident("delete", { name: typed.input.value });
      await reopen(t("Your account is deleted. You are a guest again."));
    },
    "danger",
  );
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "deletion" },
    html("h2", { id: "deletion" }, t("Delete the account")),
    html("p", { class: "hint" }, t("Your name, your ways to sign in and your sessions are deleted at once. Your matches stay, with “a former user” in your seat. This can't be undone.")),
    form,
  );
}

/**
 * Create the section.
 * @param {Account} account
 */
function createProfileSection({ name, is_hidden: isHidden }) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const box = html("input", { type: "checkbox", checked: isHidden, change: () => void change() });
  const change = async () => {
    problem.textContent = "";
    try {
      await hideProfile(box.checked);
    } catch (error) {
      if (!(error instanceof HouseError)) throw error;
      box.checked = !box.checked;
      problem.textContent = error.message;
    }
  };
  const meaning = html("small", {}, t("Nobody else sees it, and you aren't listed among the best players."));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "profile" },
    html("h2", { id: "profile" }, t("Your profile")),
    html("p", {}, html("a", { href: residentUrl(name) }, t("See your ratings, results and matches"))),
    html("label", { class: "choice" }, box, html("span", {}, t("Hide my profile"), meaning)),
    problem,
  );
}

/**
 * Create the list of sessions.
 * @param {Session[]} sessions
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
function createSessionList(sessions, reopen) {
  const problem = html("p", { class: "refusal", role: "alert" });
  /** @param {string} id @param {string} message */
  const end = (id, message) =>
    void reportRefusal(problem, async () => {
      await callHouse("/api/account/sessions/end", { id });
      await reopen(message, "sessions");
    });
  const sorted = [...sessions].sort((one, other) => Number(other.is_this) - Number(one.is_this));
  const rows = sorted.map(({ id, seen_at, device, is_this }) => {
    const seen = is_this ? t("This browser") : t("Last seen: {date}", { date: describeMoment(seen_at) });
    const button = createButton(t("End the session"), () => end(id, t("The session is ended: that browser is signed out.")));
    button.append(html("span", { class: "unseen" }, ` ${device}`));
    return html("li", {}, html("div", {}, html("strong", {}, device), html("span", {}, seen)), is_this ? null : button);
  });
  const endOthers = createButton(t("Sign out everywhere else"), () => end("others", t("All other browsers are signed out.")));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "sessions" },
    html("h2", { id: "sessions" }, t("Where you are signed in")),
    html("ul", {}, ...rows),
    sessions.length > 1 ? html("p", { class: "row" }, endOthers) : html("p", { class: "hint" }, t("Nowhere else.")),
    problem,
  );
}

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
