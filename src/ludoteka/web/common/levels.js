/** The levels of the computer in words, true in every game: each judges less exactly than the next (docs/levels.md). */

import { createOptions } from "./elements.js";
import { t } from "./texts.js";

/**
 * Describe a level of the computer.
 * @param {number} level
 */
export function describeLevel(level) {
  const words = [
    t("tries things out"),
    t("guesses more than it judges"),
    t("judges roughly"),
    t("often strays from what is good"),
    t("mostly knows what is good"),
    t("judges soundly, with small errors"),
    t("judges well"),
    t("seldom errs"),
    t("hardly ever errs"),
    t("plays the best it can find"),
  ];
  return words[level - 1] ?? t("level {level}", { level });
}

/**
 * Create the options of a select for the level of the computer.
 * @param {number} levels
 * @param {number} usual
 */
export function createLevelOptions(levels, usual) {
  return createOptions(Array.from({ length: levels }, (_, index) => [index + 1, `${index + 1}: ${describeLevel(index + 1)}`]), usual);
}
