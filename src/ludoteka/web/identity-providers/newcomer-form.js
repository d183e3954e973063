/** The form in which a newcomer, whom a provider has identified, chooses a name. */

import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { showResident } from "../common/page.js";
import { t } from "../common/texts.js";
import { createForm, createNameField, reportRefusal } from "../account/forms.js";
import { showRecoveryCodes } from "../account/recovery-codes.js";
import { createInvitationField } from "../account/registration.js";

/** @import {Newcomer} from "./identity-api.js" */

/**
 * Create the section.
 * @param {Newcomer} newcomer
 * @param {boolean} isByInvitation
 * @param {(message: string) => Promise<void>} reopen
 */
export function createNewcomerForm({ provider, name: suggested }, isByInvitation, reopen) {
  const name = createNameField("newcomer-name", "username", t("Everybody you play with sees it."));
  name.input.value = suggested;
  const invitation = isByInvitation ? createInvitationField("newcomer-invitation") : null;
  const form = createForm([name, ...(invitation ? [invitation] : [])], t("Create the account"), async () => {
    const wish = { name: name.input.value, ...(invitation && { invitation: invitation.input.value }) };
    const { name: given, recovery_codes: codes } = await callHouse("/api/account/providers/register", wish);
    showResident(given);
    showRecoveryCodes(codes, () => void reopen(t("Your account is ready.")));
  });
  const problem = html("p", { class: "refusal", role: "alert" });
  const forget = () =>
    void reportRefusal(problem, async () => {
      await callHouse("/api/account/providers/forget", {});
      await reopen(t("No account was created."));
    });
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "newcomer" },
    html("h2", { id: "newcomer" }, t("Choose your name")),
    html("p", {}, t("You have signed in there: {provider}. Nobody here signs in with that account yet.", { provider })),
    html("p", { class: "hint" }, t("The matches that you have played here as a guest stay yours.")),
    form,
    html("p", { class: "hint" }, t("If you have an account here, don't create another one: sign in to it, and link the sign-in service on its page.")),
    html("p", { class: "row" }, createButton(t("Cancel"), forget, "quiet")),
    problem,
  );
}
