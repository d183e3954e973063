/** The page of a tournament: standings, pairings and crosstable. It polls the house, and leads to the reader's next match. */

import { callHouse, fetchHouse, goTo, HouseError, matchUrl } from "../common/api.js";
import { askToConfirm } from "../common/dialogs.js";
import { createButton, html, svg } from "../common/elements.js";
import { createSheet, createTable } from "../common/forms.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { joinSentences, plural, t } from "../common/texts.js";
import { nameGame } from "../common/words.js";
import { residentUrl } from "../profiles/profiles-api.js";
import { fetchTournament, tournamentPath } from "./tournaments-api.js";
import { describePlayer, describeStart, describeTerms, describeTieBreak, formatPoints } from "./words.js";

/** @import {Pairing, TournamentPlayer, TournamentState} from "#api" */
/** @import {Deed} from "./tournaments-api.js" */

const SHOWN_PAIRINGS = 50;
const MOST_BEST = 4; // on the podium: the losers of both semifinals share the third rank

/** @param {TournamentState} tournament */
function createStandings(tournament) {
  const { standings, tie_breaks: breaks, kind } = tournament;
  const rows = standings.map((line) => {
    const streak = kind === "arena" && line.is_on_streak && html("span", { class: "streak", role: "img", "aria-label": t("on a streak") }, "×2");
    const name = html("th", { scope: "row" }, linkTo(line), streak, line.is_in ? null : html("small", {}, t("has withdrawn")));
    const numbers = [line.points, ...breaks.map((_, index) => line.tie_breaks[index] ?? 0)];
    const cells = numbers.map((number) => html("td", {}, formatPoints(number)));
    return html("tr", { class: line.yours ? "yours" : null }, html("td", {}, String(line.rank)), name, ...cells);
  });
  const titles = [html("span", { class: "unseen" }, t("Rank")), t("Player"), t("Points"), ...breaks.map(describeTieBreak)];
  const streaks = kind === "arena" && html("p", { class: "hint" }, t("×2: after two wins in a row, matches count double."));
  const none = html("p", { class: "hint" }, t("Nobody takes part yet."));
  const pager = tournament.pages > 1 && createPager(tournament);
  return createSheet("standings", t("Standings"), rows.length > 0 ? createScroller("standings", createTable(titles, rows)) : none, pager, streaks);
}

/**
 * Create the part of a sheet in which a wide table can be scrolled.
 * @param {string} title the id of the heading
 * @param {HTMLElement} table
 */
function createScroller(title, table) {
  return html("div", { class: "scroll", tabindex: 0, role: "group", "aria-labelledby": title }, table);
}

