/** The house's HTTP API for tournaments. */

import { callHouse } from "../common/api.js";

/**
 * @typedef {"arena" | "swiss" | "round-robin" | "knockout"} Kind
 * @typedef {object} Tournament
 * @property {string} id
 * @property {string} name
 * @property {Kind} kind
 * @property {string} game
 * @property {string} clock
 * @property {boolean} rated
 * @property {number} table_size the most players at a table
 * @property {number | null} minutes of an arena
 * @property {"open" | "running" | "over"} status
 * @property {number | null} starts_at seconds since 1970, like all times here; null if the host starts it
 * @property {number | null} ends_at when an arena that runs is over
 * @property {number} players their number
 * @typedef {{name: string, level: number}} TournamentPlayer a computer has a level, and a deleted user no name
 * @typedef {TournamentPlayer & {rank: number, points: number, tie_breaks: number[], won: number, drawn: number, lost: number, is_on_streak: boolean, is_in: boolean, yours: boolean}} Line
 * @typedef {{round: number, players: TournamentPlayer[], match: string | null, scores: number[] | null}} Pairing players and scores in seat order; a single player has a bye
 * @typedef {{score: number | null, match: string}} Meeting with another player
 * @typedef {Tournament & {round: number, rounds: number | null, is_host: boolean, is_in: boolean | null, match: string | null, tie_breaks: string[], standings: Line[], page: number, pages: number, own_page: number | null, crosstable: (Meeting | null)[][] | null, pairings: Pairing[]}} TournamentState
 *   crosstable: of a small round robin, in the order of the standings; standings: of the page; own_page: where the reader is;
 *   is_in: whether the reader takes part, null if they never did; match: the reader's
 * @typedef {"join" | "withdraw" | "start" | "ready"} Deed
 */

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
