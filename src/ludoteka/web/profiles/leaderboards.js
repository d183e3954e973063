/** The best users in a game at a speed. The address contains the choice. */

import { callHouse, fetchHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { plural, t } from "../common/texts.js";
import { createPoolChoice } from "./ratings.js";
import { residentUrl } from "./profiles-api.js";
import { fillPlace } from "../common/forms.js";

/** @import {Leader} from "#api" */

await openPage();
const list = html("div", { class: "sheet", role: "region", "aria-live": "polite", "aria-label": t("Best players") });
await showPage(t("Best players"), async () => {
  const { games } = await fetchHouse();
  const asked = new URLSearchParams(location.search);
  const choice = createPoolChoice(games, (game, speed) => void show(game, speed), asked.get("game"), asked.get("speed"));
  const explanation = t("Players with a settled rating who have played a rated match in the last three months.");
  showContent(t("Best players"), html("h1", {}, t("Best players")), html("p", { class: "lead" }, explanation), html("form", { class: "row" }, ...choice), list);
});

/**
 * @param {string} game
 * @param {string} speed
 */
async function show(game, speed) {
  history.replaceState(null, "", `?${new URLSearchParams({ game, speed })}`);
  await fillPlace(list, async () => {
    /** @type {Leader[]} */
    const leaders = await callHouse(`/api/leaderboards/${encodeURIComponent(game)}/${speed}`);
    return leaders.length > 0 ? html("ol", {}, ...leaders.map(createRow)) : html("p", { class: "hint" }, t("Nobody has a settled rating here yet."));
  });
}

/** @param {Leader} leader */
function createRow({ name, rating, number }) {
  return html(
    "li",
    { "aria-current": name === residentName() && "true" },
    html("div", {}, html("a", { href: residentUrl(name) }, name), html("span", {}, plural("{count} rated match", "{count} rated matches", number))),
    html("span", { class: "rating" }, String(rating)),
  );
}
