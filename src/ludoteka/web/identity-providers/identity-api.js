/** The house's HTTP API for identity providers. */

import { callHouse } from "../common/api.js";

/**
 * @typedef {{id: string, name: string}} Provider
 * @typedef {object} Identity of a user at a provider
 * @property {string} id
 * @property {string} provider its name, or its address if the house does not use it any more
 * @property {number} made_at
 * @property {number | null} used_at
 * @property {boolean} is_open whether the house uses the provider at present
 * @typedef {{provider: string, name: string}} Newcomer a person whom a provider has identified and who has no account yet; name: suggested
 */

/**
 * Leave for the page of a provider, which sends the reader back.
 * @param {Provider} provider
 * @param {"sign-in" | "link" | "confirm"} purpose
 * @param {string} back the path of our page to return to
 * @param {(path: string, body: unknown) => Promise<any>} [call]
 */
export async function goToProvider({ id }, purpose, back, call = callHouse) {
  const { address } = await call("/api/account/providers/start", { provider: id, purpose, back });
  location.assign(address);
}
