/** The form field for a time control. */

import { describeTimeControl } from "../../common/time-controls.js";
import { html } from "../../common/elements.js";
import { t } from "../../common/texts.js";

const PRESETS = ["3+2", "5+3", "10+5", "15+10", "5d5", "1/day", "3/day", "7/day"];
const OWN = "own";
const MOST_MINUTES = 180;
const MOST_SECONDS = 180; // a turn

/** Create the field for the time control of a match. */
export function createClockField() {
  const entries = ["", ...PRESETS].map((value) => html("option", { value }, describeTimeControl(value)));
  const choice = html(
    "select",
    { id: "clock", name: "clock", change: () => ask() },
    ...entries,
    html("option", { value: OWN }, t("Custom")),
  );
  const own = html(
    "fieldset",
    { class: "own" },
    createAmountField("minutes", t("Minutes"), 10, 1, MOST_MINUTES),
    createAmountField("seconds", t("Seconds added each turn"), 5, 0, MOST_SECONDS),
  );
  const ask = () => {
    own.hidden = own.disabled = choice.value !== OWN; // hidden fields must not be validated
  };
  ask();
  return html("div", { class: "field timing" }, html("label", { for: "clock" }, t("Clock")), choice, own);
}

/**
 * @param {string} name
 * @param {string} title
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function createAmountField(name, title, value, min, max) {
  const attributes = { name, value, min, max, type: "number", inputmode: "numeric", required: true };
  return html("label", { class: "amount" }, html("span", {}, title), html("input", attributes));
}

/**
 * Read the chosen time control.
 * @param {FormData} answers
 */
export function readTimeControl(answers) {
  const control = String(answers.get("clock") ?? "");
  return control === OWN ? `${Number(answers.get("minutes"))}+${Number(answers.get("seconds"))}` : control;
}
