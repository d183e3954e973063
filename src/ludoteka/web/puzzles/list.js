/** The list of puzzles: that of the day, and those of each game with the ones that the reader has solved. */

import { findSolved } from "./progress.js";
import { html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { say, t } from "../common/texts.js";
import { callHouse } from "../common/api.js";

/** @import {PuzzleCollection, PuzzleList} from "#api" */

await openPage();
await showPage(t("Puzzles"), async () => {
  /** @type {PuzzleList} */
  const { daily, games } = await callHouse("/api/puzzles");
  const today = html("p", { class: "row" }, daily && createLink(daily.game, daily.number, t("Puzzle of the day"), "button primary"));
  showContent(t("Puzzles"), html("h1", {}, t("Puzzles")), html("p", {}, t("In each position, one play is clearly the best. Find it.")), today, ...games.map(createShelf));
});

/** @param {PuzzleCollection} game */
function createShelf({ name, title, levels }) {
  const solved = findSolved(name);
  const count = levels.filter((_, index) => solved.has(index + 1)).length;
  const groups = [...new Set(levels)].map((level) => {
    const numbers = levels.flatMap((one, index) => (one === level ? [index + 1] : []));
    const links = numbers.map((number) => {
      const link = createLink(name, number, String(number), solved.has(number) ? "number solved" : "number");
      if (solved.has(number)) link.setAttribute("aria-label", t("{number}, solved", { number: String(number) }));
      return link;
    });
    return [html("h3", {}, t("Difficulty: {level}", { level: String(level) })), html("p", { class: "row numbers" }, ...links)];
  });
  return html(
    "section",
    { class: "collection", id: name },
    html("h2", {}, say(title)),
    html("p", {}, t("Solved: {count} of {total}", { count: String(count), total: String(levels.length) })),
    ...groups.flat(),
  );
}

/**
 * @param {string} game
 * @param {number} number
 * @param {string} label
 * @param {string} kind
 */
function createLink(game, number, label, kind) {
  return html("a", { class: kind, href: `/puzzle/${encodeURIComponent(game)}/${number}` }, label);
}