/** @param {TournamentState} tournament */
function createPager({ page, pages, own_page: own }) {
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

/** @param {TournamentState} tournament */
function createPairings({ pairings, kind, table_size: size }) {
  const list = kind === "arena" ? [...pairings].reverse().slice(0, SHOWN_PAIRINGS) : pairings;
  const none = html("p", { class: "hint" }, t("There are no pairings yet."));
  const title = kind === "arena" ? t("Matches") : size > 2 ? t("Tables") : t("Pairings");
  return createSheet("pairings", title, list.length > 0 ? html("ul", {}, ...list.map(createPairing)) : none);
}

/** @param {Pairing} pairing */
function createPairing(pairing) {
  const { players, match, scores } = pairing;
  if (players.length > 2 && match) {
    const lines = players.map((player, index) => html("span", { class: "pair" }, linkTo(player), scores && html("b", {}, formatPoints(scores[index] ?? 0))));
    return html("li", { class: "several" }, html("div", {}, ...lines), html("a", { href: matchUrl(match) }, scores ? t("The match") : t("in progress")));
  }
  const [first, second] = players;
  if (!first) return "";
  if (!second || !match) return html("li", {}, html("div", {}, linkTo(first)), html("span", {}, t("has a bye")));
  const result = scores ? scores.map(formatPoints).join(" : ") : t("in progress");
  return html("li", {}, html("div", {}, html("span", { class: "pair" }, linkTo(first), " – ", linkTo(second))), html("a", { href: matchUrl(match) }, result));
}

/** @param {TournamentPlayer} player */
function linkTo(player) {
  const name = describePlayer(player);
  return player.level === 0 && player.name ? html("a", { href: residentUrl(player.name) }, name) : html("span", {}, name);
}

/**
 * Create the podium of a tournament that is over: its first three, and others on the same rank as the third.
 * @param {TournamentState} tournament
 */
function createPodium({ status, page, standings }) {
  const best = standings.filter(({ rank }) => rank <= 3).slice(0, MOST_BEST);
  if (status !== "over" || page !== 1 || !best[0] || best[0].points === 0) return null;
  const steps = best.map((line) => {
    const place = html("span", { class: "place", "aria-label": t("Rank {rank}", { rank: String(line.rank) }) }, String(line.rank));
    const points = html("span", { class: "points" }, `${t("Points")}: ${formatPoints(line.points)}`);
    return html("li", { class: `rank${line.rank}` }, html("div", { class: "best" }, drawMedal(), linkTo(line), points), html("div", { class: "step" }, place));
  });
  return html("ol", { class: "podium", "aria-label": t("Podium") }, ...steps);
}

/** Draw the medal above a step of the podium: a disc with a ribbon. */
function drawMedal() {
  return svg(
    "svg",
    { class: "medal", viewBox: "0 0 24 30", "aria-hidden": "true" },
    svg("path", { class: "ribbon", d: "M5 0h5l2 6 2-6h5l-5 13h-4Z" }),
    svg("circle", { class: "disc", cx: 12, cy: 20, r: 9 }),
    svg("path", { class: "star", d: "m12 14.2 1.7 3.6 3.9.5-2.9 2.7.8 3.9-3.5-1.9-3.5 1.9.8-3.9-2.9-2.7 3.9-.5Z" }),
  );
}

/** @param {TournamentState} tournament */
function createCrosstable({ crosstable, standings }) {
  if (!crosstable) return null;
  const numbers = standings.map((line, place) => html("abbr", { title: describePlayer(line) }, String(place + 1)));
  const titles = [html("span", { class: "unseen" }, t("Rank")), t("Player"), ...numbers, t("Points")];
  const rows = standings.map((line, place) => {
    const meetings = crosstable[place] ?? []; // with each player of the standings
    const cells = standings.map((_, other) => {
      const { score = null, match } = meetings[other] ?? {};
      const kind = other === place ? "self" : score === 1 ? "won" : score === 0 ? "lost" : null;
      return html("td", { class: kind }, match && html("a", { href: matchUrl(match) }, score === null ? "…" : formatPoints(score)));
    });
    const ends = [html("td", {}, String(line.rank)), html("th", { scope: "row" }, linkTo(line))];
    return html("tr", { class: line.yours ? "yours" : null }, ...ends, ...cells, html("td", {}, html("strong", {}, formatPoints(line.points))));
  });
  const sheet = createSheet("crosstable", t("Crosstable"), createScroller("crosstable", createTable(titles, rows)));
  sheet.classList.add("standings");
  return sheet;
}

// The page

const PAUSE = 3000; // milliseconds between polls while a tournament is running
const LONG_PAUSE = 10_000; // before and after
const id = location.pathname.split("/").at(-1) ?? "";
const title = html("div", {});
const state = html("p", { class: "state", role: "status" });
const buttons = html("div", { class: "row buttons" });
const problem = html("p", { class: "refusal", role: "alert" });
const podium = html("div", {});
const tables = html("div", { class: "columns" });
/** The tournament that is shown. @type {TournamentState | null} */
let shown = null;
let timer = 0;
let page = 1; // of the standings

await openPage();
const { games } = await fetchHouse();
await showPage(t("Tournaments"), async () => {
  show(await fetchTournament(id));
  document.addEventListener("visibilitychange", () => void poll());
});

/** Poll the house, if the page is visible. For a player in an arena, the same request reports that they are ready. */
async function poll() {
  clearTimeout(timer);
  if (document.visibilityState !== "visible" || !shown) return;
  const isReady = shown.kind === "arena" && shown.status === "running" && shown.is_in;
  await run(() => (isReady ? act("ready") : fetchTournament(id, page)));
}

/** @param {() => Promise<TournamentState>} ask */
async function run(ask) {
  try {
    const answer = await ask();
    problem.textContent = "";
    show(answer);
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    problem.textContent = error.message;
    wait();
  }
}

/**
 * Perform an action; return the new state of the tournament, with the page of the standings that is shown.
 * @param {Deed} deed
 */
async function act(deed) {
  /** @type {TournamentState} */
  const answer = await callHouse(`${tournamentPath(id)}/${deed}`, {});
  return answer.page === page ? answer : fetchTournament(id, page);
}

/** Show another page of the standings. @param {number} wanted */
function turnTo(wanted) {
  page = wanted;
  void run(() => fetchTournament(id, page));
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => void poll(), shown?.status === "running" ? PAUSE : LONG_PAUSE);
}

