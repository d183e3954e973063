/** What the numbers of a result say: 1, 0 and -1 of won, drawn and lost, or the scores of a game that has some. */

/** @typedef {Record<string, number>} Result by the letters of the seats */

/**
 * How a seat fared: more than 0 if it won, less than 0 if it lost. With scores, the highest wins.
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
 * The score of a seat as people write it; where the scores cancel out, what was won has a sign too.
 * @param {Result} result
 * @param {string} letter
 */
export function formatScore(result, letter) {
  const score = result[letter] ?? 0;
  const isEven = Object.values(result).reduce((sum, one) => sum + one, 0) === 0;
  return `${score < 0 ? "−" : score > 0 && isEven ? "+" : ""}${Math.abs(score)}`;
}
