/** Marks of the main element, by which the styles of the match page arrange its parts. */

import { byId } from "./elements.js";

/**
 * Set or remove a mark, which is a class. A style with `:has()` would need no mark, but then the browser would calculate the
 * styles of the whole page at every change on the board.
 * @param {string} mark
 * @param {boolean} isSet
 */
export function markMain(mark, isSet) {
  byId("main").classList.toggle(mark, isSet);
}
