/** The house's HTTP API for moderators. */

import { callConfirmed } from "../account/account-api.js";
import { callHouse } from "../common/api.js";

/** @import {Standing} from "../common/types.js" */

/**
 * @typedef {{name: string, standing: Standing, guest: number}} Person
 * @typedef {object} Report
 * @property {string} id
 * @property {string} kind
 * @property {string} text
 * @property {number} at
 * @property {string | null} match
 * @property {boolean} is_open
 * @property {string[]} words what they wrote in the chat of the match
 * @property {Person} about
 * @property {Person | null} reporter null in a report about a moderator
 * @typedef {object} Act
 * @property {string} id
 * @property {number} at
 * @property {string | null} by null for the operator
 * @property {string} kind
 * @property {Person | null} about
 * @property {string | null} match
 * @property {string} detail what changed
 * @property {string} reason
 * @typedef {object} Known a person's account, reports and moderation actions
 * @property {Person} person
 * @property {string | null} match where they were reported
 * @property {string | null} role null for a guest
 * @property {number | null} made_at
 * @property {boolean} is_closed
 * @property {Report[]} reports
 * @property {Act[]} acts
 * @typedef {Act & {until: number, address: string}} Ban
 * @typedef {object} RatedPlay
 * @property {string} name
 * @property {number} rating
 * @property {number} matches the latest ones examined
 * @property {number} won
 * @property {number} lost_on_time
 * @property {number} reviewed
 * @property {number} choices in the reviewed matches
 * @property {number} best how many of these a search would have chosen too
 * @property {string[]} not_reviewed
 * @typedef {{name?: string, report?: string, match?: string, seat?: string}} Whom
 */

/** @param {number | null} before @returns {Promise<{acts: Act[], next: number | null}>} */
export const fetchActs = (before) => callHouse(`/api/order/acts${before === null ? "" : `?before=${before}`}`);

/**
 * Perform a moderation action, which is logged.
 * @param {string} kind
 * @param {string} reason
 * @param {Record<string, unknown>} wish
 */
export const act = (kind, reason, wish) => callConfirmed("/api/order/acts", { kind, reason, ...wish });
