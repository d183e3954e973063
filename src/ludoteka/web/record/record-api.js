/** The house's HTTP API for records. */

import { callHouse, goTo, matchUrl } from "../common/api.js";

/**
 * Fetch the record of a match.
 * @param {string} match
 * @returns {Promise<string>}
 */
export const fetchRecord = (match) => callHouse(recordUrl(match));

/**
 * Return the address of the record of a match.
 * @param {string} match
 */
export const recordUrl = (match) => `${matchUrl(match)}/record`;

/**
 * Create a match from a record and open it.
 * @param {string} record
 */
export async function importRecord(record) {
  goTo((await callHouse("/api/records", record)).id);
}
