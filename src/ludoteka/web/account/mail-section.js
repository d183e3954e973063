/** The user's e-mail address, for account recovery and notifications about the account. */

import { callConfirmed } from "./account-api.js";
import { html } from "../common/elements.js";
import { createField, createForm, createSheet, createSoleDeed } from "../common/forms.js";
import { andReopen } from "../common/reopening.js";
import { t } from "../common/texts.js";

/** @import {Mail, SignIn} from "#api" */

const LONGEST = 254; // characters of an address

/**
 * Create the section about the address; nothing if the house sends no e-mails and has no address.
 * @param {SignIn} state with an account
 */
export function createMailSection({ has_mail, account }) {
  const mail = account?.mail;
  if (!mail || !(has_mail || mail.address || mail.waiting)) return [];
  return [
    createSheet(
      "mail",
      t("E-mail"),
      html("p", { class: "hint" }, t("With an e-mail address, you can get back in if you lose every other way to sign in, and you get an e-mail when these ways change. Nobody else sees the address.")),
      (mail.address || mail.waiting) && createState(mail),
      mail.waiting ? createSoleDeed(t("Cancel the new address"), andReopen(() => callConfirmed("/api/account/mail/cancel", {}), t("The new address is cancelled. The link in the e-mail is no longer valid."), "mail")) : null,
      mail.address ? createSoleDeed(t("Remove the address"), andReopen(() => callConfirmed("/api/account/mail/remove", {}), t("The e-mail address is removed."), "mail")) : null,
      has_mail ? createAddressForm(mail) : null,
    ),
  ];
}

/** @param {Mail} mail */
function createState({ address, waiting }) {
  return html(
    "dl",
    { class: "addresses" },
    ...(address ? [html("dt", {}, t("Your address")), html("dd", {}, address)] : []),
    ...(waiting ? [html("dt", {}, t("Not confirmed yet")), html("dd", {}, waiting, html("p", { class: "hint" }, t("A link was sent to this address. Open it within a day.")))] : []),
  );
}

/** @param {Mail} mail */
function createAddressForm({ address }) {
  const attributes = { type: "email", maxlength: LONGEST, autocomplete: "email" };
  const field = createField("mail-address", address ? t("New address") : t("E-mail address"), attributes, ["bad-address"]);
  const send = () => callConfirmed("/api/account/mail", { address: field.input.value });
  const sent = t("An e-mail was sent to you. Open the link in it to confirm the address.");
  return createForm([field], t("Send a link to it"), andReopen(send, sent, "mail"), "");
}
