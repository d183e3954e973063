/** The lists of matches on the start page: the reader's own, and public ones with free seats or to watch. */

import { Featured } from "./featured.js";
import { createCover } from "./shelf.js";
import { fetchLobby, goTo, HouseError, matchUrl } from "../common/api.js";
import { createButton, createOptions, html, loadStyle } from "../common/elements.js";
import { Poller } from "../common/poller.js";
import { PartList } from "../common/part-list.js";
import { language, loadTexts, plural, say, t } from "../common/texts.js";
import { describeHostsKnowledge, describeMoment, describePlayer, describeTimeControl, formatScore, nameGame, rateResult } from "../common/words.js";

/** @import {Game, Lobby as OpenTables, OpenTable, OwnMatch} from "#api" */

/** The reader's matches: first of all those that go on, and below the games those that are over. */
export class OwnMatches {
  #running = new PartList(html("ul"), (/** @type {OwnMatch} */ entry) => this.#row(entry));
  #over = new PartList(html("ul"), (/** @type {OwnMatch} */ entry) => this.#row(entry));
  #none = html("p", { class: "none" }, t("None yet. Matches that you start appear here."));
  #title = html("h2");
  running = html("section", { class: "running" }, html("h2", {}, t("Your matches")), this.#running.element);
  element = html(
    "section",
    { class: "continuing" },
    html("header", {}, this.#title, html("a", { class: "button", href: "#boards" }, t("New game"))),
    this.#none,
    this.#over.element,
    html("p", { class: "importing" }, createButton(t("Continue from a record"), importRecord)),
  );

  /** @param {Game[]} games */
  constructor(games) {
    this.games = games;
  }

  /**
   * Show matches: those that wait for the reader first.
   * @param {OwnMatch[]} entries
   */
  show(entries) {
    const running = entries.filter(({ result }) => !result);
    this.running.hidden = running.length === 0;
    this.#running.show([...running.filter(({ yours }) => yours), ...running.filter(({ yours }) => !yours)]);
    this.#over.show(entries.filter(({ result }) => result));
    this.#none.hidden = entries.length > 0;
    this.#title.textContent = running.length > 0 ? t("Finished matches") : t("Your matches");
  }

  /** @param {OwnMatch} entry */
  #row(entry) {
    const game = this.games.find((one) => one.name === entry.game);
    const title = nameGame(this.games, entry.game);
    const isShared = entry.seats.every((seat) => seat.yours);
    const seats = isShared ? [t("Together at one screen")] : entry.seats.map((seat) => `${say(seat.title)}: ${describePlayer(seat)}`);
    if (entry.clock) seats.push(describeTimeControl(entry.clock));
    const made = new Date(entry.made_at * 1000);
    const link = html(
      "a",
      { href: matchUrl(entry.id) },
      createCover(entry.game, title),
      html("span", { class: "what" }, html("strong", {}, title), html("span", {}, seats.join(" · "))),
      html(
        "span",
        { class: "when" },
        html("span", { class: `standing ${entry.result ? "" : "open"}` }, describeOutcome(entry, game?.scores ?? false)),
        html("time", { datetime: made.toISOString() }, describeMoment(entry.made_at)),
      ),
    );
    return html("li", { class: entry.yours && !entry.result && "turn" }, link);
  }
}

/**
 * @param {OwnMatch} entry
 * @param {boolean} hasScores
 */
function describeOutcome({ result, seats, yours }, hasScores) {
  if (!result) return yours ? t("Your turn") : t("Continue");
  if (Object.keys(result).length === 0) return t("called off");
  const mine = seats.filter((seat) => seat.yours).map((seat) => seat.letter);
  const [one = ""] = mine;
  const isOwn = mine.length === 1 && !(hasScores && seats.length === 1);
  const own = rateResult(result, one, hasScores);
  const word = !isOwn ? t("over") : own > 0 ? t("won") : own < 0 ? t("lost") : t("draw");
  const told = mine.length === 1 ? mine : seats.map((seat) => seat.letter);
  return hasScores ? `${word}: ${told.map((letter) => formatScore(result, letter)).join(", ")}` : word;
}

/** Ask for a record to continue from; the dialog is loaded on demand. */
async function importRecord() {
  const style = loadStyle(new URL("../record/record.css", import.meta.url));
  const [{ askForRecord }] = await Promise.all([import("../record/record-dialog.js"), loadTexts(), style]);
  askForRecord();
}

/** The open tables: public matches with free seats, and matches to watch. */
export class Lobby {
  #open = new PartList(html("ul"), (/** @type {OpenTable} */ table) => this.#row(table, this.#createSeatButtons(table)));
  #playing = new PartList(html("ul"), (/** @type {OpenTable} */ table) => this.#row(table, [this.#createLink(table, t("Watch"))]));
  #watch = html("div", { class: "playing" }, html("h3", {}, t("Matches to watch")), this.#playing.element);
  #none = html("p", { class: "none" });
  #announcement = html("p", { class: "unseen", role: "status" });
  #title = html("h2", { tabindex: -1 }, t("Open tables"));
  #poller = new Poller(
    () => fetchLobby(this.#query()),
    (found) => this.#show(found),
    (error) => {
      if (!(error instanceof HouseError)) throw error;
      this.#none.hidden = false;
      this.#none.textContent = error.message;
    },
  );

