/** The user's sign-in methods: passkeys, password, identity providers, recovery codes. */

import { callAsResident, callConfirmed } from "./account-api.js";
import { canUsePasskeys, createPasskey } from "./passkeys.js";
import { goToProvider } from "./providers.js";
import { showRecoveryCodes } from "./registration.js";
import { createButton, html } from "../common/elements.js";
import { createField, createForm, createNewPasswordField, reportRefusal } from "../common/forms.js";
import { plural, t } from "../common/texts.js";
import { describeMoment } from "../common/words.js";

/** @import {Account, AccountState, Passkey} from "./account-api.js" */
/** @import {Identity, Provider} from "./providers.js" */

/**
 * Create the section; nothing in a house without providers.
 * @param {Identity[]} identities
 * @param {Provider[]} providers
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
function createIdentities(identities, providers, reopen) {
  if (identities.length + providers.length === 0) return null;
  const problem = html("p", { class: "refusal", role: "alert" });
  const rows = identities.map((identity) => {
    const unlink = () =>
      void reportRefusal(problem, async () => {
        await callAsResident("providers/unlink", { id: identity.id });
        await reopen(t("The sign-in service is unlinked."), "identities");
      });
    return createIdentityRow(identity, unlink);
  });
  const linked = identities.map(({ provider }) => provider);
  const buttons = providers
    .filter(({ name }) => !linked.includes(name))
    .map((provider) => createButton(t("Link {provider}", { provider: provider.name }), () => void reportRefusal(problem, () => goToProvider(provider, "link", "/account#linked", callConfirmed))));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "identities" },
    html("h2", { id: "identities" }, t("Sign-in services")),
    rows.length > 0 ? html("ul", {}, ...rows) : html("p", { class: "hint" }, t("You can link your account to one of them, and then sign in through it.")),
    buttons.length > 0 && html("p", { class: "row" }, ...buttons),
    problem,
  );
}

/**
 * @param {Identity} identity
 * @param {() => void} unlink
 */
function createIdentityRow({ provider, made_at, used_at, is_open }, unlink) {
  const button = createButton(t("Unlink"), unlink);
  button.append(html("span", { class: "unseen" }, ` ${provider}`));
  const used = used_at === null ? t("No sign-in yet") : t("Last sign-in: {date}", { date: describeMoment(used_at) });
  const told = [t("Linked: {date}", { date: describeMoment(made_at) }), used, ...(is_open ? [] : [t("This server does not use it at present.")])];
  return html("li", {}, html("div", {}, html("strong", {}, provider), ...told.map((text) => html("span", {}, text))), button);
}

/** @typedef {(message: string, focused?: string) => Promise<void>} Reopen */

const LONGEST_LABEL = 40;

/**
 * Create the sections about sign-in methods.
 * @param {Account} account
 * @param {AccountState} state
 * @param {Reopen} reopen
 */
export function createWaysIn(account, { has_passkeys: hasPasskeys, providers }, reopen) {
  const identities = createIdentities(account.identities, providers, reopen);
  return [
    createPasskeys(account.passkeys, hasPasskeys && canUsePasskeys(), reopen),
    createPassword(account, reopen),
    ...(identities ? [identities] : []),
    createRecoveryCodes(account.recovery_codes, reopen),
  ];
}

/**
 * @param {Passkey[]} passkeys
 * @param {boolean} mayAdd
 * @param {Reopen} reopen
 */
function createPasskeys(passkeys, mayAdd, reopen) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const rows = passkeys.map((passkey) => {
    const remove = () =>
      void reportRefusal(problem, async () => {
        await callAsResident("passkeys/remove", { id: passkey.id });
        await reopen(t("The passkey is removed."), "passkeys");
      });
    return createPasskeyRow(passkey, remove);
  });
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "passkeys" },
    html("h2", { id: "passkeys" }, t("Passkeys")),
    rows.length > 0 ? html("ul", {}, ...rows) : html("p", { class: "hint" }, t("You have no passkey yet. With one, you sign in by unlocking your device.")),
    problem,
    mayAdd ? createPasskeyForm(reopen) : html("p", { class: "hint" }, t("This browser can't add a passkey at this address.")),
  );
}

/**
 * @param {Passkey} passkey
 * @param {() => void} remove
 */
function createPasskeyRow({ label, made_at, used_at }, remove) {
  const button = createButton(t("Remove"), remove);
  button.append(html("span", { class: "unseen" }, ` ${label}`));
  const used = used_at === null ? t("Not used yet") : t("Last used: {date}", { date: describeMoment(used_at) });
  const made = t("Made: {date}", { date: describeMoment(made_at) });
  return html("li", {}, html("div", {}, html("strong", {}, label), html("span", {}, made), html("span", {}, used)), button);
}

/** @param {Reopen} reopen */
function createPasskeyForm(reopen) {
  const label = createField(
    "passkey-label",
    t("Name of the new passkey"),
    { maxlength: LONGEST_LABEL, autocomplete: "off", placeholder: t("for example: telephone") },
    ["bad-label"],
  );
  return createForm([label], t("Add a passkey"), async () => {
    const { publicKey } = await callAsResident("passkey-options", { purpose: "add" });
    await callAsResident("passkeys", { credential: await createPasskey(publicKey), label: label.input.value });
    await reopen(t("The passkey is added."), "passkeys");
  }, "");
}

/**
 * @param {Account} account
 * @param {Reopen} reopen
 */
function createPassword({ name, has_password }, reopen) {
  const username = html("input", { name: "username", autocomplete: "username", value: name, readonly: true, hidden: true });
  const password = createNewPasswordField("new-password");
  const form = createForm([username, password], has_password ? t("Change the password") : t("Set a password"), async () => {
    await callAsResident("password", { password: password.input.value });
    await reopen(t("Your new password is set."), "password");
  }, "");
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "password" },
    html("h2", { id: "password" }, t("Password")),
    html("p", { class: "hint" }, has_password ? t("You can sign in with your name and a password.") : t("You have no password.")),
    form,
  );
}

/**
 * @param {number} count
 * @param {Reopen} reopen
 */
function createRecoveryCodes(count, reopen) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const renew = () =>
    void reportRefusal(problem, async () => {
      const { recovery_codes: codes } = await callAsResident("recovery-codes", {});
      showRecoveryCodes(codes, () => void reopen(t("You have new recovery codes."), "recovery-codes"));
    });
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "recovery-codes" },
    html("h2", { id: "recovery-codes" }, t("Recovery codes")),
    html("p", {}, plural("{count} code is left.", "{count} codes are left.", count)),
    html("p", { class: "hint" }, t("New codes replace those that are left.")),
    html("p", { class: "row" }, createButton(t("Make new codes"), renew)),
    problem,
  );
}
