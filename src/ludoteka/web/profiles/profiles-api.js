/** The house's HTTP API for users' pages. */

import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { describePlayer } from "../common/words.js";

/** @import {MatchEntry, Occupant, Seat} from "../common/types.js" */

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

/**
 * @typedef {{game: string, speed: string, rating: number, number: number, is_provisional: boolean}} RatingEntry number: of rated matches
 * @typedef {object} Profile
 * @property {string} name
 * @property {string} role
 * @property {number} made_at
 * @property {boolean} is_own the reader's
 * @property {boolean} is_hidden from everybody else
 * @property {boolean} is_bot whether a program plays
 * @property {boolean | null} is_followed by the reader; null if impossible
 * @property {boolean | null} is_blocked by the reader; null if impossible
 * @property {number} followers
 * @property {RatingEntry[]} ratings
 * @typedef {{game: string, side: string, won: number, drawn: number, lost: number}} Score
 * @typedef {MatchEntry & {seat: string}} ResidentsMatch seat: the user's
 * @typedef {{game: string, reviewed: number, mean_loss: number, luck: number | null, skill: number | null}} Played in reviewed matches; shares are in millionths of the chance to win, luck and skill null without dice
 * @typedef {{matches: ResidentsMatch[], next: number | null, scores: Score[], played: Played[]}} ResidentsMatches next: the `before` of the next page
 * @typedef {{at: number, rating: number}} Point
 * @typedef {{name: string, rating: number, number: number}} Leader
 * @typedef {{name: string, match: string | null, game: string | null}} Followed match: a public one that they play
 */

/** Return the address of a user in the HTTP API. @param {string} name */
export const residentPath = (name) => `/api/residents/${encodeURIComponent(name)}`;

/**
 * Fetch matches of a user, newest first, and the score in all such matches.
 * @param {string} name
 * @param {Record<string, string>} wanted game, side, opponent, before
 * @returns {Promise<ResidentsMatches>}
 */
export function fetchResidentsMatches(name, wanted) {
  const given = Object.entries(wanted).filter(([, value]) => value);
  return callHouse(`${residentPath(name)}/matches?${new URLSearchParams(given)}`);
}