/** @param {TournamentState} tournament */
function show(tournament) {
  const before = shown;
  shown = tournament;
  wait();
  if (before && tournament.match && tournament.match !== before.match) return goTo(tournament.match);
  if (before && JSON.stringify(before) === JSON.stringify(tournament)) return showState(tournament);
  if (!before) showContent(tournament.name, title, state, podium, buttons, problem, tables);
  title.replaceChildren(html("h1", {}, tournament.name), html("p", { class: "since" }, `${nameGame(games, tournament.game)} · ${describeTerms(tournament)}`));
  showState(tournament);
  const focused = document.activeElement?.id;
  buttons.replaceChildren(...createButtons(tournament));
  podium.replaceChildren(createPodium(tournament) ?? "");
  const crosstable = createCrosstable(tournament);
  const isWhole = crosstable && tournament.status === "over"; // the pairings of the last round say no more
  tables.replaceChildren(...[createStandings(tournament), isWhole ? null : createPairings(tournament), crosstable].filter((one) => one !== null));
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {TournamentState} tournament */
function showState(tournament) {
  const text = describeState(tournament);
  if (state.textContent !== text) state.textContent = text;
}

/** @param {TournamentState} tournament */
function describeState(tournament) {
  const { status, kind, round, rounds, started_at: begun, ends_at: end, players, standings } = tournament;
  if (status === "over" && begun === null) return t("The tournament was called off.");
  const count = plural("{count} player", "{count} players", players);
  if (status === "over") {
    const best = standings.filter(({ rank, points }) => rank === 1 && points > 0).map(describePlayer);
    const winners = plural("Winner: {names}", "Winners: {names}", best.length, { names: best.join(", ") });
    return joinSentences([t("The tournament is over."), best.length > 0 ? winners : "", count]);
  }
  if (status === "open") return `${describeStart(tournament)} ${count}`;
  if (kind === "arena") {
    const minutes = Math.max(0, Math.ceil(((end ?? 0) - Date.now() / 1000) / 60));
    return plural("{count} minute left", "{count} minutes left", minutes);
  }
  if (round === 0) return t("The first round is being paired.");
  return rounds === null ? t("Round {round}", { round: String(round) }) : t("Round {round} of {rounds}", { round: String(round), rounds: String(rounds) });
}

/** @param {TournamentState} tournament */
function createButtons(tournament) {
  const { status, kind, is_host: isHost, is_in: isIn, match } = tournament;
  const made = [];
  const isClosed = status === "running" && (kind === "round-robin" || kind === "knockout");
  if (match) made.push(html("a", { class: "button primary", href: matchUrl(match) }, t("Go to your match")));
  if (status !== "over") {
    if (!residentName()) made.push(html("a", { class: "button primary", href: "/account" }, t("Sign in to take part")));
    else if (isIn) made.push(createDeed("withdraw", t("Withdraw")));
    else if (!isClosed) made.push(createDeed("join", t("Take part"), "primary"));
    if (isHost && status === "open") made.push(createDeed("start", t("Start now")), createButton(t("Call it off"), () => void callOff(), "quiet"));
  }
  if (status === "running" && kind === "arena" && isIn && !match) made.push(html("p", { class: "hint" }, t("Your next match begins as soon as somebody is free. Keep this page in view.")));
  if (tournament.standings.length > 0) made.push(html("a", { class: "button quiet", href: `${tournamentPath(id)}/results.csv`, download: true }, t("Results as a table")));
  return made;
}

async function callOff() {
  if (await askToConfirm(t("Call this tournament off? It can't be started again."), t("Call it off"), t("Keep it"))) await run(() => act("call-off"));
}

/**
 * @param {Deed} deed
 * @param {string} label
 * @param {string} [kind]
 */
function createDeed(deed, label, kind = "") {
  const button = createButton(label, () => void run(() => act(deed)), kind);
  button.id = deed;
  return button;
}
