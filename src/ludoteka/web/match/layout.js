/** The order of the parts of the match page. */

import { html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { createRecordLink } from "../record/record-dialog.js";
import { createAccountLink, createLinks, Menu } from "./menu.js";
import { SoundSwitch } from "./sound.js";

/** @import {Board} from "../board/board.js" */
/** @import {Scene, View} from "../common/types.js" */

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
  const hand = [parts.dice, parts.throwButton, parts.choices].map((part) => part.element);
  return [
    html("div", { class: "title" }, html("h1", {}, title), audience, createLinks(game)),
    seats,
    parts.announcer.element,
    parts.freeSeats.element,
    html("div", { class: "stage" }, board.element, help, parts.curtain.element),
    html("div", { class: "hand" }, ...hand, actions, parts.review.element),
    parts.chat.element,
    parts.moves.element,
    parts.form.element,
    panel,
  ];
}

/**
 * Create the buttons beside the board, and the menu of those that are rarely needed.
 * @param {View} view
 * @param {{offers: {buttons: HTMLElement[]}, exits: {buttons: HTMLElement[]}, boardTurn: {button: HTMLElement, eachButton: HTMLElement}, mapNotes: Part} & Record<"hints" | "turnNotices" | "report", {button: HTMLElement}>} parts
 */
export function createActions({ id, game }, { offers, exits, hints, boardTurn, turnNotices, report, mapNotes }) {
  const [takeBack, ...others] = offers.buttons;
  const menu = new Menu(
    ...others,
    ...exits.buttons,
    boardTurn.button,
    boardTurn.eachButton,
    new SoundSwitch().button,
    turnNotices.button,
    createRecordLink(id),
    report.button,
    mapNotes.element,
    createLinks(game),
    createAccountLink(),
  );
  return html("div", { class: "actions" }, takeBack, hints.button, menu.toggle, menu.element);
}

/**
 * Show what a game tells beside its board.
 * @param {HTMLElement} element
 * @param {Scene} scene
 */
export function showPanel(element, { panel }) {
  element.replaceChildren(...panel.flatMap(({ label, value }) => [html("dt", {}, say(label)), html("dd", {}, say(value))]));
}
