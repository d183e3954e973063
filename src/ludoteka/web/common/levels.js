/** The levels of the computer in words, true in every game: each judges less exactly than the next (docs/levels.md). */

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
