/** The page of a user: their ratings, their scores and their matches. */

import { createChallenge } from "../challenges/challenge-form.js";
import { callHouse, fetchHouse, HouseError, matchUrl } from "../common/api.js";
import { createButton, createOptions, html, loadStyle } from "../common/elements.js";
import { createProblem, createSheet, createTable, explainRefusal } from "../common/forms.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { plural, say, t } from "../common/texts.js";
import { describeDay, describeTimeControl, nameGame, rateResult } from "../common/words.js";
import { linkPlayer, residentPath } from "./profiles-api.js";
import { createRatingCharts } from "./ratings.js";
import { createBlockButton } from "../reports/blocking.js";
import { formatShare } from "../review/words.js";

/** @import {Game, House, Played, Profile, ResidentsMatch, ResidentsMatches, Score} from "#api" */

/**
 * @param {Played[]} played
 * @param {Game[]} games
 */
function createPlayedTable(played, games) {
  if (played.length === 0) return null;
  const titles = [t("Game"), t("Matches"), t("Mean loss"), t("Luck"), t("Skill")];
  const rows = played.map(({ game: name, reviewed, mean_loss: loss, luck, skill }) => {
    const shares = [luck, skill].map((share) => (share === null ? "–" : formatShare(share, true)));
    const cells = [String(reviewed), formatShare(loss), ...shares].map((text) => html("td", {}, text));
    return html("tr", {}, html("th", { scope: "row" }, nameGame(games, name)), ...cells);
  });
  const text = t("What each move gave away on average, and what luck and skill changed in a match on average, both in shares of the chance to win.");
  return html("div", { class: "played" }, html("h3", {}, t("In reviewed matches")), createTable(titles, rows), html("p", { class: "hint" }, text));
}

/**
 * Fetch matches of a user, newest first, and the score in all such matches.
 * @param {string} name
 * @param {Record<string, string>} wanted game, side, opponent, before
 * @returns {Promise<ResidentsMatches>}
 */
function fetchMatches(name, wanted) {
  const given = Object.entries(wanted).filter(([, value]) => value);
  return callHouse(`${residentPath(name)}/matches?${new URLSearchParams(given)}`);
}

/** The matches of a user: filters, the score in such matches, and the newest of them. */
class MatchList {
  #rows = html("ul", {});
  #none = html("p", { class: "hint", role: "status" });
  #more = createButton(t("Show more"), () => void this.#continue());
  #side = html("select", { name: "side", "aria-label": t("Side") });
  #form;
  /** The `before` of the next page. @type {number | null} */ #next = null;
  #questions = 0; // only the reply to the last one counts
  scores = html("section", { class: "sheet scores", "aria-labelledby": "scores" });
  element;

  /**
   * @param {string} name
   * @param {Game[]} games
   * @param {ResidentsMatches} first the newest matches
   */
  constructor(name, games, first) {
    this.name = name;
    this.games = games;
    /** @type {[string, string][]} */ const titles = games.map((game) => [game.name, say(game.title)]);
    this.#form = html(
      "form",
      { class: "row", submit: (/** @type {Event} */ event) => (event.preventDefault(), void this.#filter()), change: () => void this.#filter() },
      html("select", { name: "game", "aria-label": t("Game"), change: () => this.#offerSides() }, ...createOptions([["", t("All games")], ...titles])),
      this.#side,
      html("input", { name: "opponent", "aria-label": t("Opponent"), placeholder: t("Opponent"), autocomplete: "off", maxlength: 40 }),
    );
    this.element = createSheet("matches", t("Matches"), this.#form, this.#none, this.#rows, this.#more);
    this.#offerSides();
    this.#show(first);
  }

  get #wanted() {
    return /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(this.#form)));
  }

  /** Offer the sides of the chosen game. */
  #offerSides() {
    const game = this.games.find((one) => one.name === this.#wanted["game"]);
    const seats = game?.seats ?? [];
    this.#side.replaceChildren(html("option", { value: "" }, t("Any side")), ...createOptions(seats.map(({ letter, title }) => [letter, say(title)])));
    this.#side.hidden = seats.length < 2;
  }

  async #filter() {
    const found = await this.#ask(this.#wanted);
    if (!found) return;
    this.#rows.replaceChildren();
    this.#show(found);
  }

  async #continue() {
    const found = await this.#ask({ ...this.#wanted, before: String(this.#next) });
    if (!found) return;
    const [first] = this.#append(found);
    first?.querySelector("a")?.focus();
  }

  /**
   * Fetch matches; null if another request was made meanwhile or the house does not respond.
   * @param {Record<string, string>} wanted
   */
  async #ask(wanted) {
    const number = ++this.#questions;
    try {
      const found = await fetchMatches(this.name, wanted);
      return number === this.#questions ? found : null;
    } catch (error) {
      if (!(error instanceof HouseError)) throw error;
      if (number === this.#questions) this.#none.textContent = error.message;
      return null;
    }
  }

  /** @param {ResidentsMatches} found */
  #show(found) {
    const { matches, scores, played } = found;
    this.#append(found);
    this.#none.textContent = matches.length > 0 ? "" : t("There are no such public matches.");
    this.scores.replaceChildren(html("h2", { id: "scores" }, t("Results")), ...this.#createScores(scores), createPlayedTable(played, this.games) ?? "");
  }

  /** Add the rows of matches, and return them. @param {ResidentsMatches} found */
  #append({ matches, next }) {
    const rows = matches.map((entry) => this.#createRow(entry));
    this.#rows.append(...rows);
    this.#next = next;
    this.#more.hidden = next === null;
    return rows;
  }

  /** @param {ResidentsMatch} entry */
  #createRow(entry) {
    const game = this.games.find((one) => one.name === entry.game);
    const made = new Date(entry.made_at * 1000);
    const others = entry.seats.filter((seat) => seat.letter !== entry.seat).map((seat) => linkPlayer(seat));
    const own = entry.seats.find((seat) => seat.letter === entry.seat);
    const facts = [own && say(own.title), entry.clock && describeTimeControl(entry.clock), entry.rated && t("Rated")].filter(Boolean);
    return html(
      "li",
      {},
      html(
        "div",
        {},
        html("a", { href: matchUrl(entry.id) }, nameGame(this.games, entry.game)),
        html("span", {}, ...others.flatMap((other, index) => (index === 0 ? [other] : [", ", other]))),
        html("span", {}, `${facts.join(" · ")} · `, html("time", { datetime: made.toISOString() }, describeDay(entry.made_at, "medium"))),
      ),
      html("strong", {}, describeOutcome(entry, game?.scores ?? false)),
    );
  }

  /** @param {Score[]} scores */
  #createScores(scores) {
    if (scores.length === 0) return [html("p", { class: "hint" }, t("No matches are over yet."))];
    const rows = scores.map(({ game: name, side, won, drawn, lost }) => {
      const game = this.games.find((one) => one.name === name);
      const seats = [...(game?.seats ?? []), ...(game?.options ?? []).flatMap((option) => option.choices.flatMap((choice) => choice.seats ?? []))];
      const title = seats.find((seat) => seat.letter === side)?.title;
      const label = html("th", { scope: "row" }, nameGame(this.games, name), html("span", {}, title ? say(title) : side));
      return html("tr", {}, label, ...[won, drawn, lost].map((count) => html("td", {}, String(count))));
    });
    return [createTable([t("Game"), t("Won"), t("Drawn"), t("Lost")], rows)];
  }
}

