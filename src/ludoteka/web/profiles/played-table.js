/** A user's play in reviewed matches: mean loss and, in games with dice, luck and skill. */

import { html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { formatShare } from "../review/words.js";

/** @import {Game} from "../common/types.js" */
/** @import {Played} from "./profiles-api.js" */

/**
 * Create the table, or null if no match was reviewed.
 * @param {Played[]} played
 * @param {Game[]} games
 */
export function createPlayedTable(played, games) {
  if (played.length === 0) return null;
  const head = [t("Game"), t("Matches"), t("Mean loss"), t("Luck"), t("Skill")].map((text) => html("th", { scope: "col" }, text));
  const rows = played.map(({ game: name, reviewed, mean_loss: loss, luck, skill }) => {
    const game = games.find((one) => one.name === name);
    const shares = [luck, skill].map((share) => (share === null ? "–" : formatShare(share, true)));
    const cells = [String(reviewed), formatShare(loss), ...shares].map((text) => html("td", {}, text));
    return html("tr", {}, html("th", { scope: "row" }, game ? say(game.title) : name), ...cells);
  });
  const text = t("What each move gave away on average, and what luck and skill changed in a match on average, both in shares of the chance to win.");
  return html(
    "div",
    { class: "played" },
    html("h3", {}, t("In reviewed matches")),
    html("table", {}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows)),
    html("p", { class: "hint" }, text),
  );
}
