/** The order of the parts of the match page. */

import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createLinks } from "./menu.js";

/** @import {Board} from "../board/board.js" */

/** @typedef {{element: HTMLElement}} Part */

/**
 * Lay out the page in the order in which it is read.
 * @param {{game: string, title: string, audience: HTMLElement, seats: HTMLElement, panel: HTMLElement, actions: HTMLElement, board: Board}} one
 * @param {Record<"announcer" | "freeSeats" | "curtain" | "review" | "dice" | "throwButton" | "choices" | "chat" | "moves" | "form", Part>} parts
 */
export function layOutMatch({ game, title, audience, seats, panel, actions, board }, parts) {
  const text = t("Arrow keys move around the board, Enter picks, Escape cancels. You can also type moves.");
  const help = html("p", { id: "board-help", class: "unseen" }, text);
  board.element.setAttribute("aria-describedby", help.id);
  const hand = [parts.review, parts.dice, parts.throwButton, parts.choices].map((part) => part.element);
  return [
    html("div", { class: "title" }, html("h1", {}, title), audience, createLinks(game)),
    seats,
    parts.announcer.element,
    parts.freeSeats.element,
    html("div", { class: "stage" }, board.element, help, parts.curtain.element),
    html("div", { class: "hand" }, ...hand, actions),
    parts.chat.element,
    parts.moves.element,
    parts.form.element,
    panel,
  ];
}
