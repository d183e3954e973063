/** The list of tournaments, and the form for a new one. */

import { fetchHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createNotice, openPage, residentName, showContent } from "../common/page.js";
import { plural, say, t } from "../common/texts.js";
import { createTournamentForm } from "./tournament-form.js";
import { fetchTournaments, tournamentUrl } from "./tournaments-api.js";
import { describeStart, describeTerms } from "./words.js";

/** @import {Game} from "../common/types.js" */
/** @import {Tournament} from "./tournaments-api.js" */

await openPage();
try {
  const [{ games }, found] = await Promise.all([fetchHouse(), fetchTournaments()]);
  const of = (/** @type {string} */ status) => found.filter((one) => one.status === status);
  showContent(
    t("Tournaments"),
    html("div", { class: "title" }, html("h1", {}, t("Tournaments")), residentName() ? null : html("p", {}, html("a", { href: "/account" }, t("Sign in to take part.")))),
    ...(residentName() ? createNew(games) : []),
    createSection(t("Being played"), of("running"), games, t("Nothing is being played right now.")),
    createSection(t("To come"), of("open"), games, t("Nothing is planned. Create a tournament, and send others the link.")),
    createSection(t("Over"), of("over"), games, ""),
  );
} catch (error) {
  if (!(error instanceof HouseError)) throw error;
  showContent(t("Tournaments"), createNotice(t("Tournaments"), error.message));
}

/** @param {Game[]} games */
function createNew(games) {
  const form = createTournamentForm(games.filter((game) => game.tables.length > 0));
  form.hidden = true;
  const open = createButton(t("New tournament"), () => {
    form.hidden = !form.hidden;
    open.setAttribute("aria-expanded", String(!form.hidden));
  }, "primary");
  open.setAttribute("aria-expanded", "false");
  return [html("p", {}, open), form];
}

/**
 * @param {string} title
 * @param {Tournament[]} tournaments
 * @param {Game[]} games
 * @param {string} none what to say if there are none; "" to show nothing
 */
function createSection(title, tournaments, games, none) {
  if (tournaments.length === 0 && !none) return "";
  const rows = tournaments.map((one) => createRow(one, games));
  return html("section", { class: "sheet" }, html("h2", {}, title), rows.length > 0 ? html("ul", {}, ...rows) : html("p", { class: "hint" }, none));
}

/**
 * @param {Tournament} tournament
 * @param {Game[]} games
 */
function createRow(tournament, games) {
  const game = games.find((one) => one.name === tournament.game);
  const players = plural("{count} player", "{count} players", tournament.players);
  return html(
    "li",
    {},
    html(
      "div",
      {},
      html("a", { href: tournamentUrl(tournament.id) }, tournament.name),
      html("span", {}, `${game ? say(game.title) : tournament.game} · ${describeTerms(tournament)}`),
      tournament.status === "open" && html("span", {}, describeStart(tournament)),
    ),
    html("span", { class: "count" }, players),
  );
}
