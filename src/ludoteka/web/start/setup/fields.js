/** The questions of a form. */

import { html } from "../../common/elements.js";
import { levelWords } from "../../common/player-words.js";
import { say, t } from "../../common/texts.js";

/** @import {Option} from "../../common/types.js" */

const USUAL_LEVEL = 2;

/**
 * One choice of several; the first is chosen.
 * @param {string} name
 * @param {string} legend
 * @param {{value: string, title: string}[]} choices
 */
export function radios(name, legend, choices) {
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
export function level(levels) {
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

/**
 * An option of a game: one of its choices, or a file; null where there is nothing to choose.
 * @param {Option} option
 */
export function select({ name, title, choices, file }) {
  if (file) return upload(name, say(title));
  if (choices.length < 2) return null;
  const id = `option-${name}`;
  const entries = choices.map((choice, index) => html("option", { value: index }, say(choice.title)));
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
function upload(name, title) {
  const id = `file-${name}`;
  const input = html("input", { id, name: id, type: "file", accept: "application/json,.json" });
  return html("details", {}, html("summary", {}, t("{title} from a file", { title })), input);
}

/**
 * The choice of an option that was made.
 * @param {Option} option
 * @param {FormData} answers
 */
export function chosen({ name, choices }, answers) {
  return choices[Number(answers.get(`option-${name}`) ?? 0)];
}
