/** The house's HTTP API for accounts. */

import { callHouse, HouseError } from "../common/api.js";
import { t } from "../common/texts.js";
import { askWhoItIs } from "./confirm-dialog.js";

/**
 * @typedef {{id: string, label: string, made_at: number, used_at: number | null}} Passkey
 * @typedef {{address: string | null, confirmed_at: number | null, waiting: string | null}} MailAddress
 *   waiting: an address whose owner has not confirmed it yet
 * @typedef {object} Account of the signed-in user
 * @property {string} name
 * @property {number} made_at
 * @property {string} role in the house
 * @property {boolean} has_password
 * @property {boolean} is_hidden whether others see no profile
 * @property {boolean} is_bot whether a program plays with it
 * @property {Passkey[]} passkeys
 * @property {import("../identity-providers/identity-api.js").Identity[]} identities
 * @property {number} recovery_codes how many are left
 * @property {MailAddress} mail
 * @property {{game: string, speed: string, rating: number, number: number, is_provisional: boolean}[]} ratings number: of rated matches
 * @typedef {{registration: "open" | "invitation" | "providers" | "closed", has_passkeys: boolean, has_mail: boolean, account: Account | null,
 *   providers: import("../identity-providers/identity-api.js").Provider[], newcomer: import("../identity-providers/identity-api.js").Newcomer | null}} AccountState
 *   has_passkeys: this address of the house can use them; has_mail: the house sends e-mails
 * @typedef {{id: string, made_at: number, seen_at: number, device: string, is_this: boolean}} Session
 */

/** @returns {Promise<AccountState>} */
export const fetchAccountState = () => callHouse("/api/account");

/** Fetch where the resident is signed in. @returns {Promise<Session[]>} */
export const fetchSessions = () => callHouse("/api/account/sessions");

/** Fetch the tokens with which programs act for the resident. @returns {Promise<import("../programs/program-section.js").ApiToken[]>} */
export const fetchTokens = () => callHouse("/api/account/tokens");

/**
 * Make a request that requires a recent sign-in; ask the user to confirm their identity if necessary.
 * @param {string} path below /api/account/
 * @param {unknown} [body] what to post; without it the call is a GET
 * @returns {Promise<any>}
 */
export const callAsResident = (path, body) => callConfirmed(`/api/account/${path}`, body);

/**
 * Do the same for any address of the house.
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
