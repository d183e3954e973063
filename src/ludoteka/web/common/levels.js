/** The levels of the computer in words. */

import { t } from "./texts.js";

/**
 * Describe a level of the computer.
 * @param {number} level
 */
export function describeLevel(level) {
  const words = [
    t("still learning"),
    t("easy-going"),
    t("attentive"),
    t("practised"),
    t("experienced"),
    t("strong"),
    t("very strong"),
    t("formidable"),
    t("a master"),
    t("at full strength"),
  ];
  return words[level - 1] ?? t("level {level}", { level });
}
