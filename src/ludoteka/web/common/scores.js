/** The numbers of a result: 1, 0 and -1 for a win, a draw and a loss, or the scores of a game that has scores. */

/** @typedef {Record<string, number>} Result by the letters of the seats */

/**
 * Rate the result of a seat: positive for a win, negative for a loss. With scores, the highest wins.
 * @param {Result} result
 * @param {string} letter
 * @param {boolean} hasScores
 */
export function rateResult(result, letter, hasScores) {
  const own = result[letter] ?? 0;
  const others = Object.keys(result).filter((other) => other !== letter);
  return hasScores && others.length > 0 ? own - Math.max(...others.map((other) => result[other] ?? 0)) : own;
}

/**
 * Format the score of a seat. Where all scores sum to zero, gains have a sign as well.
 * @param {Result} result
 * @param {string} letter
 */
export function formatScore(result, letter) {
  const score = result[letter] ?? 0;
  const isEven = Object.values(result).reduce((sum, one) => sum + one, 0) === 0;
  return `${score < 0 ? "−" : score > 0 && isEven ? "+" : ""}${Math.abs(score)}`;
}
