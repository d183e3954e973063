/** The page of a tournament. It polls the house, and leads to the reader's next match. */

import { callHouse, fetchHouse, goTo, HouseError, matchUrl } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { joinSentences, plural, t } from "../common/texts.js";
import { createCrosstable, createPairings, createStandings } from "./tables.js";
import { fetchTournament, tournamentPath } from "./tournaments-api.js";
import { describePlayer, describeStart, describeTerms } from "./words.js";
import { nameGame } from "../common/words.js";

/** @import {Deed, TournamentState} from "./tournaments-api.js" */

const PAUSE = 3000; // milliseconds between polls while a tournament is running
const LONG_PAUSE = 10_000; // before and after
const id = location.pathname.split("/").at(-1) ?? "";
const title = html("div", {});
const state = html("p", { class: "state", role: "status" });
const buttons = html("div", { class: "row buttons" });
const problem = html("p", { class: "refusal", role: "alert" });
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

/**
 * Show the reply of the house, or the error.
 * @param {() => Promise<TournamentState>} ask
 */
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
  if (!before) showContent(tournament.name, title, state, buttons, problem, tables);
  title.replaceChildren(html("h1", {}, tournament.name), html("p", { class: "since" }, `${nameGame(games, tournament.game)} · ${describeTerms(tournament)}`));
  showState(tournament);
  const focused = document.activeElement?.id;
  buttons.replaceChildren(...createButtons(tournament));
  const crosstable = createCrosstable(tournament);
  const isWhole = crosstable && tournament.status === "over"; // the pairings of the last round say no more
  tables.replaceChildren(...[createStandings(tournament, turnTo), isWhole ? null : createPairings(tournament), crosstable].filter((one) => one !== null));
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {TournamentState} tournament */
function showState(tournament) {
  const text = describeState(tournament);
  if (state.textContent !== text) state.textContent = text;
}

/** @param {TournamentState} tournament */
function describeState(tournament) {
  const { status, kind, round, rounds, ends_at: end, players, standings } = tournament;
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
    if (isHost && status === "open") made.push(createDeed("start", t("Start now")));
  }
  if (status === "running" && kind === "arena" && isIn && !match) made.push(html("p", { class: "hint" }, t("Your next match begins as soon as somebody is free. Keep this page in view.")));
  if (tournament.standings.length > 0) made.push(html("a", { class: "button quiet", href: `${tournamentPath(id)}/results.csv`, download: true }, t("Results as a table")));
  return made;
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
