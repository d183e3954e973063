/** The fields of the forms that set up a match, a challenge or a tournament. */

import { createOptions, html } from "../common/elements.js";
import { describeLevel } from "../common/levels.js";
import { say, t } from "../common/texts.js";
import { describeTimeControl } from "../common/words.js";

/** @import {Option} from "#api" */

/**
 * Create a group of radio buttons.
 * @param {string} name
 * @param {string} legend
 * @param {[value: string, text: string][]} choices
 * @param {string} [chosen] the value of the one that is selected; the first if there is none with it
 */
export function createRadios(name, legend, choices, chosen) {
  const selected = choices.find(([value]) => value === chosen) ?? choices[0];
  const labels = choices.map((choice) => {
    const [value, text] = choice;
    return html("label", {}, html("input", { type: "radio", name, value, checked: choice === selected }), html("span", {}, text));
  });
  return html("fieldset", {}, html("legend", {}, legend), html("div", { class: "radios" }, ...labels));
}

/**
 * Create the slider for the computer's level, which is described in words.
 * @param {number} levels
 * @param {number} chosen
 */
export function createLevelField(levels, chosen) {
  const words = html("output", { for: "level" });
  const input = html("input", { id: "level", name: "level", type: "range", min: 1, max: levels, value: chosen });
  const tell = () => {
    const number = Number(input.value);
    words.value = `${number} · ${describeLevel(number)}`;
    input.setAttribute("aria-valuetext", words.value);
  };
  input.addEventListener("input", tell);
  tell();
  return html("div", { class: "field level" }, html("label", { for: "level" }, t("Level")), words, input);
}

/**
 * Create the field for an option of a game: a dropdown, buttons or a file; null if there is nothing to choose.
 * @param {Option} option
 */
export function createSelect(option) {
  const { name, title, choices, offered, file, usual, for_guests: isForGuests } = option;
  if (file) {
    const input = html("input", { id: `file-${name}`, name: `file-${name}`, type: "file", accept: "application/json,.json" });
    return html("details", {}, html("summary", {}, t("{title} from a file", { title: say(title) })), input);
  }
  if (choices.length < 2) return null;
  if (usual) return createUsualChoices(option, usual);
  const id = `option-${name}`;
  const select = html("select", { id, name: id }, ...createOptions(choices.map((choice, index) => [index, say(choice.title)]), offered));
  return html("div", { class: isForGuests ? "field for-guests" : "field" }, html("label", { for: id }, say(title)), select);
}

/**
 * Create buttons for the usual choices of an option, and one that shows a list of the others.
 * @param {Option} option
 * @param {number} usual
 */
function createUsualChoices({ name, title, choices, offered }, usual) {
  const entries = choices.map((choice, index) => /** @type {[string, string]} */ ([String(index), say(choice.title)]));
  const [buttons, rest] = [entries.slice(0, usual), entries.slice(usual)];
  const custom = String(Math.max(usual, offered));
  if (rest.length > 0) buttons.push([custom, t("Custom")]);
  const field = createRadios(`option-${name}`, say(title), buttons, String(offered));
  const other = /** @type {HTMLInputElement} */ (field.querySelector(`input[value="${custom}"]`));
  const list = html("select", { "aria-label": say(title), hidden: offered < usual, change: () => (other.value = list.value) }, ...createOptions(rest, custom));
  field.addEventListener("change", () => (list.hidden = !other?.checked));
  field.append(list);
  return field;
}

/**
 * Read the chosen value of an option.
 * @param {Option} option
 * @param {FormData} answers
 */
export function readChoice({ name, choices, offered }, answers) {
  return choices[Number(answers.get(`option-${name}`) ?? offered)];
}

const PRESETS = ["3+2", "5+3", "10+5", "15+10", "5d5", "1/day", "3/day", "7/day"];
const OWN = "own";
const MOST_MINUTES = 180;
const MOST_SECONDS = 180; // a turn

/**
 * Create the field for the time control of a match.
 * @param {Record<string, string>} [last] the answers with which the form begins
 */
export function createClockField(last = {}) {
  /** @type {[string, string][]} */ const presets = ["", ...PRESETS].map((value) => [value, describeTimeControl(value)]);
  const entries = createOptions([...presets, [OWN, t("Custom")]], last["clock"]);
  const choice = html("select", { id: "clock", name: "clock", change: () => ask() }, ...entries);
  const minutes = createAmountField(t("Minutes"), { name: "minutes", value: last["minutes"] ?? 10, min: 1, max: MOST_MINUTES });
  const seconds = createAmountField(t("Seconds added each turn"), { name: "seconds", value: last["seconds"] ?? 5, min: 0, max: MOST_SECONDS });
  const own = html("fieldset", { class: "own" }, minutes, seconds);
  const ask = () => {
    own.hidden = own.disabled = choice.value !== OWN; // hidden fields must not be validated
  };
  ask();
  return html("div", { class: "field timing" }, html("label", { for: "clock" }, t("Clock")), choice, own);
}

/**
 * @param {string} title
 * @param {Record<string, string | number>} attributes
 */
function createAmountField(title, attributes) {
  const input = html("input", { ...attributes, type: "number", inputmode: "numeric", required: true });
  return html("label", { class: "amount" }, html("span", {}, title), input);
}

/**
 * Read the chosen time control.
 * @param {FormData} answers
 */
export function readTimeControl(answers) {
  const control = String(answers.get("clock") ?? "");
  return control === OWN ? `${Number(answers.get("minutes"))}+${Number(answers.get("seconds"))}` : control;
}
