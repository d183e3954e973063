/** The field for the duration of a ban. */

import { html } from "../common/elements.js";
import { plural, t } from "../common/texts.js";

const DAY = 24; // hours

/**
 * Describe a duration in hours.
 * @param {number} hours
 */
export function describeHours(hours) {
  return hours % DAY === 0 ? plural("{count} day", "{count} days", hours / DAY) : plural("{count} hour", "{count} hours", hours);
}

/**
 * Create the field.
 * @param {string} id
 */
export function createDuration(id) {
  const choices = [1, DAY, 7 * DAY, 30 * DAY];
  const select = html("select", { id }, ...choices.map((hours) => html("option", { value: hours, selected: hours === DAY }, describeHours(hours))));
  const element = html("div", { class: "field" }, html("label", { for: id }, t("For how long")), select);
  return { element, read: () => Number(select.value) };
}
