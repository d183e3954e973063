/** The possible next picks that are not places: as buttons, in words, and typed. */

import { describeThen, namePlace } from "../board/board-words.js";
import { findFor, readNames, readText } from "../board/paths.js";
import { createButton, html } from "../common/elements.js";
import { plural, say, t } from "../common/texts.js";
import { layOutButtons } from "./choice-buttons.js";

/** @import {Board} from "../board/board.js" */
/** @import {Scene, View} from "../common/types.js" */

const PASS = "pass"; // the text of the action of a seat that has nothing to do

/** The picks that are not places, as buttons and in words. */
export class Choices {
  element = html("div", { class: "choices", role: "group", "aria-label": t("Choose") });

  /** @param {boolean} isPassAutomatic whether the house plays a forced pass by itself, after a moment */
  constructor(isPassAutomatic = false) {
    this.isPassAutomatic = isPassAutomatic;
  }

  /** The name of the button that has the focus, or had it when it went away. */ #focused = "";

  /**
   * Show other buttons. The focus returns to the one that it was on, if that comes back before the focus is elsewhere.
   * @param {HTMLElement[]} chosen
   * @param {HTMLElement[]} buttons
   */
  #replaceButtons(chosen, buttons) {
    const [drawn, shown] = [[...chosen, ...buttons], this.element.children];
    if (drawn.length === shown.length && drawn.every((one, index) => one.isEqualNode(shown[index] ?? null))) return; // a press of one goes on
    const active = document.activeElement;
    if (active instanceof HTMLElement && this.element.contains(active)) this.#focused = active.dataset["picks"] ?? "";
    else if (active !== document.body) this.#focused = "";
    this.element.replaceChildren(...drawn);
    /** @type {NodeListOf<HTMLElement>} */ const pickable = this.element.querySelectorAll("[data-picks]");
    if (this.#focused) [...pickable].find((one) => one.dataset["picks"] === this.#focused)?.focus({ preventScroll: true });
  }

  /**
   * Show the possible next picks.
   * @param {Board} board
   * @param {Scene} scene
   * @returns {string} the picks and the options in words; "" before the first pick
   */
  show(board, scene) {
    const { path, next, isAction } = board;
    const labels = new Map(scene.choices.map((choice) => [choice.name, say(choice.label)]));
    const places = new Map(board.drawing.places.map((place) => [place.name, namePlace(place)]));
    const shown = new Set([...places.keys(), ...scene.pieces.map((piece) => piece.id)]);
    const label = (/** @type {string} */ name) => labels.get(name) ?? places.get(name) ?? name;
    if (this.isPassAutomatic && path.length === 0 && canOnlyPass(scene)) {
      this.element.replaceChildren(...next.map((only) => html("span", { class: "chosen" }, label(only))));
      return "";
    }
    const create = (/** @type {string[]} */ names) => createChoice(board, scene, names, label(names.at(-1) ?? ""));
    const buttons = layOutButtons(board, scene, next.filter((name) => !shown.has(name) && !board.hasButton(name)), create);
    if (isAction && !board.hasButton(path.at(-1) ?? "")) buttons.push(createButton(t("Finish here"), () => board.finish()));
    if (path.length > 0 && (buttons.length > 0 || isAction)) buttons.push(createButton(t("Cancel"), () => board.cancel(), "quiet"));
    const chosen = path.filter((name) => labels.has(name)).map((name) => html("span", { class: "chosen" }, label(name)));
    this.#replaceButtons(chosen, buttons);
    if (path.length === 0) return "";
    const values = { picked: path.map(label).join(" "), targets: next.map(label).join(", ") };
    return plural("You picked {picked}. {count} option: {targets}", "You picked {picked}. {count} options: {targets}", next.length, values);
  }
}

/**
 * Tell whether a seat has nothing to do but to pass.
 * @param {Scene} scene
 */
export function canOnlyPass({ paths }) {
  return paths.length === 1 && paths.map(readText)[0] === PASS;
}

/**
 * Return the words of a choice, or null if this name is a place or a piece.
 * @param {Scene} scene
 * @param {string} name
 */
export function nameChoice(scene, name) {
  const choice = scene.choices.find((offered) => offered.name === name);
  return choice ? say(choice.label) : null;
}

/**
 * Find the prompt after the picks so far: the game's own, or a general one.
 * @param {Board} board
 * @param {Scene} scene
 */
export function findPrompt({ path, next, drawing }, scene) {
  const own = findFor(scene.prompts, path);
  if (own) return say(own);
  if (path.length === 0) return "";
  const places = new Set(drawing.places.map((place) => place.name));
  return next.every((name) => places.has(name)) ? t("Pick one of the marked places.") : t("Choose what to do next.");
}

/**
 * Create a button that picks names and previews the result on hover and focus. It stands out if a hint recommends it.
 * @param {Board} board
 * @param {Scene} scene
 * @param {string[]} names
 * @param {string} label
 */
function createChoice(board, scene, names, label) {
  const name = names.at(-1) ?? "";
  const made = createButton(label, () => names.forEach((one) => board.pick(one)));
  made.dataset["picks"] = name;
  made.classList.toggle("hinted", board.hinted.some((mark) => mark.place === name));
  for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => board.preview(name));
  for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => board.preview(null));
  const then = describeThen(scene, [...board.path, name]);
  if (then) made.setAttribute("aria-description", then);
  return made;
}

const LONGEST = 200; // characters

/** The form in which a move is typed. */
export class MoveForm {
  #field = html("input", { id: "text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "none", spellcheck: "false", enterkeyhint: "go" });
  element = html(
    "form",
    { class: "typed", submit: (/** @type {Event} */ event) => this.#submit(event) },
    html("label", { for: "text" }, t("Type a move")),
    this.#field,
    html("button", { class: "button" }, t("Go")),
  );

  /** @param {(text: string) => boolean} onText returns false if the text cannot be sent yet and stays in the field */
  constructor(onText) {
    this.onText = onText;
  }

  clear() {
    this.#field.value = "";
  }

  /**
   * Show some legal action as an example, in words if it consists of choices; hide the form when the match is over.
   * @param {Pick<View, "scene" | "result">} view
   */
  show({ scene, result }) {
    this.element.hidden = result !== null;
    const example = scene.paths[0] ?? "";
    const words = readNames(example).map((name) => nameChoice(scene, name));
    this.#field.placeholder = words.every(Boolean) ? words.join(" ") : readText(example);
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (text !== "" && this.onText(text)) this.clear();
  }
}
