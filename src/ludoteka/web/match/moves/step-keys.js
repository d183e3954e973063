/** The keys that step through a match, wherever the focus is and they have no other function. */

/** @import {Board} from "../../board/board.js" */
/** @import {Review} from "./review.js" */

/** @type {Record<string, number>} */ const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const WITH_KEYS_OF_THEIR_OWN = "input, textarea, select, dialog, [popover]:popover-open";

/**
 * Tell whether a key is pressed where it has another function, such as in a field.
 * @param {KeyboardEvent} event
 */
export function isMeantElsewhere({ target, ctrlKey, altKey, metaKey }) {
  return ctrlKey || altKey || metaKey || (target instanceof Element && target.closest(WITH_KEYS_OF_THEIR_OWN) !== null);
}

/**
 * Let the left and right arrow step back and forth, and Home and End go to the start and the present. On the board, arrows
 * move the focus of a keyboard player.
 * @param {Review} review
 * @param {Board} board
 */
export function listenForSteps(review, board) {
  let isByPointer = false; // whether the reader plays by pointer
  document.addEventListener("pointerdown", () => (isByPointer = true), { capture: true });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (["Tab", "Enter", " "].includes(key)) isByPointer = false;
    const step = STEPS[key];
    if (step === undefined || event.shiftKey || isMeantElsewhere(event) || review.element.hidden) return;
    const isOnBoard = target instanceof Node && board.element.contains(target);
    const movesFocus = isOnBoard && (!isByPointer || board.path.length > 0);
    if (!review.isBack && (movesFocus || !Number.isFinite(step))) return;
    event.preventDefault();
    event.stopPropagation();
    void review.go(review.number + step);
  }, { capture: true });
}
