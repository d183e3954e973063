/** The house's HTTP API for challenges. */

import { callHouse } from "../common/api.js";

/** @import {Occupant} from "../common/types.js" */

/**
 * @typedef {object} Challenge
 * @property {string} id that of its match
 * @property {string} game
 * @property {string} clock
 * @property {boolean} rated
 * @property {{name: string, standing: string}} challenger
 * @property {boolean} is_yours whether the reader is the challenger
 * @property {Occupant[]} seats
 */

/** Fetch the open challenges to the reader and from them, newest first. @returns {Promise<Challenge[]>} */
export const fetchChallenges = () => callHouse("/api/challenges");

/**
 * Challenge a user; return the id of the match.
 * @param {{name: string, game: string, options: Record<string, unknown>, clock: string, rated: boolean, seat: string}} wish
 * @returns {Promise<string>}
 */
export const makeChallenge = async (wish) => (await callHouse("/api/challenges", wish)).id;

/**
 * Answer a challenge.
 * @param {string} id
 * @param {"accept" | "decline"} reply
 */
export const answerChallenge = (id, reply) => callHouse(`/api/challenges/${encodeURIComponent(id)}/${reply}`, {});
