/** The start page: the boards of the house, and the reader's matches. */

import { html } from "./elements.js";
import { addressOf, CallFailed, house, matches } from "./house.js";
import { nameForm } from "./naming.js";
import { fill, notice, openPage } from "./page.js";
import { whoPlays } from "./people.js";
import { importButton } from "./record.js";
import { SetUp } from "./setup.js";
import { language, say, t } from "./texts.js";

/** @import {Game, MatchEntry} from "./types.js" */

await openPage("/start");
await show();

/** Ask the house what it has, and show it. */
async function show() {
  try {
    const [offer, entries] = await Promise.all([house(), matches()]);
    const setUps = new Map(offer.games.map((game) => [game.name, new SetUp(game)]));
    const open = () => setUps.get(decodeURIComponent(location.hash.slice(1)))?.open();
    fill("", welcome(), shelf(offer.games, setUps), continuing(entries, offer.games));
    addEventListener("hashchange", open);
    open();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const again = html("button", { class: "button", click: show }, t("Try again"));
    fill("", notice(t("Nobody opens"), error.message, again));
  }
}

function welcome() {
  return html(
    "section",
    { class: "welcome" },
    html("h1", {}, t("A house of board games")),
    html("p", {}, t("Sit down at a board: against the computer, with somebody beside you, or with friends far away.")),
  );
}

/**
 * @param {Game[]} games
 * @param {Map<string, SetUp>} setUps
 */
function shelf(games, setUps) {
  const cards = games.map((game) => {
    const title = say(game.title);
    const play = html(
      "button",
      { class: "button primary", click: () => setUps.get(game.name)?.open() },
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
  return html("section", { class: "shelf", "aria-label": t("The boards") }, ...cards);
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
 * The cover of a game; without one, its initial on plain linen.
 * @param {string} game
 * @param {string} title
 */
function cover(game, title) {
  const plain = () =>
    picture.replaceWith(html("div", { class: "cover plain", "aria-hidden": "true" }, title.charAt(0)));
  const picture = html("img", {
    class: "cover",
    src: `/games/${game}/cover.svg`,
    alt: "",
    width: 320,
    height: 400,
    error: plain,
  });
  return picture;
}

/**
 * @param {MatchEntry[]} entries
 * @param {Game[]} games
 */
function continuing(entries, games) {
  const none = html("p", { class: "none" }, t("None yet. A match that you begin is kept here, and waits for you."));
  const rows = entries.map((entry) =>
    html(
      "li",
      {},
      row(
        entry,
        games.find((game) => game.name === entry.game),
      ),
    ),
  );
  return html(
    "section",
    { class: "continuing" },
    html("h2", {}, t("Your matches")),
    rows.length ? html("ul", {}, ...rows) : none,
    html("p", { class: "importing" }, importButton()),
    nameForm(),
  );
}

/**
 * @param {MatchEntry} entry
 * @param {Game | undefined} game
 */
function row(entry, game) {
  const title = game ? say(game.title) : entry.game;
  const isShared = entry.seats.every((seat) => seat.yours);
  const seats = entry.seats.map((seat) => {
    return `${say(seat.title)}: ${whoPlays(seat)}`;
  });
  const made = new Date(entry.made_at * 1000);
  const date = made.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  return html(
    "a",
    { href: addressOf(entry.id) },
    cover(entry.game, title),
    html(
      "span",
      { class: "what" },
      html("strong", {}, title),
      html("span", {}, isShared ? t("Together at one screen") : seats.join(" · ")),
    ),
    html(
      "span",
      { class: "when" },
      html("span", { class: `standing ${entry.result ? "" : "open"}` }, outcome(entry)),
      html("time", { datetime: made.toISOString() }, date),
    ),
  );
}

/** @param {MatchEntry} entry */
function outcome({ result, seats, yours }) {
  if (!result) return yours ? t("Your turn") : t("Continue");
  const people = seats.filter((seat) => seat.yours).map((seat) => result[seat.letter] ?? 0);
  if (people.length !== 1) return t("over");
  const [own = 0] = people;
  return own > 0 ? t("won") : own < 0 ? t("lost") : t("draw");
}
