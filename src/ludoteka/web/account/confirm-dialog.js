/** The dialog in which a user confirms their identity before changes to how they sign in. */

import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createConfirmButtons } from "../identity-providers/provider-buttons.js";
import { createForm, createPasswordField, reportRefusal } from "./forms.js";
import { askForPasskey, canUsePasskeys } from "./passkeys.js";

/** @import {AccountState} from "./account-api.js" */

/**
 * Ask the user for their password or a passkey, or to sign in again through a provider, which leaves the page.
 * @param {AccountState} state
 * @returns {Promise<boolean>} whether the house knows now who they are
 */
export function askWhoItIs({ account, has_passkeys, providers }) {
  return new Promise((resolve) => {
    const mayUsePasskey = has_passkeys && canUsePasskeys() && account?.passkeys.length;
    const linked = account?.identities.map(({ provider }) => provider) ?? [];
    const known = providers.filter(({ name }) => linked.includes(name));
    const confirm = async (/** @type {unknown} */ proof) => {
      await callHouse("/api/account/confirm", proof);
      dialog.close("confirmed");
    };
    const title = html("h2", { id: "confirm-title", tabindex: -1, autofocus: true }, t("Is it you?"));
    const dialog = html(
      "dialog",
      { class: "confirm", "aria-labelledby": title.id },
      title,
      html("p", {}, t("You signed in a while ago. Confirm that it's you before you make this change.")),
      mayUsePasskey ? createPasskeyPart(confirm) : null,
      known.length > 0 && createConfirmButtons(known),
      account?.has_password ? createPasswordPart(account.name, confirm) : null,
      html("p", { class: "row" }, createButton(t("Cancel"), () => dialog.close(), "quiet")),
    );
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "confirmed");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {(proof: unknown) => Promise<void>} confirm */
function createPasskeyPart(confirm) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const use = () => void reportRefusal(problem, async () => confirm({ credential: await askForPasskey("confirm") }));
  return html("div", {}, createButton(t("Use a passkey"), use, "primary"), problem);
}

/**
 * @param {string} name
 * @param {(proof: unknown) => Promise<void>} confirm
 */
function createPasswordPart(name, confirm) {
  const field = createPasswordField("confirm-password");
  const username = html("input", { name: "username", autocomplete: "username", value: name, readonly: true, hidden: true });
  return createForm([username, field], t("Confirm"), () => confirm({ password: field.input.value }));
}
