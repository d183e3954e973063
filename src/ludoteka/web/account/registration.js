/** The forms that create an account, and the recovery codes that are shown with it. */

import { createPasskey } from "./passkeys.js";
import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createDeed, createField, createForm, createNameField, createNewPasswordField, createProblem, createSheet } from "../common/forms.js";
import { showContent, showResident } from "../common/page.js";
import { andReopen, reopen } from "../common/reopening.js";
import { t } from "../common/texts.js";

/** @import {NewcomerName, SignIn} from "#api" */
/** @import {Credential} from "./passkeys.js" */
/** @import {Field} from "../common/forms.js" */

/**
 * Show new recovery codes in place of the page, until the reader confirms that they have saved them.
 * @param {string[]} codes
 * @param {string} message what is said afterwards
 * @param {string} [focused] the id of the heading that then gets the focus
 */
export function showRecoveryCodes(codes, message, focused) {
  const title = html("h1", { tabindex: -1 }, t("Save your recovery codes"));
  const answer = html("span", { role: "status" });
  const text = `${codes.join("\n")}\n`;
  const file = new Blob([`Ludoteka, ${location.host}\n${t("Recovery codes")}\n\n${text}`], { type: "text/plain" });
  const address = URL.createObjectURL(file);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    answer.textContent = t("Copied");
  };
  const end = () => {
    URL.revokeObjectURL(address);
    void reopen(message, focused);
  };
  showContent(
    t("Recovery codes"),
    html(
      "section",
      { class: "sheet codes" },
      title,
      html("p", {}, t("If you lose your passkey or forget your password, one of these codes lets you in. Each works once. Nobody can show them to you again.")),
      html("ol", {}, ...codes.map((code) => html("li", {}, html("code", {}, code)))),
      html(
        "p",
        { class: "row tools" },
        "clipboard" in navigator ? createButton(t("Copy"), () => void copy()) : null,
        html("a", { class: "button", href: address, download: "ludoteka-recovery-codes.txt" }, t("Download")),
        createButton(t("Print"), () => print()),
        answer,
      ),
      html("p", { class: "row tools" }, createButton(t("I have saved them"), end, "primary")),
    ),
  );
  title.focus();
}

const KEPT = 240_000; // milliseconds; a challenge of the house is valid for five minutes

/**
 * Create the part of the page in which accounts are created.
 * @param {SignIn} state
 * @param {boolean} mayUsePasskeys
 */
export function createRegistration({ registration }, mayUsePasskeys) {
  const closed = { closed: t("This server isn't accepting new accounts at present. You can play as a guest."), providers: t("Here, you create an account through a sign-in service.") };
  const content =
    registration === "closed" || registration === "providers"
      ? [html("p", {}, closed[registration])]
      : [
          html("p", {}, t("The matches that you have played here as a guest stay yours.")),
          createRegistrationForm(registration === "invitation", mayUsePasskeys),
        ];
  return createSheet("register", t("Create an account"), ...content);
}

/**
 * @param {boolean} isByInvitation
 * @param {boolean} mayUsePasskeys
 */
function createRegistrationForm(isByInvitation, mayUsePasskeys) {
  const name = createNameField("register-name", "username", t("Everybody you play with sees it."));
  const password = createNewPasswordField("register-password");
  const invitation = isByInvitation ? createInvitationField() : null;
  const way = mayUsePasskeys ? createWayField(password) : null;
  const parts = [name, way?.element, password, invitation].filter((part) => part !== null && part !== undefined);
  const findPasskey = keepPasskey();
  return createForm(parts, t("Create the account"), async () => {
    const wish = { name: name.input.value, ...(invitation && { invitation: invitation.input.value }) };
    const proof = way?.isPasskey() ? { credential: await findPasskey(wish) } : { password: password.input.value };
    await register("/api/account/register", { ...wish, ...proof });
  });
}

/**
 * Create an account and show its recovery codes.
 * @param {string} path
 * @param {Record<string, unknown>} wish
 */
async function register(path, wish) {
  const { name, recovery_codes: codes } = await callHouse(path, wish);
  showResident(name);
  showRecoveryCodes(codes, t("Your account is ready."));
}

/** Create the field for an invitation; a link to the page can contain it after "#", which no server sees. @param {string} [id] */
function createInvitationField(id = "register-invitation") {
  const code = location.hash.slice(1);
  const value = code === "notices" ? "" : code; // the name of a part of the page
  return createField(id, t("Invitation code"), { autocomplete: "off", value }, ["bad-invitation"], t("You get it from the owner of this server."));
}

/**
 * Return a function that creates a passkey for a name, or returns the one that it has just created for it, so that after
 * a refusal, the next attempt leaves no second passkey on the device.
 */
function keepPasskey() {
  let last = { name: "", until: 0, credential: /** @type {Credential} */ ({}) };
  return async (/** @type {{name: string, invitation?: string}} */ wish) => {
    const { name } = wish;
    if (last.name !== name || Date.now() > last.until) {
      const { publicKey } = await callHouse("/api/account/passkey-options", { purpose: "register", ...wish });
      last = { name, until: Date.now() + KEPT, credential: await createPasskey(publicKey) };
    }
    return last.credential;
  };
}

/** @param {Field} password is hidden while the choice is a passkey */
function createWayField(password) {
  const passkey = html("input", { type: "radio", name: "way", checked: true });
  const other = html("input", { type: "radio", name: "way" });
  const show = () => {
    password.element.hidden = passkey.checked;
    password.input.disabled = passkey.checked;
  };
  show();
  const element = html(
    "fieldset",
    { change: show },
    html("legend", {}, t("How will you sign in?")),
    html("label", { class: "choice" }, passkey, html("span", {}, t("With a passkey"), html("small", {}, t("Your telephone or computer keeps it: unlock the device, and you are in. There is nothing to remember.")))),
    html("label", { class: "choice" }, other, html("span", {}, t("With a password"))),
  );
  return { element, isPasskey: () => passkey.checked };
}

/**
 * Create the section in which a newcomer, whom a provider has identified, chooses a name.
 * @param {NewcomerName} newcomer
 * @param {boolean} isByInvitation
 */
export function createNewcomerForm({ provider, name: suggested }, isByInvitation) {
  const name = createNameField("newcomer-name", "username", t("Everybody you play with sees it."));
  name.input.value = suggested;
  const invitation = isByInvitation ? createInvitationField("newcomer-invitation") : null;
  const form = createForm([name, ...(invitation ? [invitation] : [])], t("Create the account"), () =>
    register("/api/account/providers/register", { name: name.input.value, ...(invitation && { invitation: invitation.input.value }) }),
  );
  const problem = createProblem();
  const forget = andReopen(() => callHouse("/api/account/providers/forget", {}), t("No account was created."));
  return createSheet(
    "newcomer",
    t("Choose your name"),
    html("p", {}, t("You have signed in there: {provider}. Nobody here signs in with that account yet.", { provider })),
    html("p", { class: "hint" }, t("The matches that you have played here as a guest stay yours.")),
    form,
    html("p", { class: "hint" }, t("If you have an account here, don't create another one: sign in to it, and link the sign-in service on its page.")),
    html("p", { class: "row" }, createDeed(t("Cancel"), problem, forget, "quiet")),
    problem,
  );
}
