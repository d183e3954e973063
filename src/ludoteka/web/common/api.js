/** Asking the house over HTTP. */

import { loadTexts, say, t } from "./texts.js";

/** @import {House, MatchEntry, OpenTables, Refusal, Scene} from "./types.js" */

/** Why a call was not done, as a sentence in the reader's language. */
export class HouseError extends Error {}

/**
 * Call the house.
 * @param {string} path
 * @param {unknown} [body] what to post; without it the call only asks
 * @returns {Promise<any>}
 * @throws {CallFailed} when the house refuses or does not answer
 */
async function callHouse(path, body) {
  const isText = typeof body === "string";
  const headers = { "content-type": isText ? "text/plain" : "application/json" };
  const request = body === undefined ? {} : { method: "POST", body: isText ? body : JSON.stringify(body), headers };
  let answer, content;
  try {
    answer = await fetch(path, request);
    content = await (answer.headers.get("content-type")?.startsWith("text/plain") ? answer.text() : answer.json());
  } catch {
    throw new HouseError(t("The house does not answer. Perhaps it is closed, or the way to it is cut."));
  }
  if (!answer.ok) {
    await loadTexts(); // a game's own reason may be among those that the start page does without
    throw new HouseError(say(/** @type {Refusal} */ (content).message));
  }
  return content;
}

/** What the house offers. @returns {Promise<House>} */
export const fetchHouse = () => callHouse("/api/house");

/** The matches in which this browser has a seat. @returns {Promise<MatchEntry[]>} */
export const fetchMatches = () => callHouse("/api/matches");

/**
 * The public matches: those with free seats, and those to watch.
 * @param {URLSearchParams} wish game, clock (live, days, none), level (0: people alone)
 * @returns {Promise<OpenTables>}
 */
export const fetchLobby = (wish) => callHouse(`/api/lobby?${wish}`);

/** How this browser's guest is called; "" if he has not said. @returns {Promise<string>} */
export const fetchName = async () => (await callHouse("/api/guest")).name;

/**
 * Be called so from now on; the house says how exactly.
 * @param {string} name
 * @returns {Promise<string>}
 */
export const renameGuest = async (name) => (await callHouse("/api/guest", { name })).name;

/**
 * Make a match and go to it.
 * @param {{game: string, options: Record<string, unknown>, seats: Record<string, {kind: string, level?: number}>, clock: string, visibility: string}} wish
 */
export async function createMatch(wish) {
  goTo((await callHouse("/api/matches", wish)).id);
}

/**
 * Make the rematch of a match and go to it.
 * @param {string} match
 */
export async function createRematch(match) {
  goTo((await callHouse(`/api/matches/${encodeURIComponent(match)}/rematch`, {})).id);
}

/**
 * The record of a match.
 * @param {string} match
 * @returns {Promise<string>}
 */
export const fetchRecord = (match) => callHouse(recordUrl(match));

/**
 * What is needed to check the dice of a match.
 * @param {string} match
 * @returns {Promise<import("../dice/verify.js").Disclosure>}
 */
export const fetchDice = (match) => callHouse(`${matchUrl(match)}/dice`);

/**
 * How all dice of the house fell.
 * @returns {Promise<{dice: import("./types.js").ThrowCounts[]}>}
 */
export const fetchThrowCounts = () => callHouse("/api/dice");

/**
 * The position of a finished match after so many moves.
 * @param {string} match
 * @param {number} number
 * @returns {Promise<Scene>}
 */
export const fetchPosition = async (match, number) =>
  (await callHouse(`/api/matches/${encodeURIComponent(match)}/positions/${number}`)).scene;

/**
 * The address of the record of a match.
 * @param {string} match
 */
export const recordUrl = (match) => `${matchUrl(match)}/record`;

/**
 * Make the match that a record tells and go to it.
 * @param {string} record
 */
export async function importRecord(record) {
  goTo((await callHouse("/api/records", record)).id);
}

/** @param {string} match */
function goTo(match) {
  location.assign(matchUrl(match));
}

/**
 * The address of a match's page.
 * @param {string} match
 */
export function matchUrl(match) {
  return `/match/${encodeURIComponent(match)}`;
}
