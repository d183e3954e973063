/** The matches in progress, each on a small live board; first one that is worth watching. */

import { fetchHouse, fetchLobby, HouseError } from "../common/api.js";
import { byId, html } from "../common/elements.js";
import { createNotice, openPage, residentName, showContent } from "../common/page.js";
import { t } from "../common/texts.js";
import { Poller } from "../start/poller.js";
import { createFollowedList } from "./followed-list.js";
import { LiveBoard } from "./live-board.js";
import { fetchFollowed } from "./profiles-api.js";

/** @import {Game, OpenTable} from "../common/types.js" */

const MOST_BOARDS = 12; // each has a connection
const boards = html("ul", { class: "boards" });
const none = html("p", { class: "none", role: "status" });
/** The boards by match. @type {Map<string, LiveBoard>} */
const shown = new Map();

await openPage();
try {
  const { games } = await fetchHouse();
  const people = residentName() ? [createFollowedList(await fetchFollowed(), games)] : [];
  showContent(t("Matches to watch"), html("h1", {}, t("Matches to watch")), none, boards, ...people);
  const poller = new Poller(
    () => fetchLobby(new URLSearchParams()),
    ({ playing }) => show(playing, games),
    (error) => showError(error),
  );
  await poller.poll();
} catch (error) {
  showError(error);
}

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
    const board = new LiveBoard(table, games.find((game) => game.name === table.game));
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

/**
 * Rank a match by how interesting it is: rated before unrated, people before computers, then with a clock.
 * @param {OpenTable} table
 */
function rankByInterest({ rated, seats, clock }) {
  const people = seats.filter((seat) => seat.kind === "person");
  const residents = people.filter((seat) => seat.standing === "resident");
  return (rated ? 100 : 0) + 20 * people.length + 5 * residents.length + (clock ? 1 : 0);
}

/** @param {unknown} error */
function showError(error) {
  if (!(error instanceof HouseError)) throw error;
  if (byId("main").contains(none)) none.textContent = error.message;
  else showContent(t("Matches to watch"), createNotice(t("Matches to watch"), error.message));
}
