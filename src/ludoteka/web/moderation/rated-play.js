/** Statistics of the strongest users' rated play, for moderators to judge. */

import { callHouse, fetchHouse, matchPath } from "../common/api.js";
import { createButton, createOptions, html } from "../common/elements.js";
import { createSheet, explainRefusal, fillPlace } from "../common/forms.js";
import { isolate, plural, say, t } from "../common/texts.js";
import { describePool, POOLS } from "../profiles/ratings.js";

/** @import {RatedPlay, Whom} from "./moderation-api.js" */

const MANY_CHOICES = 60; // fewer say nothing
const MANY_MATCHES = 15;
const STRIKING = 0.85; // share of choices that match a search

/**
 * Create the section; its statistics are fetched when it is opened.
 * @param {(whom: Whom) => Promise<void>} look
 */
export function createRatedPlay(look) {
  const content = html("div", { class: "figures" });
  const open = async () => {
    if (content.firstChild) return;
    const { games } = await fetchHouse();
    const list = html("div", { "aria-live": "polite" });
    const rated = games.filter((game) => game.rated);
    const game = html("select", { "aria-label": t("Game") }, ...createOptions(rated.map(({ name, title }) => [name, say(title)])));
    const speed = html("select", { "aria-label": t("Speed") }, ...createOptions(POOLS.map((one) => [one, describePool(one)]), "rapid"));
    const show = () => void fillPlace(list, () => createFigures(game.value, speed.value, look));
    game.addEventListener("change", show);
    speed.addEventListener("change", show);
    content.append(html("p", { class: "row" }, game, speed), list);
    show();
  };
  const text = t("How the strongest players have played lately. Somebody who nearly always chooses what the engine would choose, and never loses on time, may have help; or they are good. Look at the matches before you judge.");
  const figures = html("details", { toggle: () => void open() }, html("summary", {}, t("Show the figures")), html("p", { class: "hint" }, text), content);
  return createSheet("play", t("Rated play"), figures);
}

/**
 * @param {string} game
 * @param {string} speed
 * @param {(whom: Whom) => Promise<void>} look
 */
async function createFigures(game, speed, look) {
  /** @type {RatedPlay[]} */
  const found = await callHouse(`/api/order/play/${encodeURIComponent(game)}/${speed}`);
  const none = html("p", { class: "hint" }, t("Nobody has a settled rating here yet."));
  return found.length > 0 ? html("ul", { class: "entries" }, ...found.map((one) => createRow(one, look))) : none;
}

/**
 * @param {RatedPlay} figures
 * @param {(whom: Whom) => Promise<void>} look
 */
function createRow(figures, look) {
  const { name, rating, matches, won, lost_on_time: late, reviewed, choices, best } = figures;
  const share = choices > 0 ? t("as the engine: {percent}% ({best} of {choices})", { percent: String(Math.round((100 * best) / choices)), best: String(best), choices: String(choices) }) : t("no match reviewed yet");
  const isStriking = choices >= MANY_CHOICES && matches >= MANY_MATCHES && late === 0 && best / choices >= STRIKING;
  const facts = [
    plural("{count} match", "{count} matches", matches),
    t("won: {won}", { won: String(won) }),
    t("lost on time: {late}", { late: String(late) }),
    t("reviewed: {reviewed}", { reviewed: String(reviewed) }),
    share,
  ];
  return html(
    "li",
    {},
    html("div", {}, html("strong", {}, `${isolate(name)} · ${rating}`), html("span", {}, facts.join(" · ")), isStriking && html("p", { class: "striking" }, t("stands out")), createReviewing(figures)),
    createButton(t("Look into it"), () => void look({ name })),
  );
}

/** Create the button that requests reviews of the latest matches. @param {RatedPlay} figures */
function createReviewing({ not_reviewed: matches }) {
  if (matches.length === 0) return null;
  const told = html("span", { role: "status" });
  const begin = async () => {
    button.disabled = true;
    const refused = await explainRefusal(told, async () => {
      for (const match of matches) await callHouse(`${matchPath(match)}/review`, {});
      told.textContent = t("The engine is at work. Look again in a few minutes.");
    });
    if (refused) button.disabled = false;
  };
  const button = createButton(plural("Review {count} more match", "Review {count} more matches", matches.length), () => void begin(), "quiet");
  return html("p", {}, button, told);
}
