/** The fields of the set-up form. */

import { html } from "../../common/elements.js";
import { describeLevel } from "../../common/levels.js";
import { say, t } from "../../common/texts.js";

/** @import {Game, Option} from "../../common/types.js" */

/**
 * Create a group of radio buttons; the first is selected.
 * @param {string} name
 * @param {string} legend
 * @param {{value: string, title: string}[]} choices
 */
export function createRadios(name, legend, choices) {
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
 * Create the slider for the computer's level, which is described in words.
 * @param {Game} game
 */
export function createLevelField({ levels, usual_level }) {
  const words = html("output", { for: "level" });
  const input = html("input", {
    id: "level",
    name: "level",
    type: "range",
    min: 1,
    max: levels,
    value: usual_level,
  });
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
 * Create the field for an option of a game: a dropdown or a file; null if there is nothing to choose.
 * @param {Option} option
 */
export function createSelect({ name, title, choices, offered, file }) {
  if (file) return createFileField(name, say(title));
  if (choices.length < 2) return null;
  const id = `option-${name}`;
  const entries = choices.map((choice, index) => {
    return html("option", { value: index, selected: index === offered }, say(choice.title));
  });
  return html(
    "div",
    { class: "field" },
    html("label", { for: id }, say(title)),
    html("select", { id, name: id }, ...entries),
  );
}

/**
 * @param {string} name
 * @param {string} title
 */
function createFileField(name, title) {
  const id = `file-${name}`;
  const input = html("input", { id, name: id, type: "file", accept: "application/json,.json" });
  return html("details", {}, html("summary", {}, t("{title} from a file", { title })), input);
}

/**
 * Read the chosen value of an option.
 * @param {Option} option
 * @param {FormData} answers
 */
export function readChoice({ name, choices, offered }, answers) {
  return choices[Number(answers.get(`option-${name}`) ?? offered)];
}
