/** The HTTP API of the house; what only one page needs is beside that page. */

import { loadTexts, say, t } from "./texts.js";

/** @import {House, Lobby, OwnMatch, RefusalContent} from "#api" */

/** The reason why a call failed, as a sentence in the reader's language. */
export class HouseError extends Error {
  /**
   * @param {string} message
   * @param {string[]} places the places of the board that the reason is about
   * @param {string} code the house's name for the reason; "" if the house said nothing
   */
  constructor(message, places = [], code = "") {
    super(message);
    this.places = places;
    this.code = code;
  }
}

/**
 * Call the house.
 * @param {string} path
 * @param {unknown} [body] what to post; without it the call is a GET
 * @param {AbortSignal | null} [signal] ends the call, which then throws the signal's reason
 * @returns {Promise<any>}
 * @throws {HouseError} when the house refuses or does not answer
 */
export async function callHouse(path, body, signal = null) {
  const isText = typeof body === "string";
  const headers = { "content-type": isText ? "text/plain" : "application/json" };
  const request = body === undefined ? {} : { method: "POST", body: isText ? body : JSON.stringify(body), headers, signal };
  let answer, content;
  try {
    answer = await fetch(path, request);
    content = await (answer.headers.get("content-type")?.startsWith("text/plain") ? answer.text() : answer.json());
  } catch {
    signal?.throwIfAborted();
    throw new HouseError(t("The server doesn't answer. It may be down, or the connection may be broken."));
  }
  if (!answer.ok) {
    await loadTexts(); // the start page loads only part of the catalogue, without the refusals of games
    const { message, places, code } = /** @type {RefusalContent} */ (content);
    throw new HouseError(say(message), places, code);
  }
  return content;
}

/** Fetch the games and chat phrases of the house. @returns {Promise<House>} */
export const fetchHouse = () => callHouse("/api/house");

/** Fetch the matches in which this browser has a seat. @returns {Promise<OwnMatch[]>} */
export const fetchMatches = () => callHouse("/api/matches");

/**
 * Fetch the public matches: those with free seats and those to watch.
 * @param {URLSearchParams} wish game, clock (live, days, none), level (0: people only)
 * @returns {Promise<Lobby>}
 */
export const fetchLobby = (wish) => callHouse(`/api/lobby?${wish}`);

/**
 * Name the place in sessionStorage where this tab keeps the seat that the reader has chosen, until the page of the match is
 * open. The URL must not contain it, or anybody who follows a copied link would sit down unintentionally.
 * @param {string} match
 */
export const chosenSeat = (match) => `sit ${match}`;

/**
 * Open the page of a match.
 * @param {string} match
 * @param {string} [seat] to be taken there
 */
export function goTo(match, seat) {
  if (seat) sessionStorage.setItem(chosenSeat(match), seat);
  location.assign(matchUrl(match));
}

/**
 * Return the address of a match in the HTTP API.
 * @param {string} match
 */
export function matchPath(match) {
  return `/api/matches/${encodeURIComponent(match)}`;
}

/**
 * Return the address of a match's page.
 * @param {string} match
 */
export function matchUrl(match) {
  return `/match/${encodeURIComponent(match)}`;
}
