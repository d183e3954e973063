/** The reader's matches on the start page, those that wait for the reader first. */

import { describeTimeControl } from "../common/time-controls.js";
import { createCover } from "./cover.js";
import { html, loadStyle } from "../common/elements.js";
import { matchUrl } from "../common/api.js";
import { describePlayer } from "../common/player-words.js";
import { RowList } from "./row-list.js";
import { rateResult, formatScore } from "../common/scores.js";
import { language, say, t } from "../common/texts.js";

/** @import {Game, MatchEntry} from "../common/types.js" */

export class OwnMatches {
  #rows = new RowList();
  #none = html("p", { class: "none" }, t("None yet. Matches that you start appear here."));
  element = html(
    "section",
    { class: "continuing" },
    html("header", {}, html("h2", {}, t("Your matches")), html("a", { class: "button", href: "#boards" }, t("New game"))),
    this.#none,
    this.#rows.element,
    html("p", { class: "importing" }, createImportButton()),
  );

  /** @param {Game[]} games */
  constructor(games) {
    this.games = games;
  }

  /**
   * Show matches.
   * @param {MatchEntry[]} entries
   */
  show(entries) {
    const sorted = [...entries].sort((one, other) => rankByUrgency(other) - rankByUrgency(one));
    this.#none.hidden = sorted.length > 0;
    this.#rows.show(sorted, (entry) => this.#row(entry));
  }

  /** @param {MatchEntry} entry */
  #row(entry) {
    const game = this.games.find((one) => one.name === entry.game);
    const title = game ? say(game.title) : entry.game;
    const isShared = entry.seats.every((seat) => seat.yours);
    const seats = isShared ? [t("Together at one screen")] : entry.seats.map((seat) => `${say(seat.title)}: ${describePlayer(seat)}`);
    if (entry.clock) seats.push(describeTimeControl(entry.clock));
    const made = new Date(entry.made_at * 1000);
    const date = made.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    const link = html(
      "a",
      { href: matchUrl(entry.id) },
      createCover(entry.game, title),
      html(
        "span",
        { class: "what" },
        html("strong", {}, title),
        html("span", {}, seats.join(" · ")),
      ),
      html(
        "span",
        { class: "when" },
        html("span", { class: `standing ${entry.result ? "" : "open"}` }, describeOutcome(entry, game?.scores ?? false)),
        html("time", { datetime: made.toISOString() }, date),
      ),
    );
    return html("li", {}, link);
  }
}

/**
 * Rank matches: those that wait for the reader first, finished ones last.
 * @param {MatchEntry} entry
 */
function rankByUrgency({ result, yours }) {
  return result ? 0 : yours ? 2 : 1;
}

/**
 * @param {MatchEntry} entry
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

/** Create the button that continues from a record; its dialog is loaded on demand. */
function createImportButton() {
  const ask = async () => {
    const [{ askForRecord }] = await Promise.all([import("../record/record-dialog.js"), loadStyle(new URL("../record/record.css", import.meta.url))]);
    askForRecord();
  };
  return html("button", { type: "button", class: "button", click: ask }, t("Continue from a record"));
}
