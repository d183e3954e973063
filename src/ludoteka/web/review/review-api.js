/** The positions of finished matches. */

import { callHouse, matchPath } from "../common/api.js";

/** @import {Scene} from "../common/types.js" */

/** @typedef {{scene: Scene, turned: boolean}} Position turned: the reader sees the board from the other side */

/**
 * Fetch the position of a finished match after this many moves, and after a line of others that were not played; with a
 * seat, what that seat saw then.
 * @param {string} match
 * @param {number} number
 * @param {string[]} [line]
 * @param {string} [seat]
 * @returns {Promise<Position>}
 */
export const fetchPosition = async (match, number, line = [], seat = "") => {
  const query = new URLSearchParams([...line.map((text) => ["line", text]), ...(seat ? [["seat", seat]] : [])]);
  return callHouse(`${matchPath(match)}/positions/${number}?${query}`);
};
