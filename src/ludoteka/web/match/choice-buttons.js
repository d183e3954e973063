/**
 * The buttons of choices: with their pictures, and those that have cells laid out like a compass. A choice that leads only to pictures or
 * cells is not a button itself: what it leads to stands there at once, below its name.
 */

import { html, svg } from "../common/elements.js";
import { say } from "../common/texts.js";

/** @import {SceneChoice} from "#api" */
/** @import {Board} from "../board/board.js" */
/** @import {Scene} from "../common/types.js" */

const OPEN_END = /\s*…$/; // of the name of a choice that leads to others
/** The cells to which the arrow keys lead from the one in the middle. @type {Record<string, string>} */
const ARROWS = { ArrowUp: "1 0", ArrowLeft: "0 1", ArrowRight: "2 1", ArrowDown: "1 2" };

/**
 * Lay out buttons for the names that can be picked next.
 * @param {Board} board
 * @param {Scene} scene
 * @param {string[]} names
 * @param {(names: string[]) => HTMLButtonElement} create a button that picks these names
 * @returns {HTMLElement[]}
 */
export function layOutButtons(board, scene, names, create) {
  const choices = new Map(scene.choices.map((choice) => [choice.name, choice]));
  /** @type {HTMLElement[]} */ const plain = [];
  /** @type {HTMLElement[]} */ const opened = [];
  /** @type {[SceneChoice, HTMLButtonElement][]} */ const placed = [];
  for (const name of names) {
    const choice = choices.get(name);
    const further = board.nextAfter(name).map((one) => choices.get(one));
    if (choice && further.some((one) => one?.kind || one?.cell)) opened.push(createGroup(board, choice, further, create));
    else if (choice?.cell) placed.push([choice, draw(board, create([name]), choice)]);
    else plain.push(choice ? draw(board, create([name]), choice) : create([name]));
  }
  return [...(placed.length > 0 ? [createCompass(placed)] : []), ...plain, ...opened];
}

/**
 * @param {Board} board
 * @param {SceneChoice} choice that leads to others
 * @param {(SceneChoice | undefined)[]} further these others
 * @param {(names: string[]) => HTMLButtonElement} create
 */
function createGroup(board, choice, further, create) {
  const title = say(choice.label).replace(OPEN_END, "");
  /** @type {HTMLElement[]} */ const plain = [];
  /** @type {[SceneChoice, HTMLButtonElement][]} */ const placed = [];
  for (const one of further) {
    if (!one) continue;
    const button = draw(board, create([choice.name, one.name]), one);
    button.setAttribute("aria-label", `${title}: ${say(one.label)}`);
    if (one.cell) placed.push([one, button]);
    else plain.push(button);
  }
  const parts = [...(placed.length > 0 ? [createCompass(placed)] : []), ...plain];
  const name = html("span", { class: "group-name", "aria-hidden": "true" }, drawPicture(board, choice), title);
  return html("div", { class: "group", role: "group", "aria-label": title }, name, ...parts);
}

/**
 * Put buttons on their cells. Where the focus is on one of them, the arrow keys press the one in that direction.
 * @param {[SceneChoice, HTMLButtonElement][]} placed
 */
function createCompass(placed) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const cell = ARROWS[event.key];
    const [, button] = placed.find(([choice]) => choice.cell?.join(" ") === cell) ?? [];
    if (!cell || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    button?.focus();
    button?.click();
  };
  const compass = html("div", { class: "rose", role: "group", keydown: press });
  for (const [{ cell: [column, row] = [0, 0] }, button] of placed) {
    button.style.gridArea = `${row + 1} / ${column + 1}`;
    compass.append(button);
  }
  return compass;
}

/**
 * Add the picture to a button. On a compass, the label is only for screen readers and whoever points at it.
 * @param {Board} board
 * @param {HTMLButtonElement} button
 * @param {SceneChoice} choice
 */
function draw(board, button, choice) {
  const picture = drawPicture(board, choice);
  if (!picture) return button;
  const label = html("span", choice.cell ? { class: "unseen" } : {}, ...button.childNodes);
  button.replaceChildren(picture, label);
  button.classList.add("pictured");
  if (choice.cell) button.title = say(choice.label);
  return button;
}

/**
 * @param {Board} board
 * @param {SceneChoice} choice
 */
function drawPicture(board, { kind }) {
  const drawn = kind ? board.drawing.looks.draw(kind) : [];
  if (!kind || drawn.length === 0) return null;
  return svg("svg", { class: "board picture", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, svg("g", { class: `piece ${kind}` }, ...drawn));
}
