/** The table of how everybody played: moves, mistakes, and in games with dice luck and skill. */

import { html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { formatShare } from "./words.js";

/** @import {Review} from "../common/types.js" */

/** @param {Review} review */
export function createSummary({ seats, steps, start }) {
  const hasDice = steps.some((step) => step.luck);
  const head = [t("Player"), t("Moves"), t("Mistakes"), t("Mean loss"), ...(hasDice ? [t("Luck"), t("Skill")] : [])];
  const rows = seats.map(({ title, moves, mistakes, mean_loss, luck, skill }) => {
    const dice = hasDice ? [formatShare(luck, true), formatShare(skill, true)] : [];
    const cells = [String(moves), String(mistakes), formatShare(mean_loss), ...dice].map((text) => html("td", {}, text));
    return html("tr", {}, html("th", { scope: "row" }, say(title)), ...cells);
  });
  const columns = head.map((text) => html("th", { scope: "col" }, text));
  const table = html("table", {}, html("thead", {}, html("tr", {}, ...columns)), html("tbody", {}, ...rows));
  const values = { chances: start.map((chance) => formatShare(chance * 1000)).join(", ") };
  const sum = t("The chances at the start ({chances}), luck and skill add up to the result.", values);
  return html("section", { class: "summary", tabindex: 0, "aria-label": t("How everybody played") }, table, hasDice && html("p", {}, sum));
}
