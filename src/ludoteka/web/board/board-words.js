/** Descriptions of places and pieces in words. */

import { groupBy } from "./lattice.js";
import { say, t } from "../common/texts.js";

/** @import {Piece, Place} from "../common/types.js" */

/**
 * Describe a piece: "white Tri, facing right".
 * @param {Piece} piece
 */
export function describePiece({ label, facing }) {
  const ways = [t("facing up"), t("facing right"), t("facing down"), t("facing left")];
  return [say(label), facing ? ways[facing % ways.length] : ""].filter(Boolean).join(", ");
}

/**
 * Describe a place: "e5, throne, king"; "a1, 15 × man".
 * @param {Place} place
 * @param {Piece[]} pieces on this place
 */
export function describePlace({ name, label, note = "" }, pieces) {
  const alike = groupBy(pieces, describePiece);
  const men = [...alike].map(([label, { length }]) => (length > 1 ? `${length} × ${label}` : label));
  return [name, label ? say(label) : "", ...(men.length ? men : [t("empty")]), note].filter(Boolean).join(", ");
}
