/** The list of tournaments, and the form for a new one. */

import { callHouse, fetchHouse } from "../common/api.js";
import { createButton, createOptions, html } from "../common/elements.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { plural, say, t } from "../common/texts.js";
import { createClockField, createSelect, readChoice, readTimeControl } from "../start/fields.js";
import { tournamentUrl } from "./tournaments-api.js";
import { describeKind, describeStart, describeTerms, explainKind } from "./words.js";
import { createForm } from "../common/forms.js";
import { nameGame } from "../common/words.js";

/** @import {Game, House, Option, Tournament} from "#api" */
/** @import {Kind} from "./tournaments-api.js" */

/** @type {Kind[]} */
const KINDS = ["arena", "swiss", "round-robin", "knockout"];
/** Kinds for more than two at a table. @type {Kind[]} */
const AT_TABLES = ["arena", "swiss"];
const MINUTES = [30, 45, 60, 90, 120, 180];
const USUAL_MINUTES = 60;
const USUAL_CLOCK = "5+3";
const STARTS = [5, 10, 30, 60, 24 * 60];
const ROUNDS = [3, 4, 5, 6, 7, 8, 9, 10, 11];
const COMPUTERS = [1, 2, 4, 6, 8, 10];

/** @param {Game[]} games */
function createTournamentForm(games) {
  const meaning = html("p", { class: "hint" });
  const options = html("div", { class: "options" });
  const kinds = createSelectField("kind", t("Kind"), KINDS.map((kind) => [kind, describeKind(kind)]), "");
  const size = createSelectField("size", t("Players at a table"), [], "");
  const level = html("label", { class: "field" }, t("Level of the computers"), html("input", { name: "level", type: "number", min: 1, max: 10, value: 3 }));
  const only = {
    arena: [createSelectField("duration", t("How long"), countMinutes(MINUTES), USUAL_MINUTES), createSelectField("computers", t("Computers"), [["0", t("None")], ...COMPUTERS.map(toChoice)], 0), level],
    swiss: [createSelectField("rounds", t("Number of rounds"), [["0", t("As many as needed")], ...ROUNDS.map(toChoice)], 0)],
  };
  const rated = html("label", { class: "tick" }, html("input", { type: "checkbox", name: "rated" }), t("Rated"));
  const parts = [
    html("label", { class: "field" }, t("Name of the tournament"), html("input", { name: "name", required: true, minlength: 3, maxlength: 40, autocomplete: "off" })),
    createSelectField("game", t("Game"), games.map((game) => [game.name, say(game.title)]), ""),
    size,
    kinds,
    meaning,
    options,
    createClockField(),
    ...only.arena,
    ...only.swiss,
    createSelectField("starts", t("Start"), [["", t("When I start it")], ...STARTS.map(countStart)], ""),
    createSelectField("visibility", t("Who can find it"), [["public", t("Everybody in the house")], ["private", t("Only with the link")]], ""),
    rated,
  ];
  const submit = async () => {
    const { id } = await callHouse("/api/tournaments", readWish(new FormData(form), chosen()));
    location.assign(tournamentUrl(id));
  };
  const form = createForm(parts, t("Create the tournament"), submit);
  form.className = "sheet new";
  form.addEventListener("change", () => adapt());
  const chosen = () => /** @type {Game} */ (games.find((game) => game.name === new FormData(form).get("game")));
  let shown = "";
  const adapt = () => {
    const game = chosen();
    if (game.name !== shown) {
      shown = game.name;
      options.replaceChildren(...listOptions(game).flatMap((option) => createSelect(option) ?? []));
      selectOf(size).replaceChildren(...createOptions(game.tables.map(toChoice)));
    }
    const isForTwo = Number(new FormData(form).get("size")) === 2;
    for (const option of selectOf(kinds).options) option.hidden = option.disabled = !isForTwo && !AT_TABLES.includes(/** @type {Kind} */ (option.value));
    if (selectOf(kinds).selectedOptions[0]?.disabled) selectOf(kinds).value = AT_TABLES.at(-1) ?? "";
    const kind = /** @type {Kind} */ (selectOf(kinds).value);
    const scoring = t("A win at a table is a point. Otherwise you score the fraction of opponents you beat; ties count half. Some tables can be smaller.");
    meaning.textContent = isForTwo || kind === "arena" ? explainKind(kind) : `${explainKind(kind)} ${scoring}`;
    size.hidden = game.tables.length < 2;
    rated.hidden = !game.rated;
    for (const field of only.arena) field.hidden = kind !== "arena" || (field !== only.arena[0] && !game.rated);
    for (const field of only.swiss) field.hidden = kind !== "swiss";
  };
  /** @type {HTMLSelectElement} */ (form.querySelector("#clock")).value = USUAL_CLOCK;
  adapt();
  return form;
}

