/** The user's API tokens, and turning the account into a bot account. */

import { callConfirmed } from "./account-api.js";
import { createButton, html } from "../common/elements.js";
import { createDeed, createField, createForm, createProblem, createSheet } from "../common/forms.js";
import { andReopen, reopen } from "../common/reopening.js";
import { language, t } from "../common/texts.js";

/** @import {ApiToken} from "#api" */

const LONGEST = 60; // characters of a label

/** What tokens may allow, in words. @type {() => Record<string, string>} */
const describeScopes = () => ({
  "match:read": t("See your matches and challenges"),
  "match:play": t("Create matches and play"),
  "challenge:write": t("Challenge others and answer challenges"),
  "tournament:write": t("Take part in tournaments"),
  "follow:read": t("See who you follow"),
  "follow:write": t("Follow others"),
});

/**
 * @param {{is_bot: boolean}} account
 * @param {ApiToken[]} tokens
 */
export function createProgramSection(account, tokens) {
  const problem = createProblem();
  const words = describeScopes();
  const rows = tokens.map(({ id, label, scopes, used_at: used }) => {
    const seen = used === null ? t("Never used") : t("Last used: {date}", { date: new Date(used * 1000).toLocaleDateString(language) });
    const end = andReopen(() => callConfirmed("/api/account/tokens/end", { id }), t("The token is revoked: no program can use it any more."), "programs");
    const allowed = scopes.map((scope) => words[scope] ?? scope).join(" · ");
    const facts = html("div", {}, html("strong", {}, label), html("span", {}, allowed), html("span", {}, seen));
    return html("li", {}, facts, createDeed(t("Revoke the token"), problem, end, "", label));
  });
  return createSheet(
    "programs",
    t("Programs"),
    html("p", { class: "hint" }, t("With a token, a program acts for you: a bot, for example. It can do only what the token allows, and never change your account.")),
    rows.length > 0 && html("ul", {}, ...rows),
    problem,
    createMaker(),
    account.is_bot ? html("p", {}, t("This account is that of a bot.")) : createBotSwitch(),
  );
}

function createMaker() {
  const label = createField("token-label", t("What it is for"), { maxlength: LONGEST, autocomplete: "off" }, ["bad-label"]);
  const boxes = Object.entries(describeScopes()).map(([scope, words]) => {
    const isUsual = scope !== "follow:read" && scope !== "follow:write";
    return html("label", { class: "choice" }, html("input", { type: "checkbox", name: "scope", value: scope, checked: isUsual }), html("span", {}, words));
  });
  const choices = html("fieldset", {}, html("legend", {}, t("What it allows")), ...boxes);
  const make = async () => {
    const scopes = [...choices.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
    const { token } = await callConfirmed("/api/account/tokens", { label: label.input.value, scopes });
    form.replaceWith(createSecret(token));
  };
  const form = createForm([label, choices], t("Make a token"), make, "");
  return form;
}

/** @param {string} token */
function createSecret(token) {
  const hint = t("Copy it now: it is shown only once. Anyone who has it can do everything that it allows.");
  const attributes = { class: "secret", readonly: true, value: token, focus: () => input.select() };
  const { element, input } = createField("new-token", t("The new token"), attributes, [], hint);
  element.append(html("p", { class: "row" }, createButton(t("Done"), () => void reopen(t("The token was made."), "programs"))));
  requestAnimationFrame(() => input.focus());
  return element;
}

function createBotSwitch() {
  const problem = createProblem();
  const mark = andReopen(() => callConfirmed("/api/account/bot", {}), t("This account is that of a bot."), "programs");
  const text = t("An account with which a program plays must be marked as a bot, before its first match and for good. Others see it, and a bot meets only people who want to play with it.");
  return html("details", {}, html("summary", {}, t("Is this the account of a bot?")), html("p", { class: "hint" }, text), html("p", { class: "row" }, createDeed(t("Mark as a bot"), problem, mark)), problem);
}
