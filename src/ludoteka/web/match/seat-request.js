/** A request for a seat, passed from the list of open tables to the match page. */

/** @param {string} match */
const storageKey = (match) => `sit ${match}`;

/**
 * Request a seat, to be taken as soon as the match is opened in this tab. The URL must not contain the request, or anybody who
 * follows a copied link would sit down unintentionally.
 * @param {string} match
 * @param {string} letter
 */
export function requestSeat(match, letter) {
  sessionStorage.setItem(storageKey(match), letter);
}

/**
 * Return the requested seat of a match, or null, and forget it.
 * @param {string} match
 */
export function takeSeatRequest(match) {
  const letter = sessionStorage.getItem(storageKey(match));
  sessionStorage.removeItem(storageKey(match));
  return letter;
}
