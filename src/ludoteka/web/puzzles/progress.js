/** Which puzzles the reader has solved, and how many in a row without a mistake: only this browser knows. */

/** @import {PuzzleCollection} from "#api" */

/** @param {string} game */
const keyOf = (game) => `puzzles ${game}`;
const STREAK = "puzzle streak";
const GAME = "puzzle game"; // the game of the last puzzle
const READY = 5; // puzzles of a difficulty that are solved before the next difficulty is suggested

/**
 * Return the numbers of the puzzles that were solved.
 * @param {string} game
 * @returns {Set<number>}
 */
export function findSolved(game) {
  return new Set(JSON.parse(localStorage.getItem(keyOf(game)) ?? "[]"));
}

/**
 * Return how many puzzles were solved in a row without a mistake, a hint or the solution, and the longest such row.
 * @returns {{now: number, best: number}}
 */
export const findStreak = () => JSON.parse(localStorage.getItem(STREAK) ?? '{"now": 0, "best": 0}');

/** @param {number} now */
function setStreak(now) {
  localStorage.setItem(STREAK, JSON.stringify({ now, best: Math.max(now, findStreak().best) }));
}

/**
 * Remember that a puzzle is solved.
 * @param {{game: string, number: number}} puzzle
 * @param {boolean} isClean it was solved at the first attempt and without help
 */
export function markSolved({ game, number }, isClean) {
  const solved = findSolved(game);
  if (isClean && !solved.has(number)) setStreak(findStreak().now + 1);
  localStorage.setItem(keyOf(game), JSON.stringify([...solved.add(number)]));
  localStorage.setItem(GAME, game);
}

/**
 * Begin a new row after a mistake or with help, unless the puzzle was solved before.
 * @param {{game: string, number: number}} puzzle
 */
export function endStreak({ game, number }) {
  if (!findSolved(game).has(number)) setStreak(0);
}

/**
 * Return the numbers of the puzzles of a difficulty or of another group; all, if there is no such group.
 * @param {PuzzleCollection} collection
 * @param {string} group
 */
export function listGroup({ difficulties, groups }, group) {
  const numbers = difficulties.map((_, index) => index + 1);
  const ofDifficulty = numbers.filter((number) => difficulties[number - 1] === group);
  if (ofDifficulty.length > 0) return ofDifficulty;
  return groups.find(({ name }) => name === group)?.numbers ?? numbers;
}

/**
 * Find the next puzzle that isn't solved, in the order of the numbers; after the last one, the first follows.
 * @param {string} game
 * @param {number[]} numbers
 * @param {number} [after]
 */
export function findNext(game, numbers, after = 0) {
  const solved = findSolved(game);
  const open = numbers.filter((number) => !solved.has(number) && number !== after);
  return open.find((number) => number > after) ?? open[0];
}

/**
 * Suggest a puzzle of the game played last: as difficult as those who have solved some of the easier ones can try.
 * @param {PuzzleCollection[]} games
 */
export function suggestPuzzle(games) {
  const last = localStorage.getItem(GAME);
  const ordered = [...games].sort((one, other) => Number(other.name === last) - Number(one.name === last));
  for (const game of ordered) {
    const solved = findSolved(game.name);
    const ready = ["easy", "medium"].filter((one) => listGroup(game, one).filter((number) => solved.has(number)).length >= READY);
    const number = findNext(game.name, listGroup(game, ["easy", "medium", "hard"][ready.length] ?? "")) ?? findNext(game.name, listGroup(game, ""));
    if (number !== undefined) return { game: game.name, number };
  }
  return null;
}