/**
 * @param {ResidentsMatch} entry
 * @param {boolean} hasScores
 */
function describeOutcome({ result, seat }, hasScores) {
  if (!result) return t("in progress");
  if (Object.keys(result).length === 0) return t("called off");
  const own = rateResult(result, seat, hasScores);
  return own > 0 ? t("won") : own < 0 ? t("lost") : t("draw");
}

const wanted = readName();

await openPage();
await showPage(t("Users"), showProfile, wanted);

/** Return the name in the address; an invalid encoding is returned unchanged. */
function readName() {
  const written = location.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

async function showProfile() {
  /** @type {[Profile, ResidentsMatches, House]} */
  const [profile, matches, { games }] = await Promise.all([callHouse(residentPath(wanted)), fetchMatches(wanted, {}), fetchHouse()]);
  const list = new MatchList(profile.name, games, matches);
  const columns = html("div", { class: "columns" }, createRatingCharts(profile, games), list.scores);
  const challenge = profile.is_followed === null ? null : createChallenge(profile.name, games);
  showContent(profile.name, createTitle(profile, challenge?.button), challenge?.sheet ?? "", columns, list.element);
}

/**
 * @param {Profile} profile
 * @param {HTMLElement} [challenge] the button that challenges them
 */
function createTitle(profile, challenge) {
  const since = describeDay(profile.made_at, "long");
  const followers = plural("{count} follower", "{count} followers", profile.followers);
  const facts = [...(profile.is_bot ? [t("bot")] : []), t("Here since {date}", { date: since }), ...(profile.followers > 0 ? [followers] : [])];
  const hidden = profile.is_own && profile.is_hidden && html("p", { class: "hint" }, t("Nobody else sees this page."));
  const name = html("div", {}, html("h1", {}, profile.name), html("p", { class: "since" }, facts.join(" · ")), hidden);
  if (profile.is_own) return html("div", { class: "title" }, name, html("a", { class: "button", href: "/account" }, t("Your account")));
  const deeds = html("div", { class: "row deeds" });
  if (profile.is_followed !== null && challenge) deeds.append(challenge, createFollowButton(profile, profile.is_followed), createBlockButton(profile.name, profile.is_blocked === true));
  deeds.append(createButton(t("Report"), () => void openReport(profile.name)));
  return html("div", { class: "title" }, name, deeds);
}

/** @param {string} name */
async function openReport(name) {
  const style = loadStyle(new URL("../reports/report.css", import.meta.url));
  const [{ reportResident }] = await Promise.all([import("../reports/report-dialog.js"), style]);
  reportResident(name);
}

/**
 * @param {Profile} profile
 * @param {boolean} isFollowed
 */
function createFollowButton({ name }, isFollowed) {
  const problem = createProblem();
  const press = async () => {
    await callHouse(`${residentPath(name)}/${isFollowed ? "unfollow" : "follow"}`, {});
    isFollowed = !isFollowed;
    button.setAttribute("aria-pressed", String(isFollowed));
  };
  const button = createButton(t("Follow"), () => void explainRefusal(problem, press));
  button.setAttribute("aria-pressed", String(isFollowed));
  return html("div", {}, button, problem);
}
