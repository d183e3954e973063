/** The list of puzzles: one to go on with, the puzzle of the day, and those of each game by difficulty and by what is done in them. */

import { findNext, findSolved, findStreak, listGroup, suggestPuzzle } from "./progress.js";
import { nameDifficulty, puzzleUrl } from "./words.js";
import { html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { say, t } from "../common/texts.js";
import { callHouse } from "../common/api.js";

/** @import {PuzzleCollection, PuzzleList} from "#api" */

await openPage();
await showPage(t("Puzzles"), async () => {
  /** @type {PuzzleList} */
  const { daily, games } = await callHouse("/api/puzzles");
  const next = suggestPuzzle(games);
  const { now, best } = findStreak();
  const streak = best > 0 && html("p", { class: "streak" }, html("strong", {}, t("In a row: {count}", { count: String(now) })), " ", t("Longest row: {count}", { count: String(best) }));
  const main = html(
    "div",
    { class: "today" },
    html("p", {}, t("In each position, one play is clearly the best. Find it.")),
    html(
      "p",
      { class: "row" },
      next && html("a", { class: "button primary suggestion", href: puzzleUrl(next.game, next.number) }, t("Next puzzle for you")),
      daily && html("a", { class: "button", href: puzzleUrl(daily.game, daily.number) }, t("Puzzle of the day")),
    ),
    streak,
  );
  showContent(t("Puzzles"), html("h1", {}, t("Puzzles")), main, ...games.map(createShelf));
});

/** @param {PuzzleCollection} game */
function createShelf(game) {
  const { name, title, levels, groups } = game;
  const all = listGroup(game, "");
  const solved = findSolved(name);
  const count = all.filter((number) => solved.has(number)).length;
  const difficulties = [...new Set(game.difficulties)].map((one) => createGroup(game, one, nameDifficulty(one)));
  const themes = groups.map((group) => createGroup(game, group.name, say(group.title)));
  const links = all.map((number) => {
    const isSolved = solved.has(number);
    const label = isSolved ? t("{number}, solved", { number: String(number) }) : null;
    return html("a", { class: isSolved ? "number solved" : "number", href: puzzleUrl(name, number), "aria-label": label }, String(number));
  });
  return html(
    "section",
    { class: "collection", id: name },
    html("h2", {}, say(title)),
    html("p", { class: "amount" }, t("Solved: {count} of {total}", { count: String(count), total: String(levels.length) })),
    html("div", { class: "groups" }, ...difficulties),
    html("h3", {}, t("By theme")),
    html("div", { class: "groups" }, ...themes),
    html("details", {}, html("summary", {}, t("All puzzles")), html("p", { class: "row numbers" }, ...links)),
  );
}

/**
 * Create the link to the next puzzle of a group, which shows how many of the group are solved.
 * @param {PuzzleCollection} game
 * @param {string} group
 * @param {string} title
 */
function createGroup(game, group, title) {
  const numbers = listGroup(game, group);
  const solved = findSolved(game.name);
  const count = numbers.filter((number) => solved.has(number)).length;
  const next = findNext(game.name, numbers) ?? numbers[0] ?? 1;
  const done = t("Solved: {count} of {total}", { count: String(count), total: String(numbers.length) });
  const bar = html("progress", { max: numbers.length, value: count, "aria-hidden": "true" });
  const amount = html("span", { class: "amount", "aria-label": done }, count === numbers.length ? "✓" : `${count} / ${numbers.length}`);
  return html("a", { class: "group", href: puzzleUrl(game.name, next, group), "aria-label": `${title}. ${done}` }, html("span", {}, title), amount, bar);
}
