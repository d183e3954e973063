/** The house's HTTP API for moderators. */

import { callConfirmed } from "../account/account-api.js";
import { callHouse } from "../common/api.js";

/** @import {Log} from "#api" */

/** @typedef {{name?: string, report?: string, match?: string, seat?: string}} Whom */

/** @param {number | null} before @returns {Promise<Log>} */
export const fetchActs = (before) => callHouse(`/api/order/acts${before === null ? "" : `?before=${before}`}`);

/**
 * Perform a moderation action, which is logged.
 * @param {string} kind
 * @param {string} reason
 * @param {Record<string, unknown>} wish
 */
export const act = (kind, reason, wish) => callConfirmed("/api/order/acts", { kind, reason, ...wish });
