/** What the analysis board asks of the house. */

import { callHouse } from "../common/api.js";

/** @import {Analysed} from "../common/types.js" */
/** @import {Question} from "./engine.js" */
/** @import {PlainTree} from "./move-tree.js" */

/**
 * Fetch a position of an analysis: the one after its actions, or after one more action, which may be a list of picks.
 * @param {Question & {action?: string | string[]}} question
 * @returns {Promise<Analysed>}
 */
export const fetchAnalysed = (question) => callHouse("/api/analysis/position", question);

/**
 * Fetch the tree of moves of a record.
 * @param {string} record
 * @returns {Promise<PlainTree>}
 */
export const fetchAnalysisTree = (record) => callHouse("/api/analysis/tree", record);
