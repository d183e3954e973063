/** Links to analyses. */

import { pack } from "./move-tree.js";

/** @import {PlainTree} from "./move-tree.js" */

/**
 * Open an analysis: on this page if it shows the game, else on a new one.
 * @param {PlainTree & {at: number}} analysis
 */
export async function openAnalysis(analysis) {
  location.assign(`/analysis/${encodeURIComponent(analysis.game)}#${await pack(analysis)}`);
}
