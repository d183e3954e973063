/** The HTTP API of the house. */

import { loadTexts, say, t } from "./texts.js";

/** @import {EngineLines, Question} from "../analysis/engine.js" */
/** @import {PlainTree} from "../analysis/move-tree.js" */
/** @import {Analysed, Attempt, House, MatchEntry, OpenTables, Puzzle, PuzzleList, Refusal, ReviewState, Scene} from "./types.js" */

/** The reason why a call failed, as a sentence in the reader's language. */
export class HouseError extends Error {
  /**
   * @param {string} message
   * @param {string[]} places the places of the board that the reason is about
   */
  constructor(message, places = []) {
    super(message);
    this.places = places;
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
async function callHouse(path, body, signal = null) {
  const isText = typeof body === "string";
  const headers = { "content-type": isText ? "text/plain" : "application/json" };
  const request = body === undefined ? {} : { method: "POST", body: isText ? body : JSON.stringify(body), headers, signal };
  let answer, content;
  try {
    answer = await fetch(path, request);
    content = await (answer.headers.get("content-type")?.startsWith("text/plain") ? answer.text() : answer.json());
  } catch {
    signal?.throwIfAborted();
    throw new HouseError(t("The house doesn't answer. It may be closed, or the connection may be broken."));
  }
  if (!answer.ok) {
    await loadTexts(); // the start page loads only part of the catalogue, without the refusals of games
    const { message, places } = /** @type {Refusal} */ (content);
    throw new HouseError(say(message), places);
  }
  return content;
}

/** Fetch the games and chat phrases of the house. @returns {Promise<House>} */
export const fetchHouse = () => callHouse("/api/house");

/** Fetch the matches in which this browser has a seat. @returns {Promise<MatchEntry[]>} */
export const fetchMatches = () => callHouse("/api/matches");

/**
 * Fetch the public matches: those with free seats and those to watch.
 * @param {URLSearchParams} wish game, clock (live, days, none), level (0: people only)
 * @returns {Promise<OpenTables>}
 */
export const fetchLobby = (wish) => callHouse(`/api/lobby?${wish}`);

/** Fetch the name of this browser's guest; "" if they have not given one. @returns {Promise<string>} */
export const fetchName = async () => (await callHouse("/api/guest")).name;

/**
 * Rename this browser's guest; the house returns the name as it is stored.
 * @param {string} name
 * @returns {Promise<string>}
 */
export const renameGuest = async (name) => (await callHouse("/api/guest", { name })).name;

/**
 * Create a match and open it.
 * @param {{game: string, options: Record<string, unknown>, seats: Record<string, {kind: string, level?: number}>, clock: string, visibility: string}} wish
 */
export async function createMatch(wish) {
  goTo((await callHouse("/api/matches", wish)).id);
}

/**
 * Create the rematch of a match and open it.
 * @param {string} match
 */
export async function createRematch(match) {
  goTo((await callHouse(`/api/matches/${encodeURIComponent(match)}/rematch`, {})).id);
}

/**
 * Fetch the record of a match.
 * @param {string} match
 * @returns {Promise<string>}
 */
export const fetchRecord = (match) => callHouse(recordUrl(match));

/**
 * Fetch what is needed to verify the dice of a match.
 * @param {string} match
 * @returns {Promise<import("../dice/verify.js").Disclosure>}
 */
export const fetchDice = (match) => callHouse(`${matchUrl(match)}/dice`);

/**
 * Fetch the throw counts of the house.
 * @returns {Promise<{dice: import("./types.js").ThrowCounts[]}>}
 */
export const fetchThrowCounts = () => callHouse("/api/dice");

/**
 * Fetch the position of a finished match after this many moves, and after a line of others that were not played.
 * @param {string} match
 * @param {number} number
 * @param {string[]} [line]
 * @returns {Promise<Scene>}
 */
export const fetchPosition = async (match, number, line = []) => {
  const query = line.length > 0 ? `?${new URLSearchParams(line.map((text) => ["line", text]))}` : "";
  return (await callHouse(`/api/matches/${encodeURIComponent(match)}/positions/${number}${query}`)).scene;
};

/**
 * Ask for the review of a finished match.
 * @param {string} match
 * @returns {Promise<ReviewState>}
 */
export const beginReview = (match) => callHouse(`/api/matches/${encodeURIComponent(match)}/review`, {});

/**
 * Fetch how far the review of a match is.
 * @param {string} match
 * @returns {Promise<ReviewState>}
 */
export const fetchReview = (match) => callHouse(`/api/matches/${encodeURIComponent(match)}/review`);

/**
 * Create a match that goes on from a position of a finished one, and open it.
 * @param {string} match
 * @param {{number: number, seat: string, level: number}} wish
 */
export async function createRetry(match, wish) {
  goTo((await callHouse(`/api/matches/${encodeURIComponent(match)}/retry`, wish)).id);
}

/**
 * Return the address of the page with the review of a match.
 * @param {string} match
 */
export const reviewUrl = (match) => `${matchUrl(match)}/review`;

/**
 * Fetch a position of an analysis: the one after its actions, or after one more action, which may be a list of picks.
 * @param {Question & {action?: string | string[]}} question
 * @returns {Promise<Analysed>}
 */
export const fetchAnalysed = (question) => callHouse("/api/analysis/position", question);

/**
 * Fetch the best lines in a position; the engine stops when the signal ends the call.
 * @param {Question & {lines: number, seconds: number}} question
 * @param {AbortSignal} signal
 * @returns {Promise<EngineLines>}
 */
export const fetchLines = (question, signal) => callHouse("/api/analysis/lines", question, signal);

/**
 * Fetch the record of an analysis.
 * @param {PlainTree} tree
 * @returns {Promise<string>}
 */
export const fetchAnalysisRecord = (tree) => callHouse("/api/analysis/record", tree);

/**
 * Fetch the tree of moves of a record.
 * @param {string} record
 * @returns {Promise<PlainTree>}
 */
export const fetchAnalysisTree = (record) => callHouse("/api/analysis/tree", record);

/** Fetch the puzzle of the day and the puzzles of each game. @returns {Promise<PuzzleList>} */
export const fetchPuzzles = () => callHouse("/api/puzzles");

/**
 * Fetch a puzzle, without its solution.
 * @param {string} game
 * @param {number} number
 * @returns {Promise<Puzzle>}
 */
export const fetchPuzzle = (game, number) => callHouse(`/api/puzzles/${encodeURIComponent(game)}/${number}`);

/**
 * Let the house judge all actions of an attempt at a puzzle.
 * @param {Pick<Puzzle, "game" | "number">} puzzle
 * @param {{actions: string[], wish?: "hint" | "solution"}} attempt
 * @returns {Promise<Attempt>}
 */
export const tryPuzzle = ({ game, number }, attempt) => callHouse(`/api/puzzles/${encodeURIComponent(game)}/${number}`, attempt);

/**
 * Return the address of the record of a match.
 * @param {string} match
 */
export const recordUrl = (match) => `${matchUrl(match)}/record`;

/**
 * Create a match from a record and open it.
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
 * Return the address of a match's page.
 * @param {string} match
 */
export function matchUrl(match) {
  return `/match/${encodeURIComponent(match)}`;
}
