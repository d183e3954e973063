/** What a path would bring about, before it is picked. */

import { describePiece } from "./board-words.js";

/** @import {Piece, Previews, Scene} from "../common/types.js" */

/**
 * The pieces that would stand on their places after these picks.
 * @param {Scene} scene
 * @param {string[]} path
 * @returns {Piece[]}
 */
export function findPreview({ previews }, path) {
  /** @type {Previews | Piece[] | undefined} */ let node = previews;
  for (const name of [...path, ""]) node = Array.isArray(node) ? undefined : node?.[name];
  return Array.isArray(node) ? node : [];
}

/**
 * The same in words.
 * @param {Scene} scene
 * @param {string[]} path
 */
export function describePreview(scene, path) {
  return findPreview(scene, path)
    .map((piece) => `${piece.place}: ${describePiece(piece)}`)
    .join(", ");
}
