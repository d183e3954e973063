/** The best users in a game at a speed. The address contains the choice. */

import { callHouse, fetchHouse } from "../common/api.js";
import { createOptions, html } from "../common/elements.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { plural, say, t } from "../common/texts.js";
import { describePool, POOLS } from "./ratings.js";
import { residentUrl } from "./profiles-api.js";
import { fillPlace } from "../common/forms.js";

/** @import {Game, Leader} from "#api" */

const USUAL_SPEED = "rapid";
const asked = new URLSearchParams(location.search);
const list = html("div", { class: "sheet", role: "region", "aria-live": "polite", "aria-label": t("Best players") });

await openPage();
await showPage(t("Best players"), async () => {
  const { games } = await fetchHouse();
  const form = createForm(games.filter((game) => game.rated));
  list.setAttribute("aria-label", t("Best players"));
  const explanation = t("Players with a settled rating who have played a rated match in the last three months.");
  showContent(t("Best players"), html("h1", {}, t("Best players")), html("p", { class: "lead" }, explanation), form, list);
  await show(form);
});

/** @param {Game[]} games */
function createForm(games) {
  const titles = createOptions(games.map((game) => [game.name, say(game.title)]), asked.get("game"));
  const speeds = createOptions(POOLS.map((speed) => [speed, describePool(speed)]), asked.get("speed") ?? USUAL_SPEED);
  const form = html(
    "form",
    { class: "row", change: () => void show(form), submit: (/** @type {Event} */ event) => event.preventDefault() },
    html("select", { name: "game", "aria-label": t("Game") }, ...titles),
    html("select", { name: "speed", "aria-label": t("Speed") }, ...speeds),
  );
  return form;
}

/** @param {HTMLFormElement} form */
async function show(form) {
  const answers = new FormData(form);
  const [game, speed] = [String(answers.get("game")), String(answers.get("speed"))];
  history.replaceState(null, "", `?${new URLSearchParams({ game, speed })}`);
  await fillPlace(list, async () => {
    /** @type {Leader[]} */
    const leaders = await callHouse(`/api/leaderboards/${encodeURIComponent(game)}/${speed}`);
    return leaders.length > 0 ? createTable(leaders) : html("p", { class: "hint" }, t("Nobody has a settled rating here yet."));
  });
}

/** @param {Leader[]} leaders */
function createTable(leaders) {
  const rows = leaders.map(({ name, rating, number }) =>
    html(
      "li",
      { "aria-current": name === residentName() && "true" },
      html("div", {}, html("a", { href: residentUrl(name) }, name), html("span", {}, plural("{count} rated match", "{count} rated matches", number))),
      html("span", { class: "rating" }, String(rating)),
    ),
  );
  return html("ol", {}, ...rows);
}
