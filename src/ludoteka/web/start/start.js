/** The start page: the games, the reader's matches and the open tables. */

import { createShelf, openSetup } from "./shelf.js";
import { Lobby, OwnMatches } from "./tables.js";
import { html } from "../common/elements.js";
import { HouseError, fetchHouse, fetchLobby, fetchMatches } from "../common/api.js";
import { createNameForm } from "../common/name-form.js";
import { showContent, createNotice, houseName, openPage, residentName } from "../common/page.js";
import { Poller } from "../common/poller.js";
import { say, t } from "../common/texts.js";

/** @import {Game, Lobby as OpenTables, OwnMatch} from "#api" */

await openPage("/start");
await showStartPage();

/** Fetch games, matches and tables and show them at once: what comes later moves links somebody is about to click. */
async function showStartPage() {
  try {
    const tables = fetchLobby(new URLSearchParams()).catch(() => null); // the lobby asks again, and shows the error
    const [{ games, welcome }, entries, found] = await Promise.all([fetchHouse(), fetchMatches(), tables]);
    const open = () => {
      const game = games.find((one) => one.name === decodeURIComponent(location.hash.slice(1)));
      if (game) openSetup(game).catch(showFailure);
    };
    showContent("", createWelcome(welcome), ...createTables(games, entries, found, createShelf(games, showFailure)), linkAnalysisBoards(games));
    addEventListener("hashchange", open);
    open();
  } catch (error) {
    showFailure(error);
  }
}

/** @param {unknown} error */
function showFailure(error) {
  if (!(error instanceof HouseError)) throw error;
  const again = html("button", { class: "button", click: showStartPage }, t("Try again"));
  showContent("", createNotice(t("The server doesn't answer"), error.message, again));
}

/** @param {string} words of the owner; "" for the usual ones */
function createWelcome(words) {
  return html(
    "section",
    { class: "welcome" },
    html("h1", {}, words ? houseName() : t("A house of board games")),
    html("p", {}, words || t("Play against the computer, with somebody next to you, or with friends far away.")),
  );
}

/** @param {Game[]} games */
function linkAnalysisBoards(games) {
  const boards = games.filter((game) => game.analysis).map((game) => html("a", { href: `/analysis/${game.name}` }, say(game.title)));
  return html("p", { class: "analysing" }, t("Analysis board"), ...boards.flatMap((link) => [" · ", link]));
}

/**
 * Create the lists of the reader's matches and of open tables, with the games between them; the lists are polled.
 * @param {Game[]} games
 * @param {OwnMatch[]} entries
 * @param {OpenTables | null} found
 * @param {HTMLElement} shelf
 */
function createTables(games, entries, found, shelf) {
  const own = new OwnMatches(games);
  const lobby = new Lobby(games, found);
  const waiting = html("div", {}, own.running);
  own.show(entries);
  if (residentName()) void import("../challenges/incoming.js").then(({ showChallenges }) => showChallenges(waiting, games));
  else own.element.append(createNameForm());
  new Poller(fetchMatches, (found) => own.show(found)).continueFrom(entries); // the lobby shows errors
  const featured = lobby.featured.element;
  const lists = featured.hidden ? [own.element, lobby.element, featured] : [featured, lobby.element, own.element];
  return [waiting, shelf, html("div", { class: "tables" }, ...lists)];
}
