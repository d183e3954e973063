/** The dialog that sets up a match: options, players and sides. */

import { callHouse, goTo, HouseError } from "../common/api.js";
import { createHead } from "../common/dialogs.js";
import { createOptions, html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { createClockField, createLevelField, createRadios, createSelect, readChoice, readTimeControl } from "./fields.js";
import { recallAnswers, rememberAnswers } from "./last-answers.js";
import { createProblem, reportRefusal } from "../common/forms.js";

/** @import {Game} from "#api" */

const LOT = ""; // the side is chosen at random
const MANY = 2; // with more seats than this, players can be chosen seat by seat
const COMPUTER = "computer";
const SHARED = "person"; // everybody at this screen
const LINK = "link"; // other people are invited
const EACH = "each"; // chosen seat by seat

/** The dialogs by game; each keeps what was chosen. @type {Map<string, SetupDialog>} */ const dialogs = new Map();

/**
 * Show the dialog of a game, and close that of any other game.
 * @param {Game} game
 */
export function showSetup(game) {
  openOnly((dialogs.get(game.name) ?? new SetupDialog(game)).dialog);
}

/**
 * Start a match as the reader last set it up, or as the dialog suggests. The dialog is shown only if the house refuses.
 * @param {Game} game
 */
export async function playNow(game) {
  const setup = dialogs.get(game.name) ?? new SetupDialog(game);
  if (!(await setup.start())) openOnly(setup.dialog);
}

/** @param {HTMLDialogElement} dialog */
function openOnly(dialog) {
  if (dialog.open) return;
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.setup[open]"))?.close();
  dialog.showModal();
}

class SetupDialog {
  #problem = createProblem();
  #sides = html("div", { class: "sides" });
  #each = html("div", { class: "each" });
  /** The answers with which the reader last started this game. @type {Record<string, string>} */ #last;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.#last = recallAnswers(game.name);
    const id = `setup-${game.name}`;
    this.form = html(
      "form",
      { submit: (event) => this.#submit(event), change: ({ target }) => this.#adapt(target) },
      createHead(id, say(game.title)),
      ...this.#createFields(),
      this.#problem,
      html("p", { class: "row start" }, html("button", { class: "button primary" }, t("Start"))),
    );
    this.#showSeats();
    const forget = () => {
      // so that the same link opens the dialog again; the address may already name another game
      if (location.hash === `#${game.name}`) history.replaceState(null, "", location.pathname);
    };
    this.dialog = html("dialog", { class: "setup", "aria-labelledby": id, close: forget }, this.form);
    document.body.append(this.dialog);
    dialogs.set(game.name, this);
  }

  #createFields() {
    const { game } = this;
    const last = this.#last;
    const options = game.options.map((option) => ({ ...option, offered: Number(last[`option-${option.name}`] ?? option.offered) }));
    const seats = options.find((option) => option.choices.some((choice) => choice.seats));
    const others = options.filter((option) => option !== seats);
    const ways = { [COMPUTER]: t("Against the computer"), [SHARED]: t("Together at one screen"), [LINK]: t("With other people") };
    const each = seats || game.seats.length > MANY ? { [EACH]: t("Choose seat by seat") } : {};
    const visibilities = { private: t("Only with the link"), public: t("Everybody in the house") };
    const rated = html("label", {}, html("input", { type: "checkbox", name: "rated" }), t("Rated"));
    return [
      ...(seats ? [createSelect(seats)] : []),
      createRadios("opponent", t("Opponents"), Object.entries({ ...ways, ...each }), last["opponent"]),
      html("div", { class: "alone" }, createLevelField(game.levels, Number(last["level"] ?? game.usual_level))),
      this.#sides,
      this.#each,
      html("div", { class: "joining" }, createRadios("visibility", t("Who may join"), Object.entries(visibilities))),
      createClockField(last),
      ...(game.rated && document.body.dataset.resident ? [html("div", { class: "field rated" }, rated)] : []),
      ...others.map(createSelect).filter((question) => question !== null),
    ];
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    void this.start();
  }

  /** @param {HTMLInputElement} changed */
  #adapt({ name, checked }) {
    if (name.startsWith("option-")) this.#showSeats();
    if (name === "rated") this.#sides.hidden = checked; // the house draws them
  }

  /** Show the fields for the seats that the options give. */
  #showSeats() {
    const seats = this.#seats();
    const before = new FormData(this.form);
    /** @type {[string, string][]} */ const names = seats.map((seat) => [seat.letter, say(seat.title)]);
    const occupants = Object.entries({ person: t("At this screen"), computer: t("The computer"), free: t("Anyone who joins") });
    const side = String(before.get("side") ?? this.#last["side"] ?? LOT);
    this.#sides.replaceChildren(createRadios("side", t("Your side"), [[LOT, t("At random")], ...names], side));
    this.#each.replaceChildren(
      ...names.map(([letter, title], index) => {
        const name = `seat-${letter}`;
        const entries = createOptions(occupants, before.get(name) ?? this.#last[name] ?? (index === 0 ? "person" : COMPUTER));
        return html("div", { class: "field" }, html("label", { for: name }, title), html("select", { id: name, name }, ...entries));
      }),
    );
  }

  /** Return the seats that the chosen options give. */
  #seats() {
    const answers = new FormData(this.form);
    return this.game.options.map((option) => readChoice(option, answers)?.seats).find(Boolean) ?? this.game.seats;
  }

  /** Start the match that is set up; return whether the house accepts it. */
  async start() {
    const answers = new FormData(this.form);
    let isAccepted = false;
    await reportRefusal(this.#problem, async () => {
      const options = await this.#readOptions(answers);
      const seats = this.#readOccupants(answers);
      const isOpen = Object.values(seats).some((seat) => seat.kind === "free");
      const visibility = isOpen ? String(answers.get("visibility")) : "private";
      const wish = { game: this.game.name, options, seats, clock: readTimeControl(answers), visibility, rated: answers.has("rated") };
      const { id } = await callHouse("/api/matches", wish);
      isAccepted = true;
      if (!isOpen) rememberAnswers(this.game.name, answers); // a match that waits for people can't be played at once
      goTo(id);
    });
    return isAccepted;
  }

  /** @param {FormData} answers */
  async #readOptions(answers) {
    /** @type {Record<string, unknown>} */ const options = {};
    for (const option of this.game.options) {
      const file = answers.get(`file-${option.name}`);
      const isGiven = file instanceof File && file.size > 0;
      const choice = option.for_guests && answers.get("opponent") === COMPUTER ? option.choices[0] : readChoice(option, answers);
      options[option.name] = isGiven ? await readJson(file) : choice?.value;
    }
    return options;
  }

  /** @param {FormData} answers */
  #readOccupants(answers) {
    const letters = this.#seats().map((seat) => seat.letter);
    const mine = answers.get("side") || letters[Math.floor(Math.random() * letters.length)];
    const way = answers.get("opponent");
    const computer = { kind: "computer", level: Number(answers.get("level")) };
    /** @param {string} letter */
    const occupant = (letter) => {
      const kind = way === EACH ? answers.get(`seat-${letter}`) : way === SHARED || letter === mine ? "person" : way;
      return kind === COMPUTER ? computer : { kind: kind === LINK ? "free" : String(kind) };
    };
    return Object.fromEntries(letters.map((letter) => [letter, occupant(letter)]));
  }
}

/** @param {File} file */
async function readJson(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new HouseError(t("{name} is not JSON.", { name: file.name }));
  }
}
