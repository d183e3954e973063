/** The users whom the reader follows, those who are playing first. */

import { matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { residentUrl } from "./links.js";

/** @import {Game} from "../common/types.js" */
/** @import {Followed} from "./profiles-api.js" */

/**
 * Create the list.
 * @param {Followed[]} people
 * @param {Game[]} games
 */
export function createFollowedList(people, games) {
  const rows = people.map(({ name, match, game }) => {
    const title = games.find((one) => one.name === game)?.title ?? game ?? "";
    const watch = match && html("a", { class: "button", href: matchUrl(match) }, t("Watch: {game}", { game: title }));
    return html("li", {}, html("a", { href: residentUrl(name) }, name), watch);
  });
  const none = html("p", { class: "hint" }, t("You aren't following anybody yet. There's a button for that on a user's page."));
  return html("section", { class: "sheet", "aria-labelledby": "followed" }, html("h2", { id: "followed" }, t("You follow")), rows.length > 0 ? html("ul", {}, ...rows) : none);
}
