/** Links to the pages of users. */

import { html } from "../common/elements.js";
import { describePlayer } from "../common/player-words.js";

/** @import {Occupant, Seat} from "../common/types.js" */

/**
 * Return the address of a user's page.
 * @param {string} name
 */
export const residentUrl = (name) => `/resident/${encodeURIComponent(name)}`;

/**
 * Name a player; the name of another user links to their page.
 * @param {Occupant | Seat} seat
 */
export function linkPlayer(seat) {
  const name = describePlayer(seat);
  return (seat.standing === "resident" || seat.standing === "bot") && !seat.yours ? html("a", { href: residentUrl(seat.name) }, name) : name;
}
