/** The matches in progress, each on a small live board; first one that is worth watching. */

import { callHouse, fetchHouse, fetchLobby, HouseError, matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { Poller } from "../common/poller.js";
import { t } from "../common/texts.js";
import { nameGame } from "../common/words.js";
import { LiveBoard, rankByInterest } from "./live-board.js";
import { residentUrl } from "./profiles-api.js";
import { createSheet } from "../common/forms.js";

/** @import {Followed, Game, OpenTable} from "#api" */

/**
 * @param {Followed[]} people
 * @param {Game[]} games
 */
function createFollowedList(people, games) {
  const rows = people.map(({ name, match, game }) => {
    const watch = match && html("a", { class: "button", href: matchUrl(match) }, t("Watch: {game}", { game: nameGame(games, game ?? "") }));
    return html("li", {}, html("a", { href: residentUrl(name) }, name), watch);
  });
  const none = html("p", { class: "hint" }, t("You aren't following anybody yet. There's a button for that on a user's page."));
  return createSheet("followed", t("You follow"), rows.length > 0 ? html("ul", {}, ...rows) : none);
}

const MOST_BOARDS = 12; // each has a connection
const boards = html("ul", { class: "boards" });
const none = html("p", { class: "none", role: "status" });
/** The boards by match. @type {Map<string, LiveBoard>} */
const shown = new Map();

await openPage();
await showPage(t("Matches to watch"), async () => {
  const { games } = await fetchHouse();
  const people = residentName() ? [createFollowedList(await callHouse("/api/account/following"), games)] : [];
  showContent(t("Matches to watch"), html("h1", {}, t("Matches to watch")), none, boards, ...people);
  const poller = new Poller(
    () => fetchLobby(new URLSearchParams()),
    ({ playing }) => show(playing, games),
    (error) => {
      if (!(error instanceof HouseError)) throw error;
      none.textContent = error.message;
    },
  );
  await poller.poll();
});

/**
 * Show the most interesting matches. The board of a match that has just ended stays until the page is left.
 * @param {OpenTable[]} playing
 * @param {Game[]} games
 */
function show(playing, games) {
  const best = [...playing].sort((one, other) => rankByInterest(other) - rankByInterest(one)).slice(0, MOST_BOARDS);
  for (const table of best) {
    if (shown.size >= MOST_BOARDS) dropEnded();
    if (shown.has(table.id) || shown.size >= MOST_BOARDS) continue;
    const board = new LiveBoard(table, games, true);
    shown.set(table.id, board);
    boards.append(board.element);
  }
  none.textContent = shown.size > 0 ? "" : t("Nobody plays in public right now.");
}

function dropEnded() {
  for (const [match, board] of shown) {
    if (!board.isOver) continue;
    board.close();
    shown.delete(match);
  }
}
