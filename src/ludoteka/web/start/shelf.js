/** The games on the start page: a card for each, with what it is like and ways to play it. */

import { HouseError } from "../common/api.js";
import { html, loadStyle } from "../common/elements.js";
import { loadTexts, plural, say, t } from "../common/texts.js";

/** @import {Game} from "#api" */

/**
 * Create the cover of a game; without a picture, it shows the game's initial.
 * @param {string} game
 * @param {string} title
 */
export function createCover(game, title) {
  const plain = () => picture.replaceWith(html("div", { class: "cover plain", "aria-hidden": "true" }, title.charAt(0)));
  const picture = html("img", { class: "cover", src: `/games/${game}/cover.svg`, alt: "", width: 320, height: 400, error: plain });
  return picture;
}

/**
 * Create the cards of all games.
 * @param {Game[]} games
 * @param {(error: unknown) => void} onError
 */
export function createShelf(games, onError) {
  return html(
    "section",
    { class: "shelf", id: "boards", "aria-label": t("The boards"), tabindex: -1 },
    ...games.map((game) => createCard(game, onError)),
  );
}

/**
 * @param {Game} game
 * @param {(error: unknown) => void} onError
 */
function createCard(game, onError) {
  const title = say(game.title);
  const about = () => html("span", { class: "unseen" }, ` ${title}`);
  const more = html("button", { class: "more", click: () => openSetup(game).catch(onError) }, t("More options"), about());
  const play = html("button", { class: "button primary", click: () => start(play, game).catch(onError) }, t("Play now"), about());
  const rules = html("a", { href: `/rules/${game.name}` }, t("Rules"), about());
  const prepare = () => void loadSetup().catch(() => {}); // a click says what is wrong
  return html(
    "article",
    { class: "card", pointerenter: prepare, focusin: prepare },
    createCover(game.name, title),
    html(
      "div",
      { class: "about" },
      game.for_beginners && html("strong", { class: "first" }, t("Start here")),
      html("h2", {}, title),
      html("ul", { class: "facts" }, ...listFacts(game).map((fact) => fact && html("li", {}, fact))),
      html("p", {}, say(game.summary)),
      html("div", { class: "ways" }, play, more, rules),
    ),
  );
}

/**
 * Say how long a game takes and for how many people it is, and how much luck decides.
 * @param {Game} game
 */
function listFacts({ minutes, players: [fewest, most], luck }) {
  const players = fewest === most ? plural("{count} player", "{count} players", most) : plural("{fewest}–{count} player", "{fewest}–{count} players", most, { fewest });
  const lucks = { none: t("Skill alone decides"), some: t("Skill and some luck"), much: t("Mostly luck") };
  const time = minutes && plural("{least}–{count} min", "{least}–{count} min", minutes[1], { least: minutes[0] });
  return [time ? `${players} · ${time}` : players, luck ? lucks[luck] : ""];
}

/** Load the set-up dialog, which also starts matches without being shown. It is loaded on demand to keep the page light. */
async function loadSetup() {
  try {
    const style = loadStyle(new URL("setup.css", import.meta.url));
    const [setup] = await Promise.all([import("./setup-dialog.js"), loadTexts(), style]);
    return setup;
  } catch (error) {
    throw error instanceof TypeError ? new HouseError(t("The server doesn't answer. It may be down, or the connection may be broken.")) : error;
  }
}

/**
 * Open the set-up dialog of a game.
 * @param {Game} game
 */
export async function openSetup(game) {
  const { showSetup } = await loadSetup();
  showSetup(game);
}

/**
 * Start a match without a dialog.
 * @param {HTMLButtonElement} button
 * @param {Game} game
 */
async function start(button, game) {
  button.setAttribute("aria-disabled", "true");
  try {
    const { playNow } = await loadSetup();
    await playNow(game);
  } finally {
    button.removeAttribute("aria-disabled");
  }
}
