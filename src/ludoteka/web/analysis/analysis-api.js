/** What the analysis board asks of the house. */

import { callHouse } from "../common/api.js";

/** @import {AnalysedPosition, PositionRequest} from "#api" */
/** @import {PlainTree} from "./move-tree.js" */

/**
 * Fetch a position of an analysis: the one after its actions, or after one more action, which may be a list of picks.
 * @param {PositionRequest} question
 * @returns {Promise<AnalysedPosition>}
 */
export const fetchAnalysed = (question) => callHouse("/api/analysis/position", question);

/**
 * Fetch the tree of moves of a record.
 * @param {string} record
 * @returns {Promise<PlainTree>}
 */
export const fetchAnalysisTree = (record) => callHouse("/api/analysis/tree", record);
