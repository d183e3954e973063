/** The matches in progress, each on a small live board; first one that is worth watching. */

import { Drawing, layoutOf } from "../board/drawing.js";
import { Looks } from "../board/looks.js";
import { callHouse, fetchHouse, fetchLobby, HouseError, matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { Poller } from "../common/poller.js";
import { say, t } from "../common/texts.js";
import { describePlayer, describeTimeControl, nameGame } from "../common/words.js";
import { Connection } from "../match/connection.js";
import { residentUrl } from "./profiles-api.js";
import { createSheet } from "../common/forms.js";

/** @import {Followed, Game, OpenTable} from "#api" */
/** @import {View} from "../common/types.js" */

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

/** The looks by game. @type {Map<string, Promise<Looks>>} */
const looksByGame = new Map();

/** A small board that shows a match as it is played. */
class LiveBoard {
  /** @type {Connection | null} */ #connection = null;
  #status = html("p", { class: "status" });
  #stage = html("div", { class: "stage", inert: true });
  /** @type {Drawing | null} */ #drawing = null;
  isOver = false;
  element;

  /**
   * @param {OpenTable} table
   * @param {Game[]} games
   */
  constructor(table, games) {
    const title = nameGame(games, table.game);
    const players = table.seats.map((seat) => `${say(seat.title)}: ${describePlayer(seat)}`);
    const facts = [title, ...(table.clock ? [describeTimeControl(table.clock)] : []), ...(table.rated ? [t("Rated")] : [])];
    this.element = html(
      "li",
      { class: "sheet", "data-match": table.id },
      html("a", { href: matchUrl(table.id) }, html("strong", {}, facts.join(" · ")), ...players.map((player) => html("span", {}, player))),
      this.#stage,
      this.#status,
    );
    this.element.addEventListener("click", ({ target }) => {
      if (target instanceof Element && !target.closest("a")) location.assign(matchUrl(table.id));
    });
    void this.#open(table);
  }

  /** Stop watching and remove the board. */
  close() {
    this.#connection?.close();
    this.element.remove();
  }

  /** @param {OpenTable} table */
  async #open({ id, game }) {
    const loading = looksByGame.get(game) ?? Looks.load(game);
    looksByGame.set(game, loading);
    this.#drawing = new Drawing(await loading);
    this.#stage.append(this.#drawing.element);
    this.#connection = new Connection(id, {
      onView: (view) => this.#show(view),
      onState: (isOpen) => this.element.classList.toggle("away", !isOpen),
      onMissing: () => this.close(),
    });
  }

  /** @param {View} view */
  #show({ scene, result }) {
    const drawing = /** @type {Drawing} */ (this.#drawing);
    const layout = layoutOf(scene) ?? drawing.layout;
    if (JSON.stringify(layout) !== JSON.stringify(drawing.layout)) {
      drawing.forget(); // pieces do not glide when the layout itself changes
      drawing.layOut(layout, false);
    }
    drawing.showMarks(scene.marks);
    drawing.showPieces(scene.pieces);
    this.#status.textContent = say(scene.status);
    this.isOver = result !== null;
    if (this.isOver) this.#connection?.close();
  }
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
    const board = new LiveBoard(table, games);
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
