/** The house's HTTP API for tournaments. */

import { callHouse } from "../common/api.js";

/** @import {Tournament, TournamentState} from "#api" */

/** @typedef {Tournament["kind"]} Kind */
/** @typedef {"join" | "withdraw" | "start" | "call-off" | "ready"} Deed */

/** Return the address of a tournament in the HTTP API. @param {string} id */
export const tournamentPath = (id) => `/api/tournaments/${encodeURIComponent(id)}`;

/** Return the address of a tournament's page. @param {string} id */
export const tournamentUrl = (id) => `/tournament/${encodeURIComponent(id)}`;

/**
 * @param {string} id
 * @param {number} [page] of the standings
 * @returns {Promise<TournamentState>}
 */
export const fetchTournament = (id, page = 1) => callHouse(`${tournamentPath(id)}?page=${page}`);
