/** The user's account in the house's HTTP API, and the dialog in which users confirm their identity before changes to how they sign in. */

import { askForPasskey, canUsePasskeys } from "./passkeys.js";
import { createConfirmButtons } from "./providers.js";
import { callHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createDeed, createForm, createHiddenName, createPasswordField, createProblem } from "../common/forms.js";
import { t } from "../common/texts.js";

/**
 * Ask the user for their password or a passkey, or to sign in again through a provider, which leaves the page.
 * @param {AccountState} state
 * @returns {Promise<boolean>} whether the house knows now who they are
 */
function askWhoItIs({ account, has_passkeys, providers }) {
  return new Promise((resolve) => {
    const mayUsePasskey = has_passkeys && canUsePasskeys() && account?.passkeys.length;
    const linked = account?.identities.map(({ provider }) => provider) ?? [];
    const known = providers.filter(({ name }) => linked.includes(name));
    const confirm = async (/** @type {unknown} */ proof) => {
      await callHouse("/api/account/confirm", proof);
      dialog.close("confirmed");
    };
    const password = createPasswordField("confirm-password");
    const prove = () => confirm({ password: password.input.value });
    const title = html("h2", { id: "confirm-title", tabindex: -1, autofocus: true }, t("Is it you?"));
    const dialog = html(
      "dialog",
      { class: "confirm", "aria-labelledby": title.id },
      title,
      html("p", {}, t("You signed in a while ago. Confirm that it's you before you make this change.")),
      mayUsePasskey ? createPasskeyProof(confirm) : null,
      known.length > 0 && createConfirmButtons(known),
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

/** @param {(proof: unknown) => Promise<void>} confirm */
function createPasskeyProof(confirm) {
  const problem = createProblem();
  const use = async () => confirm({ credential: await askForPasskey("confirm") });
  return html("div", {}, createDeed(t("Use a passkey"), problem, use, "primary"), problem);
}

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
 * @property {import("./providers.js").Identity[]} identities
 * @property {number} recovery_codes how many are left
 * @property {MailAddress} mail
 * @property {import("../profiles/profiles-api.js").RatingEntry[]} ratings
 * @typedef {{registration: "open" | "invitation" | "providers" | "closed", has_passkeys: boolean, has_mail: boolean, account: Account | null,
 *   providers: import("./providers.js").Provider[], newcomer: import("./providers.js").Newcomer | null}} AccountState
 *   has_passkeys: this address of the house can use them; has_mail: the house sends e-mails
 * @typedef {{id: string, made_at: number, seen_at: number, device: string, is_this: boolean}} Session
 */

/** @returns {Promise<AccountState>} */
export const fetchAccountState = () => callHouse("/api/account");

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
