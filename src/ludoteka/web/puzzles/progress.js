/** Which puzzles the reader has solved: only this browser knows. */

/** @param {string} game */
const keyOf = (game) => `puzzles ${game}`;

/**
 * Return the numbers of the puzzles that were solved.
 * @param {string} game
 * @returns {Set<number>}
 */
export function findSolved(game) {
  return new Set(JSON.parse(localStorage.getItem(keyOf(game)) ?? "[]"));
}

/** @param {{game: string, number: number}} puzzle */
export function markSolved({ game, number }) {
  localStorage.setItem(keyOf(game), JSON.stringify([...findSolved(game).add(number)]));
}
