/** What the pages about dice ask of the house. */

import { callHouse, matchUrl } from "../common/api.js";

/** @import {Disclosure} from "./verify.js" */

/**
 * Fetch what is needed to verify the dice of a match.
 * @param {string} match
 * @returns {Promise<Disclosure>}
 */
export const fetchDice = (match) => callHouse(`${matchUrl(match)}/dice`);

/**
 * Fetch the throw counts of the house.
 * @returns {Promise<{dice: import("../common/types.js").ThrowCounts[]}>}
 */
export const fetchThrowCounts = () => callHouse("/api/dice");
