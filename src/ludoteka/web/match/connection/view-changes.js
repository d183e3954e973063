/** Changes of a view: what the house sends after the first view, folded into the one before. */

/** @import {Change, Piece, Scene, View} from "../../common/types.js" */

/**
 * The view after a change; neither of the two is altered.
 * @param {View} view
 * @param {Change} change the keys of a view that are other than before; of the scene likewise, its pieces by id
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
 * A scene without the board, which is drawn anew only where it comes anew.
 * @param {Scene} scene
 */
function omitBoard({ places, lines, ...others }) {
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
