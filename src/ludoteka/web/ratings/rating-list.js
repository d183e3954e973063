/** The ratings of a user. */

import { fetchHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { createRating, describePool, explainProvisional } from "./words.js";
import { plural, say, t } from "../common/texts.js";

/** @import {Account} from "../account/account-api.js" */

/**
 * Create the table of a user's ratings.
 * @param {Account} account
 */
export async function createRatings({ ratings }) {
  const { games } = await fetchHouse();
  const rows = ratings.map((one) => {
    const game = games.find((known) => known.name === one.game);
    return html(
      "li",
      {},
      html(
        "div",
        {},
        html("strong", {}, game ? say(game.title) : one.game),
        html("span", {}, `${describePool(one.speed)} · ${plural("{count} rated match", "{count} rated matches", one.number)}`),
      ),
      createRating(one),
    );
  });
  const none = t("You have played no rated match yet. Choose “Rated” when you set up a match.");
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "ratings" },
    html("h2", { id: "ratings" }, t("Your ratings")),
    rows.length > 0 ? html("ul", {}, ...rows) : html("p", { class: "hint" }, none),
    explainProvisional(ratings),
  );
}
