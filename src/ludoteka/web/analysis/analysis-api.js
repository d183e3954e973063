/** What the analysis board asks of the house. */

import { callHouse } from "../common/api.js";

/** @import {Analysed} from "../common/types.js" */
/** @import {EngineLines, Question} from "./engine.js" */
/** @import {PlainTree} from "./move-tree.js" */

/**
 * Fetch a position of an analysis: the one after its actions, or after one more action, which may be a list of picks.
 * @param {Question & {action?: string | string[]}} question
 * @returns {Promise<Analysed>}
 */
export const fetchAnalysed = (question) => callHouse("/api/analysis/position", question);

/**
 * Fetch the best lines in a position; the engine stops when the signal ends the call.
 * @param {Question & {lines: number, seconds: number}} question
 * @param {AbortSignal} signal
 * @returns {Promise<EngineLines>}
 */
export const fetchLines = (question, signal) => callHouse("/api/analysis/lines", question, signal);

/**
 * Fetch the record of an analysis.
 * @param {PlainTree} tree
 * @returns {Promise<string>}
 */
export const fetchAnalysisRecord = (tree) => callHouse("/api/analysis/record", tree);

/**
 * Fetch the tree of moves of a record.
 * @param {string} record
 * @returns {Promise<PlainTree>}
 */
export const fetchAnalysisTree = (record) => callHouse("/api/analysis/tree", record);
