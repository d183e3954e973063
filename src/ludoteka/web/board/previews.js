/** Previews: the result of a path before it is played. */

import { describePiece } from "./board-words.js";

/** @import {Piece, Previews, Scene} from "../common/types.js" */

/**
 * Return the pieces on the places that these picks would change.
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
 * Describe the preview of a path in words.
 * @param {Scene} scene
 * @param {string[]} path
 */
export function describePreview(scene, path) {
  return findPreview(scene, path)
    .map((piece) => `${piece.place}: ${describePiece(piece)}`)
    .join(", ");
}