/**
 * @param {FormData} answers
 * @param {Game} game
 */
function readWish(answers, game) {
  const text = (/** @type {string} */ name) => String(answers.get(name) ?? "");
  const isArena = text("kind") === "arena";
  return {
    name: text("name").trim(),
    kind: text("kind"),
    game: game.name,
    options: Object.fromEntries(listOptions(game).map((option) => [option.name, readChoice(option, answers)?.value])),
    clock: readTimeControl(answers),
    rated: game.rated && answers.has("rated"),
    table_size: Number(text("size")),
    visibility: text("visibility"),
    rounds: Number(text("rounds")),
    minutes: Number(text("duration")),
    starts_in: text("starts") ? Number(text("starts")) : null,
    computers: isArena && game.rated ? Array.from({ length: Number(text("computers")) }, () => Number(text("level"))) : [],
  };
}

/**
 * Return the options of a game that a tournament can have: those that leave the seats as they are and need no file.
 * @param {Game} game
 */
function listOptions(game) {
  const options = game.options.filter((/** @type {Option} */ option) => !option.file && !option.at_tables && option.choices.every((choice) => !choice.seats));
  return options.map((option) => ({ ...option, offered: option.in_tournaments ?? option.offered }));
}

/** Return the select of a field. @param {HTMLElement} field */
const selectOf = (field) => /** @type {HTMLSelectElement} */ (field.querySelector("select"));

/**
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} choices
 * @param {string | number} chosen
 */
function createSelectField(name, label, choices, chosen) {
  return html("label", { class: "field" }, label, html("select", { name }, ...createOptions(choices, String(chosen))));
}

/** @param {number} count @returns {[string, string]} */
const toChoice = (count) => [String(count), String(count)];

/** @param {number[]} minutes @returns {[string, string][]} */
const countMinutes = (minutes) => minutes.map((count) => [String(count), plural("{count} minute", "{count} minutes", count)]);

/** @param {number} minutes @returns {[string, string]} */
function countStart(minutes) {
  const hours = minutes / 60;
  const text = hours < 1 ? plural("in {count} minute", "in {count} minutes", minutes) : plural("in {count} hour", "in {count} hours", hours);
  return [String(minutes), text];
}

// The page

await openPage();
await showPage(t("Tournaments"), async () => {
  /** @type {[House, Tournament[]]} */
  const [{ games }, found] = await Promise.all([fetchHouse(), callHouse("/api/tournaments")]);
  const of = (/** @type {string} */ status) => found.filter((one) => one.status === status);
  showContent(
    t("Tournaments"),
    html("div", { class: "title" }, html("h1", {}, t("Tournaments")), residentName() ? null : html("p", {}, html("a", { href: "/account" }, t("Sign in to take part.")))),
    ...(residentName() ? createNew(games) : []),
    createSection(t("Being played"), of("running"), games, t("Nothing is being played right now.")),
    createSection(t("To come"), of("open"), games, t("Nothing is planned. Create a tournament, and send others the link.")),
    createSection(t("Over"), of("over"), games, ""),
  );
});

/** @param {Game[]} games */
function createNew(games) {
  const form = createTournamentForm(games.filter((game) => game.tables.length > 0));
  form.hidden = true;
  const open = createButton(t("New tournament"), () => {
    form.hidden = !form.hidden;
    open.setAttribute("aria-expanded", String(!form.hidden));
  }, "primary");
  open.setAttribute("aria-expanded", "false");
  return [html("p", {}, open), form];
}

/**
 * @param {string} title
 * @param {Tournament[]} tournaments
 * @param {Game[]} games
 * @param {string} none what to say if there are none; "" to show nothing
 */
function createSection(title, tournaments, games, none) {
  if (tournaments.length === 0 && !none) return "";
  const rows = tournaments.map((one) => {
    const link = html("a", { href: tournamentUrl(one.id) }, one.name);
    const terms = html("span", {}, `${nameGame(games, one.game)} · ${describeTerms(one)}`);
    const start = one.status === "open" && html("span", {}, describeStart(one));
    const players = plural("{count} player", "{count} players", one.players);
    return html("li", {}, html("div", {}, link, terms, start), html("span", { class: "count" }, players));
  });
  return html("section", { class: "sheet" }, html("h2", {}, title), rows.length > 0 ? html("ul", {}, ...rows) : html("p", { class: "hint" }, none));
}