  /**
   * Show the tables that were found with the page, and poll the house.
   * @param {Game[]} games
   * @param {OpenTables | null} found null if they could not be fetched
   */
  constructor(games, found) {
    this.games = games;
    this.featured = new Featured(games);
    /** @type {[string, string][]} */ const titles = games.map(({ name, title }) => [name, say(title)]);
    const clocks = { "": t("Any clock"), live: t("Minutes"), days: t("Days"), none: t("Without a clock") };
    this.form = html(
      "form",
      { class: "filters", change: () => void this.#poller.refresh(), submit: (/** @type {Event} */ event) => event.preventDefault() },
      html("select", { name: "game", "aria-label": t("Game") }, ...createOptions([["", t("All games")], ...titles])),
      html("select", { name: "clock", "aria-label": t("Clock") }, ...createOptions(Object.entries(clocks))),
      html("label", { class: "only" }, html("input", { type: "checkbox", name: "level", value: 0 }), t("Only with people")),
    );
    this.element = html(
      "section",
      { class: "lobby" },
      html("header", {}, this.#title, this.form),
      this.#announcement,
      this.#none,
      this.#open.element,
      this.#watch,
    );
    this.#watch.hidden = true;
    if (found) {
      this.#show(found);
      this.#poller.continueFrom(found);
    } else void this.#poller.poll();
  }

  #query() {
    const answers = [...new FormData(this.form)].filter(([, value]) => value);
    return new URLSearchParams(/** @type {[string, string][]} */ (answers));
  }

  /** @param {OpenTables} found */
  #show({ open, playing }) {
    const hadFocus = this.element.contains(document.activeElement);
    this.#open.show(open);
    this.#playing.show(playing);
    this.featured.show(playing);
    this.#watch.hidden = playing.length === 0;
    this.#none.hidden = open.length > 0;
    const isFiltered = [...this.#query()].length > 0;
    this.#none.replaceChildren(
      isFiltered ? t("Nobody is waiting at such a table right now.") : t("Nobody is waiting right now."),
      " ",
      html("a", { href: "#boards" }, t("Open a table yourself.")),
    );
    const count = plural("{count} open table", "{count} open tables", open.length);
    if (this.#announcement.textContent !== count) this.#announcement.textContent = count;
    if (hadFocus && !this.element.contains(document.activeElement)) this.#title.focus();
  }

  /**
   * @param {OpenTable} table
   * @param {HTMLElement[]} ways
   */
  #row(table, ways) {
    const made = new Date(table.made_at * 1000);
    const seats = table.seats.filter((seat) => seat.kind !== "free");
    const time = html("time", { datetime: made.toISOString() }, made.toLocaleTimeString(language, { timeStyle: "short" }));
    return html(
      "li",
      { "data-match": table.id },
      createCover(table.game, nameGame(this.games, table.game)),
      html(
        "div",
        { class: "what" },
        html("strong", {}, nameGame(this.games, table.game)),
        html("span", {}, seats.map((seat) => `${say(seat.title)}: ${describePlayer(seat)}`).join(" · ")),
        html("span", {}, [describeTimeControl(table.clock), ...(table.rated ? [t("Rated")] : []), ...this.#options(table)].join(" · "), " · ", time),
        table.host_knows_secrets && html("span", { class: "secrets" }, describeHostsKnowledge()),
      ),
      html("div", { class: "row" }, ...ways),
    );
  }

  /** @param {OpenTable} table */
  #createSeatButtons(table) {
    if (table.seats.some((seat) => seat.yours)) return [this.#createLink(table, t("Go to your table"))];
    const free = table.seats.filter((seat) => seat.kind === "free");
    return free.map(({ letter, title }) => {
      const button = createButton(t("Take a seat: {seat}", { seat: title }), () => goTo(table.id, letter), "primary");
      button.append(this.#createHiddenLabel(table));
      return button;
    });
  }

  /**
   * @param {OpenTable} table
   * @param {string} text
   */
  #createLink(table, text) {
    return html("a", { class: "button", href: matchUrl(table.id) }, text, this.#createHiddenLabel(table));
  }

  /** @param {OpenTable} table to which a button belongs */
  #createHiddenLabel(table) {
    const people = table.seats.filter((seat) => seat.kind !== "free").map((seat) => describePlayer(seat));
    return html("span", { class: "unseen" }, ` ${[nameGame(this.games, table.game), ...people].join(", ")}`);
  }

  /**
   * Describe the options that differ from those offered first, except those that change the seats.
   * @param {OpenTable} table
   */
  #options({ game, options }) {
    const known = this.games.find((one) => one.name === game)?.options ?? [];
    return known.flatMap(({ name, title, choices, offered }) => {
      const index = choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(options[name]));
      const choice = choices[index];
      return index !== offered && choice && !choice.seats ? [`${say(title)}: ${say(choice.title)}`] : [];
    });
  }
}
