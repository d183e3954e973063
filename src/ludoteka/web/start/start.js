/** The start page: the boards of the house, the reader's matches, and the open tables. */

import { cover } from "./cover.js";
import { html, loadStyle } from "../common/elements.js";
import { CallFailed, house, matches } from "../common/api.js";
import { Lobby } from "./lobby.js";
import { nameForm } from "../common/name-form.js";
import { OwnMatches } from "./own-matches.js";
import { fill, notice, openPage } from "../common/page.js";
import { Polling } from "./poller.js";
import { say, t } from "../common/texts.js";

/** @import {SetUp} from "./setup/setup-dialog.js" */
/** @import {Game, MatchEntry} from "../common/types.js" */

/** The dialogs that set up a match, by game. @type {Map<string, Promise<SetUp>>} */
const setUps = new Map();

await openPage("/start");
await show();

/** Ask the house what it has, and show it. */
async function show() {
  try {
    const [{ games }, entries] = await Promise.all([house(), matches()]);
    const open = () => setUp(games.find((game) => game.name === decodeURIComponent(location.hash.slice(1))));
    fill("", welcome(), shelf(games), tables(games, entries), foot());
    addEventListener("hashchange", open);
    void open();
  } catch (error) {
    fail(error);
  }
}

/**
 * Tell that the house does not answer.
 * @param {unknown} error
 */
function fail(error) {
  if (!(error instanceof CallFailed)) throw error;
  const again = html("button", { class: "button", click: show }, t("Try again"));
  fill("", notice(t("Nobody opens"), error.message, again));
}

/**
 * Set up a match. The dialog is loaded only now, so that the page itself is light.
 * @param {Game | undefined} game
 */
async function setUp(game) {
  if (!game) return;
  const known = setUps.get(game.name) ?? loaded(game);
  setUps.set(game.name, known);
  try {
    (await known).open();
  } catch (error) {
    setUps.delete(game.name);
    fail(error instanceof TypeError ? new CallFailed(t("The house does not answer. Perhaps it is closed, or the way to it is cut.")) : error);
  }
}

/** @param {Game} game */
async function loaded(game) {
  const [{ SetUp }] = await Promise.all([import("./setup/setup-dialog.js"), loadStyle("/web/start/setup/setup.css")]);
  return new SetUp(game);
}

function welcome() {
  return html(
    "section",
    { class: "welcome" },
    html("h1", {}, t("A house of board games")),
    html("p", {}, t("Sit down at a board: against the computer, with somebody beside you, or with friends far away.")),
  );
}

function foot() {
  return html("footer", {}, html("a", { href: "/dice" }, t("All dice of the house")));
}

/** @param {Game[]} games */
function shelf(games) {
  const cards = games.map((game) => {
    const title = say(game.title);
    const play = html(
      "button",
      { class: "button primary", click: () => setUp(game) },
      t("Play"),
      html("span", { class: "unseen" }, ` ${title}`),
    );
    const rules = html(
      "a",
      { href: `/rules/${game.name}` },
      t("Rules"),
      html("span", { class: "unseen" }, ` ${title}`),
    );
    return card(game, play, rules);
  });
  return html("section", { class: "shelf", id: "boards", "aria-label": t("The boards"), tabindex: -1 }, ...cards);
}

/**
 * @param {Game} game
 * @param {...HTMLElement} ways
 */
function card(game, ...ways) {
  const text = html(
    "div",
    { class: "about" },
    html("h2", {}, say(game.title)),
    html("p", {}, say(game.summary)),
    html("p", { class: "row" }, ...ways),
  );
  return html("article", { class: "card" }, cover(game.name, say(game.title)), text);
}

/**
 * The reader's matches, and beside them the tables of others; both are kept up to date.
 * @param {Game[]} games
 * @param {MatchEntry[]} entries
 */
function tables(games, entries) {
  const own = new OwnMatches(games);
  const lobby = new Lobby(games);
  own.show(entries);
  own.element.append(nameForm());
  lobby.begin();
  const ignore = () => undefined; // the lobby says it
  new Polling(matches, (found) => own.show(found), ignore).goOn(entries);
  return html("div", { class: "tables" }, own.element, lobby.element);
}
