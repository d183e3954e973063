/** Ratings in words, as a list and as charts. */

import { callHouse, fetchHouse } from "../common/api.js";
import { createOptions, html, svg } from "../common/elements.js";
import { createSheet, fillPlace } from "../common/forms.js";
import { plural, say, t } from "../common/texts.js";
import { describeDay, nameGame } from "../common/words.js";
import { residentPath } from "./profiles-api.js";

/** @import {Account, Game, PoolRating, Profile, RatingPoint} from "#api" */

/** @param {{rating: number, is_provisional: boolean}} one */
function createRating({ rating, is_provisional: isProvisional }) {
  return isProvisional ? html("small", {}, t("provisional")) : html("span", { class: "rating" }, String(rating));
}

/** @param {{is_provisional: boolean}[]} ratings */
function explainProvisional(ratings) {
  const isNeeded = ratings.some((one) => one.is_provisional);
  return isNeeded && html("p", { class: "hint" }, t("Provisional: after few or old matches, the number says little yet. It appears after more rated matches."));
}

/** The pools of ratings in a game: the speeds of matches of two, and matches of three and more. */
const POOLS = ["bullet", "blitz", "rapid", "classical", "correspondence", "party"];

/** @param {string} speed */
function describePool(speed) {
  /** @type {Record<string, string>} */
  const names = {
    bullet: t("Bullet"),
    blitz: t("Blitz"),
    rapid: t("Rapid"),
    classical: t("Classical"),
    correspondence: t("Correspondence"),
    party: t("Three and more"),
  };
  return names[speed] ?? speed;
}

/**
 * Create the selects for a rated game and a pool.
 * @param {Game[]} games
 * @param {(game: string, pool: string) => void} show is called at once, and when something is chosen
 * @param {string | null} [game] the one that is selected
 * @param {string | null} [pool]
 */
export function createPoolChoice(games, show, game, pool) {
  const choose = () => show(titles.value, speeds.value);
  const rated = games.filter((one) => one.rated);
  const titles = html("select", { name: "game", "aria-label": t("Game"), change: choose }, ...createOptions(rated.map(({ name, title }) => [name, say(title)]), game));
  const speeds = html("select", { name: "speed", "aria-label": t("Speed"), change: choose }, ...createOptions(POOLS.map((one) => [one, describePool(one)]), pool ?? "rapid"));
  choose();
  return [titles, speeds];
}

/** Say at which speed and how often a user has played for a rating. @param {PoolRating} rating */
function describePlay({ speed, number }) {
  return `${describePool(speed)} · ${plural("{count} rated match", "{count} rated matches", number)}`;
}

/** @param {Account} account */
export async function createRatings({ ratings }) {
  const { games } = await fetchHouse();
  const rows = ratings.map((one) =>
    html("li", {}, html("div", {}, html("strong", {}, nameGame(games, one.game)), html("span", {}, describePlay(one))), createRating(one)),
  );
  const none = html("p", { class: "hint" }, t("You have played no rated match yet. Choose “Rated” when you set up a match."));
  return createSheet("ratings", t("Your ratings"), rows.length > 0 ? html("ul", {}, ...rows) : none, explainProvisional(ratings));
}

const [WIDTH, HEIGHT] = [320, 120]; // units of the drawing
const LEFT = 40; // units for the scale
const MARGIN = 10; // units above and below the line
const STEPS = [25, 50, 100, 200, 500]; // rating points between the lines of the scale
const MOST_LINES = 4;

/**
 * Create the list of a user's ratings; a settled one shows its chart when it is opened.
 * @param {Profile} profile
 * @param {Game[]} games
 */
export function createRatingCharts(profile, games) {
  const rows = profile.ratings.map((rating) => createChartRow(profile, rating, games));
  const none = html("p", { class: "hint" }, t("No rated matches yet."));
  return createSheet("ratings", t("Ratings"), ...(rows.length > 0 ? rows : [none]), explainProvisional(profile.ratings));
}

/**
 * @param {Profile} profile
 * @param {PoolRating} rating
 * @param {Game[]} games
 */
function createChartRow(profile, rating, games) {
  const shown = [
    html("span", {}, html("strong", {}, nameGame(games, rating.game)), html("small", {}, describePlay(rating))),
    createRating(rating),
  ];
  if (rating.is_provisional) return html("p", { class: "row" }, ...shown);
  const chart = html("div", { class: "chart" });
  const fetchChart = async () =>
    drawChart((await callHouse(`${residentPath(profile.name)}/ratings/${encodeURIComponent(rating.game)}/${rating.speed}`)).points);
  const row = html(
    "details",
    { toggle: () => row.open && !chart.hasChildNodes() && void fillPlace(chart, fetchChart) },
    html("summary", { class: "row" }, ...shown),
    chart,
  );
  return row;
}

/** @param {RatingPoint[]} points */
function drawChart(points) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return html("p", { class: "hint" }, t("No rated matches yet."));
  const ratings = points.map(({ rating }) => rating);
  const [low, high, step] = findScale(Math.min(...ratings), Math.max(...ratings));
  const y = (/** @type {number} */ rating) => MARGIN + ((high - rating) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const x = (/** @type {number} */ index) => LEFT + (points.length > 1 ? index / (points.length - 1) : 1) * (WIDTH - LEFT - 6);
  const lines = Array.from({ length: (high - low) / step + 1 }, (_, index) => low + index * step).flatMap((rating) => [
    svg("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y(rating), y2: y(rating) }),
    svg("text", { x: LEFT - 6, y: y(rating) + 4 }, String(rating)),
  ]);
  const way = points.map(({ rating }, index) => `${x(index)},${y(rating)}`).join(" ");
  const values = { first: String(first.rating), last: String(last.rating), low: String(Math.min(...ratings)), high: String(Math.max(...ratings)) };
  return html(
    "figure",
    {},
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("From {first} to {last}; lowest {low}, highest {high}.", values) },
      ...lines,
      svg("polyline", { points: way }),
      svg("circle", { cx: x(points.length - 1), cy: y(last.rating), r: 3.5 }),
    ),
    html("figcaption", {}, ...[...new Set([first, last].map(({ at }) => describeDay(at, "medium")))].map((day) => html("span", {}, day))),
  );
}

/**
 * Find the ends of a scale, and the step between its lines.
 * @param {number} low
 * @param {number} high
 * @returns {[low: number, high: number, step: number]}
 */
function findScale(low, high) {
  const step = STEPS.find((one) => Math.floor(high / one) - Math.floor(low / one) + 1 < MOST_LINES) ?? 1000;
  return [Math.floor(low / step) * step, (Math.floor(high / step) + 1) * step, step];
}
