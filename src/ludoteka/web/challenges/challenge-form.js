/** The form to challenge a user, on the user's page. */

import { callHouse, goTo } from "../common/api.js";
import { createButton, createOptions, html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { createForm } from "../common/forms.js";
import { createClockField, createSelect, readChoice, readTimeControl } from "../start/fields.js";

/** @import {Game, Option} from "#api" */

const PLAYERS = 2;
const USUAL_CLOCK = "10+5";

/**
 * Create the button, and the sheet with the form that it opens.
 * @param {string} name of the resident
 * @param {Game[]} games
 */
export function createChallenge(name, games) {
  const sheet = html("section", { class: "sheet challenge", id: "challenge", "aria-label": t("Challenge {name}", { name }), hidden: true });
  const button = createButton(t("Challenge to a match"), () => {
    if (!sheet.firstChild) sheet.append(createChallengeForm(name, games));
    sheet.hidden = !sheet.hidden;
    button.setAttribute("aria-expanded", String(!sheet.hidden));
    if (!sheet.hidden) sheet.querySelector("select")?.focus();
  });
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", sheet.id);
  return { button, sheet };
}

/**
 * @param {string} name of the resident
 * @param {Game[]} games
 */
function createChallengeForm(name, games) {
  const titles = createOptions(games.map((one) => [one.name, say(one.title)]));
  const game = html("select", { id: "challenge-game", name: "game", change: () => adapt() }, ...titles);
  const side = html("select", { id: "challenge-side", name: "side" });
  const options = html("div", { class: "options" });
  const rated = html("input", { type: "checkbox", name: "rated", change: () => (side.disabled = rated.checked) });
  const chosen = () => /** @type {Game} */ (games.find((one) => one.name === game.value));
  const adapt = () => {
    rated.disabled = !chosen().rated;
    rated.checked &&= !rated.disabled;
    side.disabled = rated.checked;
    const wanted = listOptions(chosen());
    options.replaceChildren(...wanted.flatMap((option) => createSelect(option) ?? []));
    adaptSides();
  };
  const adaptSides = () => {
    const answers = new FormData(form);
    const changed = listOptions(chosen()).map((option) => (readChoice(option, answers) ?? option.choices[0])?.seats).find(Boolean);
    const seats = changed ?? chosen().seats;
    const sides = createOptions(seats.map((seat) => [seat.letter, say(seat.title)]));
    side.replaceChildren(html("option", { value: "" }, t("Drawn by lot")), ...sides);
  };
  const form = createForm(
    [
      html("label", { class: "field", for: game.id }, t("Game"), game),
      options,
      createClockField(),
      html("label", { class: "field", for: side.id }, t("Your side"), side),
      html("label", { class: "tick" }, rated, t("Rated")),
    ],
    t("Send the challenge"),
    async () => {
      const answers = new FormData(form);
      const values = Object.fromEntries(listOptions(chosen()).map((option) => [option.name, readChoice(option, answers)?.value]));
      const wish = { name, game: game.value, options: values, clock: readTimeControl(answers), rated: rated.checked, seat: rated.checked ? "" : side.value };
      goTo((await callHouse("/api/challenges", wish)).id);
    },
  );
  form.classList.add("new");
  options.addEventListener("change", adaptSides);
  adapt();
  /** @type {HTMLSelectElement} */ (form.querySelector("#clock")).value = USUAL_CLOCK;
  return form;
}

/**
 * Return the options that a challenge can have: those that need no file, with the choices for two players.
 * @param {Game} game
 * @returns {Option[]}
 */
function listOptions(game) {
  const options = game.options.filter((option) => !option.file);
  return options.map((option) => {
    const isAboutSeats = option.choices.some((choice) => choice.seats);
    const choices = option.choices.filter(({ seats = game.seats }) => !isAboutSeats || seats.length === PLAYERS);
    const offered = Math.max(0, choices.indexOf(/** @type {typeof choices[number]} */ (option.choices[option.offered])));
    return { ...option, choices, offered };
  });
}
