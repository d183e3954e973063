/** The wish to sit down at once, carried from the list of open tables to the page of a match. */

/** @param {string} match */
const storageKey = (match) => `sit ${match}`;

/**
 * Wish to take a seat as soon as the match is opened in this tab. An address could not say it: who followed somebody
 * else's link would sit down without wishing to.
 * @param {string} match
 * @param {string} letter
 */
export function requestSeat(match, letter) {
  sessionStorage.setItem(storageKey(match), letter);
}

/**
 * The seat that was wished for in a match, or null; it is told once.
 * @param {string} match
 */
export function takeSeatRequest(match) {
  const letter = sessionStorage.getItem(storageKey(match));
  sessionStorage.removeItem(storageKey(match));
  return letter;
}
