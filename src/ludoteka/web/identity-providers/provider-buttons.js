/** Buttons that lead to the page of a provider. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { reportRefusal } from "../account/forms.js";
import { goToProvider } from "./identity-api.js";

/** @import {Provider} from "./identity-api.js" */

/**
 * Create the buttons to sign in or register.
 * @param {Provider[]} providers
 * @param {string} back the path of our page to return to
 */
export function createSignInButtons(providers, back) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const buttons = providers.map((provider) =>
    createButton(t("Sign in through {provider}", { provider: provider.name }), () => void reportRefusal(problem, () => goToProvider(provider, "sign-in", back))),
  );
  return html("div", { class: "passkey" }, ...buttons, html("p", { class: "hint" }, t("If you have no account here yet, you then choose a name.")), problem);
}

/**
 * Create the buttons with which a user confirms their identity and then returns to this page.
 * @param {Provider[]} providers
 */
export function createConfirmButtons(providers) {
  const back = location.pathname === "/account" ? "/account#confirmed" : location.pathname + location.search;
  const problem = html("p", { class: "refusal", role: "alert" });
  const buttons = providers.map((provider) =>
    createButton(t("Sign in again through {provider}", { provider: provider.name }), () => void reportRefusal(problem, () => goToProvider(provider, "confirm", back))),
  );
  return html("div", { class: "passkey" }, ...buttons, html("p", { class: "hint" }, t("You then come back to this page, and make the change once more.")), problem);
}
