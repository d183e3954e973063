/** Changes of a view, which the house sends after the first view. */

/** @import {Change, Piece, Scene, View} from "../../common/types.js" */

/**
 * Return the view after a change, without modifying either.
 * @param {View} view
 * @param {Change} change the keys that differ; `scene` has the keys of the scene that differ, with pieces by id
 * @returns {View}
 */
export function applyChange(view, change) {
  const { scene = {}, ...beside } = change;
  const { pieces, ...parts } = scene;
  const moves = beside.moves ?? { from: view.moves.from + view.moves.list.length, list: [] };
  return {
    ...view,
    ...beside,
    moves,
    whole: false,
    scene: { ...omitBoard(view.scene), ...parts, pieces: pieces ? applyPieces(view.scene.pieces, pieces) : view.scene.pieces },
  };
}

/**
 * Return a scene without its layout, which is redrawn only when it changes.
 * @param {Scene} scene
 */
function omitBoard({ places, lines, bounds, columns, rows, ...others }) {
  return others;
}

/**
 * @param {Piece[]} pieces
 * @param {{set: Piece[], gone: string[]}} change
 */
function applyPieces(pieces, { set, gone }) {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  for (const id of gone) byId.delete(id);
  for (const piece of set) byId.set(piece.id, piece);
  return [...byId.values()];
}
