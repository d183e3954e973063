/** The account page while signed out: sign-in and account recovery. */

import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createField, createForm, createNameField, createNewPasswordField, createPasswordField, reportRefusal } from "../common/forms.js";
import { askForPasskey, canUsePasskeys, offerPasskeys } from "./passkeys.js";
import { createNewcomerForm, createRegistration } from "./registration.js";
import { createSignInButtons } from "./providers.js";

/** @import {AccountState} from "./account-api.js" */

/**
 * Create the page.
 * @param {AccountState} state
 * @param {(message: string) => Promise<void>} reopen opens the page again and announces a message
 */
export function createSignedOut(state, reopen) {
  const mayUsePasskeys = state.has_passkeys && canUsePasskeys();
  const signedIn = async () => {
    const before = pageBefore();
    if (before) location.assign(before);
    else await reopen(t("You are signed in."));
  };
  const signIn = html(
    "section",
    { class: "sheet", "aria-labelledby": "sign-in" },
    html("h2", { id: "sign-in" }, t("Sign in")),
    mayUsePasskeys ? createPasskeyPart(signedIn) : null,
    state.providers.length > 0 && createSignInButtons(state.providers, pathBefore()),
    createPasswordPart(signedIn),
    createRecovery(state.has_mail, reopen),
  );
  const sections = state.newcomer
    ? [createNewcomerForm(state.newcomer, state.registration === "invitation", reopen), signIn]
    : [signIn, createRegistration(state, mayUsePasskeys, reopen)];
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

/** Return the address of the page of this house from which the reader came to sign in; "" if there is none. */
function pageBefore() {
  const isOurs = document.referrer.startsWith(`${location.origin}/`);
  return isOurs && new URL(document.referrer).pathname !== location.pathname ? document.referrer : "";
}

/** Return the path of that page; that of the account if there is none. */
function pathBefore() {
  const before = pageBefore();
  if (!before) return "/account";
  const { pathname, search, hash } = new URL(before);
  return pathname + search + hash;
}

/** @param {() => Promise<void>} signedIn */
function createPasskeyPart(signedIn) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const signIn = async (/** @type {unknown} */ credential) => {
    await callHouse("/api/account/sign-in", { credential });
    await signedIn();
  };
  const use = () => void reportRefusal(problem, async () => signIn(await askForPasskey("sign-in")));
  void offerPasskeys().then((credential) => credential && reportRefusal(problem, () => signIn(credential)));
  return html("div", { class: "passkey" }, createButton(t("Sign in with a passkey"), use, "primary"), problem);
}

/** @param {() => Promise<void>} signedIn */
function createPasswordPart(signedIn) {
  const name = createNameField("sign-in-name", "username webauthn");
  const password = createPasswordField("sign-in-password");
  return createForm(
    [name, password],
    t("Sign in with the password"),
    async () => {
      await callHouse("/api/account/sign-in", { name: name.input.value, password: password.input.value });
      await signedIn();
    },
    "",
  );
}

/**
 * @param {boolean} hasMail
 * @param {(message: string) => Promise<void>} reopen
 */
function createRecovery(hasMail, reopen) {
  const name = createNameField("recovery-name", "username");
  const code = createField(
    "recovery-code",
    t("Recovery code"),
    { autocomplete: "off" },
    [],
    t("One of the ten codes that you saved. Each works once."),
  );
  const password = createNewPasswordField("recovery-password");
  const form = createForm([name, code, password], t("Set the new password"), async () => {
    await callHouse("/api/account/recover", { name: name.input.value, code: code.input.value, password: password.input.value });
    await reopen(t("You are signed in. Your new password is set, and all other browsers are signed out."));
  });
  const parts = hasMail ? [html("h3", {}, t("By e-mail")), createMailRecovery(), html("h3", {}, t("With a recovery code"))] : [];
  return html("details", {}, html("summary", {}, t("Lost your password or passkey?")), ...parts, form);
}

/** Create the form that requests a recovery link by e-mail.  Its reply doesn't reveal whether an account exists. */
function createMailRecovery() {
  const name = createField("lost-name", t("Name or e-mail address"), { name: "username", autocomplete: "username" }, []);
  const answer = html("p", { role: "status" });
  const form = createForm(
    [name],
    t("Send me a link"),
    async () => {
      answer.textContent = "";
      await callHouse("/api/account/lost", { name: name.input.value });
      answer.textContent = t("If that account exists and has a confirmed e-mail address, a link is on its way there.");
    },
    "",
  );
  form.append(answer);
  return form;
}
