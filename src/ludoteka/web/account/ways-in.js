/** The user's sign-in methods: passkeys, password, identity providers, recovery codes. */

import { callConfirmed } from "./account-api.js";
import { canUsePasskeys, createPasskey } from "./passkeys.js";
import { goToProvider } from "./providers.js";
import { showRecoveryCodes } from "./registration.js";
import { html } from "../common/elements.js";
import { createDeed, createField, createForm, createHiddenName, createNewPasswordField, createProblem, createSheet } from "../common/forms.js";
import { andReopen, reopen } from "../common/reopening.js";
import { plural, t } from "../common/texts.js";
import { describeMoment } from "../common/words.js";

/** @import {Account, LinkedIdentity, OfferedProvider, PasskeyEntry, SignIn} from "#api" */

const LONGEST_LABEL = 40;

/**
 * @param {Account} account
 * @param {SignIn} state
 */
export function createWaysIn(account, { has_passkeys: hasPasskeys, providers }) {
  return [
    createPasskeys(account.passkeys, hasPasskeys && canUsePasskeys()),
    createPassword(account),
    ...createIdentities(account.identities, providers),
    createRecoveryCodes(account.recovery_codes),
  ];
}

/**
 * @param {PasskeyEntry[]} passkeys
 * @param {boolean} mayAdd
 */
function createPasskeys(passkeys, mayAdd) {
  const problem = createProblem();
  const rows = passkeys.map(({ id, label, made_at, used_at }) => {
    const remove = andReopen(() => callConfirmed("/api/account/passkeys/remove", { id }), t("The passkey is removed."), "passkeys");
    const used = used_at === null ? t("Not used yet") : t("Last used: {date}", { date: describeMoment(used_at) });
    return createRow(label, [t("Made: {date}", { date: describeMoment(made_at) }), used], createDeed(t("Remove"), problem, remove, "", label));
  });
  const none = html("p", { class: "hint" }, t("You have no passkey yet. With one, you sign in by unlocking your device."));
  const form = mayAdd ? createPasskeyForm() : html("p", { class: "hint" }, t("This browser can't add a passkey at this address."));
  return createSheet("passkeys", t("Passkeys"), rows.length > 0 ? html("ul", {}, ...rows) : none, problem, form);
}

function createPasskeyForm() {
  const attributes = { maxlength: LONGEST_LABEL, autocomplete: "off", placeholder: t("for example: telephone") };
  const label = createField("passkey-label", t("Name of the new passkey"), attributes, ["bad-label"]);
  const add = async () => {
    const { publicKey } = await callConfirmed("/api/account/passkey-options", { purpose: "add" });
    await callConfirmed("/api/account/passkeys", { credential: await createPasskey(publicKey), label: label.input.value });
    await reopen(t("The passkey is added."), "passkeys");
  };
  return createForm([label], t("Add a passkey"), add, "");
}

/** @param {Account} account */
function createPassword({ name, has_password }) {
  const password = createNewPasswordField("new-password");
  const change = andReopen(() => callConfirmed("/api/account/password", { password: password.input.value }), t("Your new password is set."), "password");
  const form = createForm([createHiddenName(name), password], has_password ? t("Change the password") : t("Set a password"), change, "");
  const hint = has_password ? t("You can sign in with your name and a password.") : t("You have no password.");
  return createSheet("password", t("Password"), html("p", { class: "hint" }, hint), form);
}

/** @param {number} count */
function createRecoveryCodes(count) {
  const problem = createProblem();
  const renew = async () => {
    const { recovery_codes: codes } = await callConfirmed("/api/account/recovery-codes", {});
    showRecoveryCodes(codes, t("You have new recovery codes."), "recovery-codes");
  };
  return createSheet(
    "recovery-codes",
    t("Recovery codes"),
    html("p", {}, plural("{count} code is left.", "{count} codes are left.", count)),
    html("p", { class: "hint" }, t("New codes replace those that are left.")),
    html("p", { class: "row" }, createDeed(t("Make new codes"), problem, renew)),
    problem,
  );
}

/**
 * @param {LinkedIdentity[]} identities
 * @param {OfferedProvider[]} providers
 */
function createIdentities(identities, providers) {
  if (identities.length + providers.length === 0) return [];
  const problem = createProblem();
  const rows = identities.map(({ id, provider, made_at, used_at, is_open }) => {
    const unlink = andReopen(() => callConfirmed("/api/account/providers/unlink", { id }), t("The sign-in service is unlinked."), "identities");
    const used = used_at === null ? t("No sign-in yet") : t("Last sign-in: {date}", { date: describeMoment(used_at) });
    const told = [t("Linked: {date}", { date: describeMoment(made_at) }), used, ...(is_open ? [] : [t("This server does not use it at present.")])];
    return createRow(provider, told, createDeed(t("Unlink"), problem, unlink, "", provider));
  });
  const linked = identities.map(({ provider }) => provider);
  const buttons = providers
    .filter(({ name }) => !linked.includes(name))
    .map((provider) => createDeed(t("Link {provider}", { provider: provider.name }), problem, () => goToProvider(provider, "link", "/account#linked", callConfirmed)));
  const none = html("p", { class: "hint" }, t("You can link your account to one of them, and then sign in through it."));
  const list = rows.length > 0 ? html("ul", {}, ...rows) : none;
  return [createSheet("identities", t("Sign-in services"), list, buttons.length > 0 && html("p", { class: "row" }, ...buttons), problem)];
}

/**
 * @param {string} title
 * @param {string[]} facts
 * @param {HTMLElement} button
 */
function createRow(title, facts, button) {
  return html("li", {}, html("div", {}, html("strong", {}, title), ...facts.map((fact) => html("span", {}, fact))), button);
}
