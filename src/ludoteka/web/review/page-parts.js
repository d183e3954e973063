/** What the pages of all reviews have: the heading, and the keys that step through the match. */

import { matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { say, t } from "../common/texts.js";

/** @import {Looks} from "../board/looks.js" */
/** @import {Message} from "../common/types.js" */

/** @typedef {{match: string, looks: Looks, title: Message, levels: number, usualLevel: number}} AboutMatch the match, and what the house says about the game */

const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** The listener of a board on which nothing can be played. */
export const IGNORE = { onAction() {}, onDeadEnd() {}, onPick() {}, onNote() {} };

/** @param {AboutMatch} about */
export function createHead({ match, title }) {
  const back = html("a", { class: "button", href: matchUrl(match) }, t("Go to the match"));
  return html("div", { class: "head" }, html("h1", {}, t("Review: {game}", { game: say(title) })), back);
}

/**
 * Let the arrow keys step through the match while the focus is in an element.
 * @param {HTMLElement} element
 * @param {(by: number) => void} step
 */
export function stepWithKeys(element, step) {
  element.addEventListener("keydown", (event) => {
    const by = STEPS.get(event.key);
    const isFree = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (by === undefined || !isFree || (event.target instanceof Element && event.target.matches("input, select"))) return;
    event.preventDefault();
    step(by);
  });
}
