/** The news since the previous view, in words. */

import { say, t } from "../../common/texts.js";

/** @import {Move, View} from "../../common/types.js" */

const CHANCE = "chance"; // the seat of the dice

/**
 * Describe what has happened.
 * @param {View | null} before
 * @param {View} view
 * @param {Move[]} moves the new moves
 * @param {boolean} isBack a move was taken back
 * @returns {string[]}
 */
export function describeNews(before, view, moves, isBack) {
  if (!before) return [];
  if (isBack) return [t("The last move was taken back")];
  const titles = new Map(view.seats.map((seat) => [seat.letter, say(seat.title)]));
  const thrower = titles.get(before.thrower ?? "");
  const thrown = thrower ? t("{seat} throws", { seat: thrower }) : t("Throw");
  const acts = moves.map(([letter, text, says], index) => {
    if (says) return says.map((sentence) => say(sentence)).join(" ");
    if (letter !== CHANCE) return `${titles.get(letter)}: ${text ?? t("a hidden move")}`;
    const areShown = index === moves.length - 1 && view.scene.dice.length > 0;
    return `${thrown}: ${areShown ? view.scene.dice.join(", ") : text}`;
  });
  const gone = moves.some(([, , says]) => says) ? [] : describeCaptures(before, view); // such sentences already mention captures
  return acts.length > 0 && gone.length > 0 ? [...acts, t("Captured: {pieces}", { pieces: gone.join(", ") })] : acts;
}

/**
 * Describe the pieces that are gone.
 * @param {View} before
 * @param {View} view
 */
function describeCaptures(before, view) {
  if (view.whole) return []; // ids may now belong to other pieces
  const now = new Set(view.scene.pieces.map((piece) => piece.id));
  const gone = before.scene.pieces.filter((piece) => !now.has(piece.id));
  return gone.map((piece) => `${say(piece.label)} ${piece.place}`);
}

/**
 * Tell whether the last move is a throw.
 * @param {Move[]} moves
 */
export function endsWithThrow(moves) {
  return moves.at(-1)?.[0] === CHANCE;
}
