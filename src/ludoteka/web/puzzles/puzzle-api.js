/** What the pages of puzzles ask of the house, and which puzzles this browser has solved. */

import { callHouse } from "../common/api.js";

/** @import {Attempt, Puzzle, PuzzleList} from "../common/types.js" */

/** Fetch the puzzle of the day and the puzzles of each game. @returns {Promise<PuzzleList>} */
export const fetchPuzzles = () => callHouse("/api/puzzles");

/**
 * Fetch a puzzle, without its solution.
 * @param {string} game
 * @param {number} number
 * @returns {Promise<Puzzle>}
 */
export const fetchPuzzle = (game, number) => callHouse(`/api/puzzles/${encodeURIComponent(game)}/${number}`);

/**
 * Let the house judge all actions of an attempt at a puzzle.
 * @param {Pick<Puzzle, "game" | "number">} puzzle
 * @param {{actions: string[], wish?: "hint" | "solution"}} attempt
 * @returns {Promise<Attempt>}
 */
export const tryPuzzle = ({ game, number }, attempt) => callHouse(`/api/puzzles/${encodeURIComponent(game)}/${number}`, attempt);

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

/**
 * Remember that a puzzle was solved.
 * @param {{game: string, number: number}} puzzle
 */
export function markSolved({ game, number }) {
  localStorage.setItem(keyOf(game), JSON.stringify([...findSolved(game).add(number)]));
}
