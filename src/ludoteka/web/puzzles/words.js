/** What the pages of puzzles say and link to. */

import { t } from "../common/texts.js";

/** @import {PuzzleCollection} from "#api" */

/**
 * Name a difficulty.
 * @param {PuzzleCollection["difficulties"][number]} difficulty
 */
export function nameDifficulty(difficulty) {
  return { easy: t("Easy"), medium: t("Medium"), hard: t("Hard") }[difficulty];
}

/**
 * Return the address of a puzzle's page.
 * @param {string} game
 * @param {number} number
 * @param {string} [group] of which the next puzzles are wanted
 */
export const puzzleUrl = (game, number, group = "") =>
  `/puzzle/${encodeURIComponent(game)}/${number}${group && `?group=${encodeURIComponent(group)}`}`;
