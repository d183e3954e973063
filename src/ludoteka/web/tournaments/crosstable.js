/** The crosstable of a round robin: every player's score against every other one. */

import { matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { linkTo } from "./tables.js";
import { describePlayer, formatPoints } from "./words.js";

/** @import {Line, Meeting, TournamentState} from "./tournaments-api.js" */

/**
 * Create the crosstable, in the order of the standings; null if the tournament has none.
 * @param {TournamentState} tournament
 */
export function createCrosstable({ crosstable, standings }) {
  if (!crosstable) return null;
  const numbers = standings.map((line, place) => html("th", { scope: "col" }, html("abbr", { title: describePlayer(line) }, String(place + 1))));
  const head = html("tr", {}, html("th", { scope: "col" }, html("span", { class: "unseen" }, t("Rank"))), html("th", { scope: "col" }, t("Player")), ...numbers, html("th", { scope: "col" }, t("Points")));
  const rows = standings.map((line, place) => createRow(line, place, crosstable[place] ?? []));
  const table = html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
  return html(
    "section",
    { class: "sheet standings crosstable", "aria-labelledby": "crosstable" },
    html("h2", { id: "crosstable" }, t("Crosstable")),
    html("div", { class: "scroll", tabindex: 0, role: "group", "aria-labelledby": "crosstable" }, table),
  );
}

/**
 * @param {Line} line
 * @param {number} place from 0
 * @param {(Meeting | null)[]} meetings with each player of the standings
 */
function createRow(line, place, meetings) {
  const cells = meetings.map((one, other) => html("td", { class: other === place ? "self" : null }, one && html("a", { href: matchUrl(one.match) }, one.score === null ? "…" : formatPoints(one.score))));
  return html(
    "tr",
    { class: line.yours ? "yours" : null },
    html("td", {}, String(line.rank)),
    html("th", { scope: "row" }, linkTo(line)),
    ...cells,
    html("td", {}, html("strong", {}, formatPoints(line.points))),
  );
}
