/** Passkeys: the browser's part of WebAuthn. */

import { callHouse, HouseError } from "../common/api.js";
import { t } from "../common/texts.js";

/** @typedef {Record<string, unknown>} Credential as JSON */

/** Tell whether this browser can use passkeys with their options in JSON. */
export function canUsePasskeys() {
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** What ends the offer of passkeys; a browser can ask for only one at a time. @type {AbortController | null} */
let offer = null;

/**
 * Let the reader create a passkey.
 * @param {PublicKeyCredentialCreationOptionsJSON} options
 * @returns {Promise<Credential>}
 * @throws {HouseError} if no passkey was created
 */
export async function createPasskey(options) {
  offer?.abort();
  try {
    return toJson(await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
  } catch (error) {
    if (error instanceof DOMException && error.name === "InvalidStateError") {
      throw new HouseError(t("This device has a passkey for your account already."));
    }
    throw describeFailure(error);
  }
}

/**
 * Let the reader identify themselves with a passkey.
 * @param {"sign-in" | "confirm"} purpose
 * @returns {Promise<Credential>}
 * @throws {HouseError} if no passkey was used
 */
export async function askForPasskey(purpose) {
  offer?.abort();
  return usePasskey(purpose, {});
}

/**
 * Offer passkeys in a field's autofill, if the browser can, until one is chosen or requested otherwise.
 * @returns {Promise<Credential | null>} null if none was chosen
 */
export async function offerPasskeys() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return null;
  offer?.abort();
  const { signal } = (offer = new AbortController());
  try {
    return await usePasskey("sign-in", { mediation: "conditional", signal });
  } catch (error) {
    if (error instanceof HouseError) return null; // the reader has not requested it
    throw error;
  }
}

/**
 * @param {"sign-in" | "confirm"} purpose
 * @param {CredentialRequestOptions} manner
 */
async function usePasskey(purpose, manner) {
  try {
    const { publicKey } = await callHouse("/api/account/passkey-options", { purpose }, manner.signal ?? null);
    return toJson(await navigator.credentials.get({ ...manner, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) }));
  } catch (error) {
    throw describeFailure(error);
  }
}

/** @param {globalThis.Credential | null} credential @returns {Credential} */
function toJson(credential) {
  return /** @type {any} */ (credential).toJSON();
}

/** @param {unknown} error */
function describeFailure(error) {
  return error instanceof DOMException ? new HouseError(t("No passkey was used. You can try again.")) : error;
}
