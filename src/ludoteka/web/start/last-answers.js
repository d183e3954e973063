/** The answers with which the reader last started each game, which this browser keeps. */

/** @param {string} game */
const keyOf = (game) => `setup ${game}`;

/**
 * Recall the answers by the names of their fields.
 * @param {string} game
 * @returns {Record<string, string>}
 */
export const recallAnswers = (game) => JSON.parse(localStorage.getItem(keyOf(game)) ?? "{}");

/**
 * Remember answers, without files.
 * @param {string} game
 * @param {FormData} answers
 */
export function rememberAnswers(game, answers) {
  const texts = [...answers].filter(([, value]) => typeof value === "string");
  localStorage.setItem(keyOf(game), JSON.stringify(Object.fromEntries(texts)));
}
