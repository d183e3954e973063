/** The form that creates an account. */

import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { showResident } from "../common/page.js";
import { t } from "../common/texts.js";
import { createField, createForm, createNameField, createNewPasswordField } from "./forms.js";
import { createPasskey } from "./passkeys.js";
import { showRecoveryCodes } from "./recovery-codes.js";

/** @import {AccountState} from "./account-api.js" */
/** @import {Field} from "./forms.js" */
/** @import {Credential} from "./passkeys.js" */

const KEPT = 240_000; // milliseconds; a challenge of the house is valid for five minutes

/**
 * Create the part of the page in which accounts are created.
 * @param {AccountState} state
 * @param {boolean} mayUsePasskeys
 * @param {(message: string) => Promise<void>} reopen
 */
export function createRegistration({ registration }, mayUsePasskeys, reopen) {
  const closed = { closed: t("This server isn't accepting new accounts at present. You can play as a guest."), providers: t("Here, you create an account through a sign-in service.") };
  const content =
    registration === "closed" || registration === "providers"
      ? [html("p", {}, closed[registration])]
      : [
          html("p", {}, t("The matches that you have played here as a guest stay yours.")),
          createRegistrationForm(registration === "invitation", mayUsePasskeys, reopen),
        ];
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "register" },
    html("h2", { id: "register" }, t("Create an account")),
    ...content,
  );
}

/**
 * @param {boolean} isByInvitation
 * @param {boolean} mayUsePasskeys
 * @param {(message: string) => Promise<void>} reopen
 */
function createRegistrationForm(isByInvitation, mayUsePasskeys, reopen) {
  const name = createNameField("register-name", "username", t("Everybody you play with sees it."));
  const password = createNewPasswordField("register-password");
  const invitation = isByInvitation ? createInvitationField() : null;
  const way = mayUsePasskeys ? createWayField(password) : null;
  const parts = [name, way?.element, password, invitation].filter((part) => part !== null && part !== undefined);
  const findPasskey = keepPasskey();
  return createForm(parts, t("Create the account"), async () => {
    const wish = { name: name.input.value, ...(invitation && { invitation: invitation.input.value }) };
    const proof = way?.isPasskey() ? { credential: await findPasskey(wish) } : { password: password.input.value };
    const { name: given, recovery_codes: codes } = await callHouse("/api/account/register", { ...wish, ...proof });
    showResident(given);
    showRecoveryCodes(codes, () => void reopen(t("Your account is ready.")));
  });
}

/** Create the field for an invitation; a link to the page can contain it after "#", which no server sees. @param {string} [id] */
export function createInvitationField(id = "register-invitation") {
  return createField(
    id,
    t("Invitation code"),
    { autocomplete: "off", value: invitationInAddress() },
    ["bad-invitation"],
    t("You get it from the owner of this server."),
  );
}

/** Return the invitation code after the # of the address; "" if it is the name of a part of the page. */
function invitationInAddress() {
  const code = location.hash.slice(1);
  return code === "notices" ? "" : code;
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

/**
 * Create the choice between a passkey and a password, which shows and hides the field for the password.
 * @param {Field} password
 */
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
