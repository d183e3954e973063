/** Identity providers: what the house says of them, and the buttons that lead to their pages. */

import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { createDeed, createProblem } from "../common/forms.js";
import { t } from "../common/texts.js";

/** @import {OfferedProvider} from "#api" */

/**
 * Leave for the page of a provider, which sends the reader back.
 * @param {OfferedProvider} provider
 * @param {"sign-in" | "link" | "confirm"} purpose
 * @param {string} back the path of our page to return to
 * @param {(path: string, body: unknown) => Promise<any>} [call]
 */
export async function goToProvider({ id }, purpose, back, call = callHouse) {
  const { address } = await call("/api/account/providers/start", { provider: id, purpose, back });
  location.assign(address);
}

/**
 * Create the buttons to sign in or register.
 * @param {OfferedProvider[]} providers
 * @param {string} back the path of our page to return to
 */
export function createSignInButtons(providers, back) {
  const label = (/** @type {string} */ provider) => t("Sign in through {provider}", { provider });
  return createButtons(providers, "sign-in", back, label, t("If you have no account here yet, you then choose a name."));
}

/**
 * Create the buttons with which a user confirms their identity and then returns to this page.
 * @param {OfferedProvider[]} providers
 */
export function createConfirmButtons(providers) {
  const back = location.pathname === "/account" ? "/account#confirmed" : location.pathname + location.search;
  const label = (/** @type {string} */ provider) => t("Sign in again through {provider}", { provider });
  return createButtons(providers, "confirm", back, label, t("You then come back to this page, and make the change once more."));
}

/**
 * @param {OfferedProvider[]} providers
 * @param {"sign-in" | "confirm"} purpose
 * @param {string} back
 * @param {(provider: string) => string} label
 * @param {string} hint
 */
function createButtons(providers, purpose, back, label, hint) {
  const problem = createProblem();
  const buttons = providers.map((provider) => createDeed(label(provider.name), problem, () => goToProvider(provider, purpose, back)));
  return html("div", { class: "passkey" }, ...buttons, html("p", { class: "hint" }, hint), problem);
}
