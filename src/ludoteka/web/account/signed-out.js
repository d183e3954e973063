/** The account page while signed out: sign-in and account recovery. */

import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { andReopen, reopen } from "../common/reopening.js";
import { t } from "../common/texts.js";
import { createDeed, createField, createForm, createNameField, createNewPasswordField, createPasswordField, createProblem, createSheet, reportRefusal } from "../common/forms.js";
import { askForPasskey, canUsePasskeys, offerPasskeys } from "./passkeys.js";
import { createNewcomerForm, createRegistration } from "./registration.js";
import { createProviderButtons } from "./providers.js";

/** @import {SignIn} from "#api" */

/** @param {SignIn} state */
export function createSignedOut(state) {
  const mayUsePasskeys = state.has_passkeys && canUsePasskeys();
  const label = (/** @type {string} */ provider) => t("Sign in through {provider}", { provider });
  const signInSheet = createSheet(
    "sign-in",
    t("Sign in"),
    mayUsePasskeys ? createPasskeyPart() : null,
    state.providers.length > 0 && createProviderButtons(state.providers, "sign-in", pathBefore(), label, t("If you have no account here yet, you then choose a name.")),
    createPasswordPart(),
    createRecovery(state.has_mail),
  );
  const sections = state.newcomer
    ? [createNewcomerForm(state.newcomer, state.registration === "invitation"), signInSheet]
    : [signInSheet, createRegistration(state, mayUsePasskeys)];
  return [
    html("h1", {}, t("Your account")),
    html(
      "p",
      { class: "lead" },
      t("With an account, your name is yours alone, and your matches are with you on every device. You don't need one to play."),
    ),
    html("div", { class: "columns" }, ...sections),
  ];
}

/** Return the path of the page of this house from which the reader came to sign in; that of this page if there is none. */
function pathBefore() {
  if (!document.referrer.startsWith(`${location.origin}/`)) return location.pathname;
  const { pathname, search } = new URL(document.referrer);
  return pathname === location.pathname ? pathname : pathname + search;
}

/**
 * Sign in, and return to the page before.
 * @param {Record<string, unknown>} proof
 */
async function signIn(proof) {
  await callHouse("/api/account/sign-in", proof);
  const before = pathBefore();
  if (before !== location.pathname) location.assign(before);
  else await reopen(t("You are signed in."));
}

function createPasskeyPart() {
  const problem = createProblem();
  const use = async () => signIn({ credential: await askForPasskey("sign-in") });
  void offerPasskeys().then((credential) => credential && reportRefusal(problem, () => signIn({ credential })));
  return html("div", { class: "passkey" }, createDeed(t("Sign in with a passkey"), problem, use, "primary"), problem);
}

function createPasswordPart() {
  const name = createNameField("sign-in-name", "username webauthn");
  const password = createPasswordField("sign-in-password");
  const send = () => signIn({ name: name.input.value, password: password.input.value });
  return createForm([name, password], t("Sign in with the password"), send, "");
}

/** @param {boolean} hasMail */
function createRecovery(hasMail) {
  const name = createNameField("recovery-name", "username");
  const hint = t("One of the ten codes that you saved. Each works once.");
  const code = createField("recovery-code", t("Recovery code"), { autocomplete: "off" }, [], hint);
  const password = createNewPasswordField("recovery-password");
  const recover = () => callHouse("/api/account/recover", { name: name.input.value, code: code.input.value, password: password.input.value });
  const done = t("You are signed in. Your new password is set, and all other browsers are signed out.");
  const form = createForm([name, code, password], t("Set the new password"), andReopen(recover, done));
  const parts = hasMail ? [html("h3", {}, t("By e-mail")), createMailRecovery(), html("h3", {}, t("With a recovery code"))] : [];
  return html("details", {}, html("summary", {}, t("Lost your password or passkey?")), ...parts, form);
}

/** Create the form that requests a recovery link by e-mail.  Its reply doesn't reveal whether an account exists. */
function createMailRecovery() {
  const name = createField("lost-name", t("Name or e-mail address"), { name: "username", autocomplete: "username" }, []);
  const answer = html("p", { role: "status" });
  const send = async () => {
    answer.textContent = "";
    await callHouse("/api/account/lost", { name: name.input.value });
    answer.textContent = t("If that account exists and has a confirmed e-mail address, a link is on its way there.");
  };
  const form = createForm([name], t("Send me a link"), send, "");
  form.append(answer);
  return form;
}
