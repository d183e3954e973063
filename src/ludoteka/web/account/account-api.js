/** The user's account in the house's HTTP API, and the dialog in which users confirm their identity before changes to how they sign in. */

import { askForPasskey, canUsePasskeys } from "./passkeys.js";
import { createProviderButtons } from "./providers.js";
import { callHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createForm, createHiddenName, createPasswordField, createSoleDeed } from "../common/forms.js";
import { t } from "../common/texts.js";

/** @import {SignIn} from "#api" */

/**
 * Ask the user for their password or a passkey, or to sign in again through a provider, which leaves the page.
 * @param {SignIn} state
 * @returns {Promise<boolean>} whether the house knows now who they are
 */
function askWhoItIs({ account, has_passkeys, providers }) {
  return new Promise((resolve) => {
    const mayUsePasskey = has_passkeys && canUsePasskeys() && account?.passkeys.length;
    const linked = account?.identities.map(({ provider }) => provider) ?? [];
    const known = providers.filter(({ name }) => linked.includes(name));
    const back = location.pathname === "/account" ? "/account#confirmed" : location.pathname + location.search;
    const label = (/** @type {string} */ provider) => t("Sign in again through {provider}", { provider });
    const confirm = async (/** @type {unknown} */ proof) => {
      await callHouse("/api/account/confirm", proof);
      dialog.close("confirmed");
    };
    const password = createPasswordField("confirm-password");
    const prove = () => confirm({ password: password.input.value });
    const provePasskey = async () => confirm({ credential: await askForPasskey("confirm") });
    const title = html("h2", { id: "confirm-title", tabindex: -1, autofocus: true }, t("Is it you?"));
    const dialog = html(
      "dialog",
      { class: "confirm", "aria-labelledby": title.id },
      title,
      html("p", {}, t("You signed in a while ago. Confirm that it's you before you make this change.")),
      mayUsePasskey ? createSoleDeed(t("Use a passkey"), provePasskey, "primary") : null,
      known.length > 0 && createProviderButtons(known, "confirm", back, label, t("You then come back to this page, and make the change once more.")),
      account?.has_password ? createForm([createHiddenName(account.name), password], t("Confirm"), prove) : null,
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

/** @returns {Promise<SignIn>} */
export const fetchAccountState = () => callHouse("/api/account");

/**
 * Make a request that requires a recent sign-in; ask the user to confirm their identity if necessary.
 * @param {string} address
 * @param {unknown} [body] what to post; without it the call is a GET
 * @returns {Promise<any>}
 */
export async function callConfirmed(address, body) {
  try {
    return await callHouse(address, body);
  } catch (error) {
    if (!(error instanceof HouseError) || error.code !== "confirm-first") throw error;
  }
  const state = await fetchAccountState();
  if (!(await askWhoItIs(state))) throw new HouseError(t("Nothing was changed."));
  return callHouse(address, body);
}
