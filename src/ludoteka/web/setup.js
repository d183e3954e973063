/** Setting up a match: against whom, on which side, under which options. */

import { html } from "./elements.js";
import { CallFailed, makeMatch } from "./house.js";
import { levelWords } from "./people.js";
import { say, t } from "./texts.js";

/** @import {Game, Option} from "./types.js" */

const USUAL_LEVEL = 2;
const LOT = ""; // the side that is chosen by lot

export class SetUp {
  #problem = html("p", { class: "refusal", role: "alert" });
  /** @type {HTMLDialogElement | null} */ #dialog = null;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Show the dialog. */
  open() {
    this.#dialog ??= this.#build();
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  #build() {
    const title = html("h2", { id: `setup-${this.game.name}`, tabindex: -1, autofocus: true }, say(this.game.title));
    const close = html(
      "button",
      { type: "button", class: "close", "aria-label": t("Close"), click: () => dialog.close() },
      "×",
    );
    const form = html(
      "form",
      { submit: (/** @type {SubmitEvent} */ event) => this.#begin(event) },
      html("header", {}, title, close),
      ...this.#questions(),
      this.#problem,
      html("p", { class: "row" }, html("button", { class: "button primary" }, t("Begin"))),
    );
    const dialog = html("dialog", { class: "setup", "aria-labelledby": title.id, close: forget }, form);
    document.body.append(dialog);
    return dialog;
  }

  #questions() {
    const { game } = this;
    const sides = [
      { value: LOT, title: t("By lot") },
      ...game.seats.map((seat) => ({ value: seat.letter, title: say(seat.title) })),
    ];
    const opponents = [
      { value: "computer", title: t("Against the computer") },
      { value: "person", title: t("Together at one screen") },
    ];
    const alone = html("div", { class: "alone" }, level(game.levels), radios("side", t("Your side"), sides));
    return [
      ...(game.levels > 0 ? [radios("opponent", t("Who plays"), opponents), alone] : []),
      ...game.options.map(select),
    ];
  }

  /** @param {SubmitEvent} event */
  async #begin(event) {
    event.preventDefault();
    const answers = new FormData(/** @type {HTMLFormElement} */ (event.target));
    try {
      await makeMatch({ game: this.game.name, options: this.#options(answers), seats: this.#seats(answers) });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      this.#problem.textContent = error.message;
    }
  }

  /** @param {FormData} answers */
  #options(answers) {
    const chosen = this.game.options.map(({ name, choices }) => [
      name,
      choices[Number(answers.get(`option-${name}`))]?.value,
    ]);
    return Object.fromEntries(chosen);
  }

  /** @param {FormData} answers */
  #seats(answers) {
    const letters = this.game.seats.map((seat) => seat.letter);
    const lot = letters[Math.floor(Math.random() * letters.length)];
    const mine = answers.get("side") || lot;
    const isAlone = answers.get("opponent") === "computer";
    const computer = { kind: "computer", level: Number(answers.get("level")) };
    return Object.fromEntries(
      letters.map((letter) => [letter, isAlone && letter !== mine ? computer : { kind: "person" }]),
    );
  }
}

/** The address forgets which game was being set up, so that the same link opens it again. */
function forget() {
  history.replaceState(null, "", location.pathname);
}

/**
 * One choice of several; the first is chosen.
 * @param {string} name
 * @param {string} legend
 * @param {{value: string, title: string}[]} choices
 */
function radios(name, legend, choices) {
  const labels = choices.map(({ value, title }, index) => {
    return html(
      "label",
      {},
      html("input", { type: "radio", name, value, checked: index === 0 }),
      html("span", {}, title),
    );
  });
  return html("fieldset", {}, html("legend", {}, legend), html("div", { class: "radios" }, ...labels));
}

/**
 * The level of the computer, told in words as it is moved.
 * @param {number} levels
 */
function level(levels) {
  const words = html("output", { for: "level" });
  const input = html("input", {
    id: "level",
    name: "level",
    type: "range",
    min: 1,
    max: levels,
    value: Math.min(USUAL_LEVEL, levels),
  });
  const tell = () => {
    const number = Number(input.value);
    words.value = `${number} · ${levelWords(number)}`;
    input.setAttribute("aria-valuetext", words.value);
  };
  input.addEventListener("input", tell);
  tell();
  return html("div", { class: "field level" }, html("label", { for: "level" }, t("Level")), words, input);
}

/** @param {Option} option */
function select({ name, title, choices }) {
  const id = `option-${name}`;
  const entries = choices.map((choice, index) => html("option", { value: index }, say(choice.title)));
  return html(
    "div",
    { class: "field" },
    html("label", { for: id }, say(title)),
    html("select", { id, name: id }, ...entries),
  );
}
