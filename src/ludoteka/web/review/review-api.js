/** What the house tells of finished matches: their positions and reviews. */

import { callHouse, matchPath, matchUrl } from "../common/api.js";

/** @import {ReviewState, Scene} from "../common/types.js" */

/**
 * Fetch the position of a finished match after this many moves, and after a line of others that were not played; with a
 * seat, what that seat saw then.
 * @param {string} match
 * @param {number} number
 * @param {string[]} [line]
 * @param {string} [seat]
 * @returns {Promise<Scene>}
 */
export const fetchPosition = async (match, number, line = [], seat = "") => {
  const query = new URLSearchParams([...line.map((text) => ["line", text]), ...(seat ? [["seat", seat]] : [])]);
  return (await callHouse(`${matchPath(match)}/positions/${number}?${query}`)).scene;
};

/**
 * Ask for the review of a finished match.
 * @param {string} match
 * @returns {Promise<ReviewState>}
 */
export const beginReview = (match) => callHouse(`${matchPath(match)}/review`, {});

/**
 * Fetch how far the review of a match is.
 * @param {string} match
 * @returns {Promise<ReviewState>}
 */
export const fetchReview = (match) => callHouse(`${matchPath(match)}/review`);

/**
 * Return the address of the page with the review of a match.
 * @param {string} match
 */
export const reviewUrl = (match) => `${matchUrl(match)}/review`;
