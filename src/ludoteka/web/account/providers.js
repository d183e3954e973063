/** Identity providers: what the house says of them, and the buttons that lead to their pages. */

import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { createDeed, createProblem } from "../common/forms.js";

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
 * Create the buttons that lead to providers.
 * @param {OfferedProvider[]} providers
 * @param {"sign-in" | "confirm"} purpose
 * @param {string} back the path of our page to return to
 * @param {(provider: string) => string} label
 * @param {string} hint
 */
export function createProviderButtons(providers, purpose, back, label, hint) {
  const problem = createProblem();
  const buttons = providers.map((provider) => createDeed(label(provider.name), problem, () => goToProvider(provider, purpose, back)));
  return html("div", { class: "passkey" }, ...buttons, html("p", { class: "hint" }, hint), problem);
}
