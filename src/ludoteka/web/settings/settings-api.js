/** The house's HTTP API for its owner. */

import { callConfirmed } from "../account/account-api.js";
import { callHouse } from "../common/api.js";

/**
 * @typedef {object} OwnSettings
 * @property {string} name of the house; "" for Ludoteka
 * @property {string} welcome the text of the start page; "" for the default
 * @property {string[]} languages
 * @property {"" | "open" | "invitation" | "providers" | "closed"} registration "" for the setting of the command line
 * @property {number | null} backed_up_at
 * @typedef {object} Facts
 * @property {string} version
 * @property {string} python
 * @property {string} database
 * @property {string} schema
 * @property {number} accounts
 * @property {{size: number, free: number} | null} files in bytes; null for a database server
 * @property {"up" | "down" | null} broker null for a house of one server
 * @property {"open" | "invitation" | "providers" | "closed"} started_registration
 * @property {string | null} mail the mail server; null for a house that sends no e-mails
 * @property {string} public_address for links in e-mails; "" for none
 * @property {number} sockets that one address can have open; 0 for no limit
 * @property {number} keep days
 * @property {string} proxies
 * @property {string[]} names
 */

/** @returns {Promise<{settings: OwnSettings, facts: Facts}>} */
export const fetchSettings = () => callConfirmed("/api/settings");

/**
 * Change settings; omitted ones stay unchanged.
 * @param {Partial<OwnSettings>} changed
 * @returns {Promise<void>}
 */
export const changeSettings = (changed) => callConfirmed("/api/settings", changed);

/** Fetch whether the house has an owner, and whether this is its machine. @returns {Promise<{has_owner: boolean, is_local: boolean}>} */
export const fetchOwnerState = () => callHouse("/api/owner");

/**
 * Become the first owner of the house.
 * @param {string} code that it has printed
 * @returns {Promise<void>}
 */
export const becomeOwner = (code) => callHouse("/api/owner", { code });
