/** The account page of signed-in users: profile, sign-in methods, sessions, data export and deletion. */

import { callConfirmed } from "./account-api.js";
import { createMailSection } from "./mail-section.js";
import { createProgramSection } from "./programs.js";
import { createWaysIn } from "./ways-in.js";
import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { createDeed, createField, createForm, createProblem, createSheet, createSoleDeed, explainRefusal } from "../common/forms.js";
import { andReopen } from "../common/reopening.js";
import { t } from "../common/texts.js";
import { describeDay, describeMoment } from "../common/words.js";
import { createNoticeSection } from "../notices/notice-section.js";
import { residentUrl } from "../profiles/profiles-api.js";
import { createRatings } from "../profiles/ratings.js";
import { createBlockedList } from "../reports/blocking.js";

/** @import {Account, Session, SignIn} from "#api" */

/** @param {Account} account */
function createExport({ name }) {
  const problem = createProblem();
  const save = async () => {
    const everything = JSON.stringify(await callConfirmed("/api/account/export"), null, 2);
    const address = URL.createObjectURL(new Blob([everything], { type: "application/json" }));
    html("a", { href: address, download: `ludoteka-${name}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address)); // after the download has begun
  };
  const hint = t("A file with everything that this server stores about you: your account, your sessions, your matches and what you wrote in them.");
  const button = html("p", { class: "row" }, createDeed(t("Download my data"), problem, save));
  return createSheet("export", t("Your data"), html("p", { class: "hint" }, hint), button, problem);
}

/** @param {Account} account */
function createDeletion({ name }) {
  const typed = createField("delete-name", t("Your name, to be sure"), { autocomplete: "off", placeholder: name }, ["bad-name"]);
  const remove = andReopen(() => callConfirmed("/api/account/delete", { name: typed.input.value }), t("Your account is deleted. You are a guest again."));
  const hint = t("Your name, your ways to sign in and your sessions are deleted at once. Your matches stay, with “a former user” in your seat. This can't be undone.");
  const form = createForm([typed], t("Delete my account"), remove, "danger");
  return createSheet("deletion", t("Delete the account"), html("p", { class: "hint" }, hint), form);
}

/** @param {Account} account */
function createProfileSection({ name, is_hidden: isHidden }) {
  const problem = createProblem();
  const box = html("input", { type: "checkbox", checked: isHidden, change: () => void change() });
  const change = async () => {
    if (await explainRefusal(problem, () => callHouse("/api/account/hide", { is_hidden: box.checked }))) box.checked = !box.checked;
  };
  const meaning = html("small", {}, t("Nobody else sees it, and you aren't listed among the best players."));
  const link = html("p", {}, html("a", { href: residentUrl(name) }, t("See your ratings, results and matches")));
  const choice = html("label", { class: "choice" }, box, html("span", {}, t("Hide my profile"), meaning));
  return createSheet("profile", t("Your profile"), link, choice, problem);
}

/** @param {Session[]} sessions */
function createSessionList(sessions) {
  const problem = createProblem();
  /** @param {string} id @param {string} message */
  const end = (id, message) => andReopen(() => callHouse("/api/account/sessions/end", { id }), message, "sessions");
  const sorted = [...sessions].sort((one, other) => Number(other.is_this) - Number(one.is_this));
  const rows = sorted.map(({ id, seen_at, device, is_this }) => {
    const seen = is_this ? t("This browser") : t("Last seen: {date}", { date: describeMoment(seen_at) });
    const endIt = end(id, t("The session is ended: that browser is signed out."));
    const button = is_this ? null : createDeed(t("End the session"), problem, endIt, "", device);
    return html("li", {}, html("div", {}, html("strong", {}, device), html("span", {}, seen)), button);
  });
  const endOthers = end("others", t("All other browsers are signed out."));
  const others =
    sessions.length > 1
      ? html("p", { class: "row" }, createDeed(t("Sign out everywhere else"), problem, endOthers))
      : html("p", { class: "hint" }, t("Nowhere else."));
  return createSheet("sessions", t("Where you are signed in"), html("ul", {}, ...rows), others, problem);
}

/** @param {SignIn} state with an account */
export async function createResidentPage(state) {
  const account = /** @type {Account} */ (state.account);
  const [sessions, tokens, blocked, notices, ratings] = await Promise.all([
    callHouse("/api/account/sessions"),
    callHouse("/api/account/tokens"),
    callHouse("/api/account/blocked"),
    callHouse("/api/account/notices").catch(() => null),
    createRatings(account),
  ]);
  const settings = account.role === "owner" ? [" · ", html("a", { href: "/settings" }, t("Settings of the house"))] : [];
  const office = account.role !== "resident" && html("p", {}, html("a", { href: "/order" }, t("Moderation")), ...settings);
  return [
    html(
      "div",
      { class: "title" },
      html("div", {}, html("h1", {}, account.name), html("p", { class: "since" }, t("Account created on {date}", { date: describeDay(account.made_at, "long") })), office),
      createSoleDeed(t("Sign out"), andReopen(() => callHouse("/api/account/sign-out", {}), t("You are signed out."))),
    ),
    html(
      "div",
      { class: "columns" },
      html("div", { class: "column" }, ratings, createProfileSection(account), notices && (await createNoticeSection(notices)), ...createWaysIn(account, state), ...createMailSection(state)),
      html("div", { class: "column" }, createSessionList(sessions), createProgramSection(account, tokens), createBlockedList(blocked), createExport(account), createDeletion(account)),
    ),
  ];
}
