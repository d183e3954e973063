/** The addresses of users, and links to their pages. */

import { html } from "../common/elements.js";
import { describePlayer } from "../common/words.js";

/** @import {Occupant, SeatStatus} from "#api" */

/** Return the address of a user's page. @param {string} name */
export const residentUrl = (name) => `/resident/${encodeURIComponent(name)}`;

/**
 * Name a player; the name of another user links to their page.
 * @param {Occupant | SeatStatus} seat
 */
export function linkPlayer(seat) {
  const name = describePlayer(seat);
  return (seat.standing === "resident" || seat.standing === "bot") && !seat.yours ? html("a", { href: residentUrl(seat.name) }, name) : name;
}

/** Return the address of a user in the HTTP API. @param {string} name */
export const residentPath = (name) => `/api/residents/${encodeURIComponent(name)}`;
