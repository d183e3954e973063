/** The standings and pairings of a tournament. */

import { matchUrl } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { residentUrl } from "../profiles/profiles-api.js";
import { describePlayer, describeTieBreak, formatPoints } from "./words.js";
import { createSheet } from "../common/forms.js";

/** @import {Pairing, TournamentPlayer, TournamentState} from "./tournaments-api.js" */

const SHOWN_PAIRINGS = 50;

/**
 * Create the standings, a page at a time.
 * @param {TournamentState} tournament
 * @param {(page: number) => void} turnTo
 */
export function createStandings(tournament, turnTo) {
  const { standings, tie_breaks: breaks, kind } = tournament;
  const rows = standings.map((line) => {
    const streak = kind === "arena" && line.is_on_streak && html("span", { class: "streak", role: "img", "aria-label": t("on a streak") }, "×2");
    const name = html("th", { scope: "row" }, linkTo(line), streak, line.is_in ? null : html("small", {}, t("has withdrawn")));
    const numbers = [line.points, ...breaks.map((_, index) => line.tie_breaks[index] ?? 0)];
    const cells = numbers.map((number, index) => html("td", { class: index > 0 ? "break" : null }, formatPoints(number)));
    return html("tr", { class: line.yours ? "yours" : null }, html("td", {}, String(line.rank)), name, ...cells);
  });
  const head = html("tr", {}, ...["", t("Player"), t("Points"), ...breaks.map(describeTieBreak)].map((text, index) => html("th", { scope: "col", class: index > 2 ? "break" : null }, text || html("span", { class: "unseen" }, t("Rank")))));
  const streaks = kind === "arena" && html("p", { class: "hint" }, t("×2: after two wins in a row, matches count double."));
  const table = html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
  const none = html("p", { class: "hint" }, t("Nobody takes part yet."));
  const pager = tournament.pages > 1 && createPager(tournament, turnTo);
  return createSheet("standings", t("Standings"), rows.length > 0 ? createScroller("standings", table) : none, pager, streaks);
}

/**
 * Create the part of a sheet in which a wide table can be scrolled.
 * @param {string} title the id of the heading
 * @param {HTMLElement} table
 */
function createScroller(title, table) {
  return html("div", { class: "scroll", tabindex: 0, role: "group", "aria-labelledby": title }, table);
}

/**
 * Create the buttons that turn the pages of the standings.
 * @param {TournamentState} tournament
 * @param {(page: number) => void} turnTo
 */
function createPager({ page, pages, own_page: own }, turnTo) {
  const earlier = createButton("‹", () => turnTo(page - 1));
  const later = createButton("›", () => turnTo(page + 1));
  earlier.ariaLabel = earlier.title = t("Previous page");
  later.ariaLabel = later.title = t("Next page");
  earlier.disabled = page <= 1;
  later.disabled = page >= pages;
  const mine = own !== null && own !== page && createButton(t("Where I am"), () => turnTo(own), "quiet");
  const buttons = [earlier, later, ...(mine ? [mine] : [])];
  buttons.forEach((button, place) => (button.id = `page-button-${place}`)); // so that the focus stays when the table is drawn again
  const where = html("span", {}, t("Page {page} of {pages}", { page: String(page), pages: String(pages) }));
  return html("nav", { class: "row pager", "aria-label": t("Standings") }, earlier, where, later, mine);
}

/**
 * Create the list of the pairings of the last round, or of the newest matches of an arena.
 * @param {TournamentState} tournament
 */
export function createPairings({ pairings, kind, table_size: size }) {
  const list = kind === "arena" ? [...pairings].reverse().slice(0, SHOWN_PAIRINGS) : pairings;
  const none = html("p", { class: "hint" }, t("There are no pairings yet."));
  const title = kind === "arena" ? t("Matches") : size > 2 ? t("Tables") : t("Pairings");
  return createSheet("pairings", title, list.length > 0 ? html("ul", {}, ...list.map(createPairing)) : none);
}

/** @param {Pairing} pairing */
function createPairing(pairing) {
  const { players, match, scores } = pairing;
  if (players.length > 2 && match) return createTable(players, match, scores);
  const [first, second] = players;
  if (!first) return "";
  if (!second || !match) return html("li", {}, html("div", {}, linkTo(first)), html("span", {}, t("has a bye")));
  const result = scores ? scores.map(formatPoints).join(" : ") : t("in progress");
  return html("li", {}, html("div", {}, html("span", { class: "pair" }, linkTo(first), " – ", linkTo(second))), html("a", { href: matchUrl(match) }, result));
}

/**
 * Create a table of more than two, with a line for each player.
 * @param {TournamentPlayer[]} players
 * @param {string} match
 * @param {number[] | null} scores
 */
function createTable(players, match, scores) {
  const lines = players.map((player, index) => html("span", { class: "pair" }, linkTo(player), scores && html("b", {}, formatPoints(scores[index] ?? 0))));
  return html("li", { class: "several" }, html("div", {}, ...lines), html("a", { href: matchUrl(match) }, scores ? t("The match") : t("in progress")));
}

/**
 * Name a player; a user's name links to their page.
 * @param {TournamentPlayer} player
 */
function linkTo(player) {
  const name = describePlayer(player);
  return player.level === 0 && player.name ? html("a", { href: residentUrl(player.name) }, name) : html("span", {}, name);
}

/**
 * Create the crosstable, in the order of the standings; null if the tournament has none.
 * @param {TournamentState} tournament
 */
export function createCrosstable({ crosstable, standings }) {
  if (!crosstable) return null;
  const numbers = standings.map((line, place) => html("th", { scope: "col" }, html("abbr", { title: describePlayer(line) }, String(place + 1))));
  const head = html("tr", {}, html("th", { scope: "col" }, html("span", { class: "unseen" }, t("Rank"))), html("th", { scope: "col" }, t("Player")), ...numbers, html("th", { scope: "col" }, t("Points")));
  const rows = standings.map((line, place) => {
    const meetings = crosstable[place] ?? []; // with each player of the standings
    const scores = meetings.map((one) => one && html("a", { href: matchUrl(one.match) }, one.score === null ? "…" : formatPoints(one.score)));
    const cells = scores.map((score, other) => html("td", { class: other === place ? "self" : null }, score));
    const ends = [html("td", {}, String(line.rank)), html("th", { scope: "row" }, linkTo(line))];
    return html("tr", { class: line.yours ? "yours" : null }, ...ends, ...cells, html("td", {}, html("strong", {}, formatPoints(line.points))));
  });
  const table = html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
  const sheet = createSheet("crosstable", t("Crosstable"), createScroller("crosstable", table));
  sheet.classList.add("standings");
  return sheet;
}
