/**
 * This browser's part in the verifiable dice: it stores the house's commitment before the throws, and sends salts that
 * the house could not foresee.
 */

import { toHex } from "./sha256.js";

/** @import {Move} from "#api" */
/** @import {Connection} from "../match/connection.js" */
/** @import {BrowserNotes} from "./verify.js" */
/** @import {View} from "../common/types.js" */

const BYTES = 16; // of a salt
/** The seats for which this page has sent a salt. @type {Set<string>} */ const asked = new Set();

/**
 * Store the commitment that this view contains, and send a salt for each own seat that has none.
 * @param {View} view
 * @param {Move[]} moves so far
 * @param {Connection} connection
 */
export function exchangeSalts(view, moves, connection) {
  if (!view.dice) return;
  const throws = listThrows(moves).length;
  const known = loadNotes(view.id);
  if (!known && view.result) return; // a commitment saved after the end proves nothing
  const { id: match, options } = view;
  const kind = options["dice"] === "bag" ? "bag" : "fair";
  /** @type {BrowserNotes} */
  const notes = known ?? { match, kind, commitment: view.dice.commitment, throws, sent: {}, salts: [] };
  for (const [letter, salt] of view.dice.salts.slice(notes.salts.length)) notes.salts.push([letter, salt, throws]);
  const salted = view.dice.salts.map(([letter]) => letter);
  for (const { letter, yours } of view.seats) {
    if (!yours || view.result || asked.has(letter) || salted.includes(letter)) continue;
    const salt = notes.sent[letter] ?? toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
    notes.sent[letter] = salt;
    asked.add(letter);
    connection.command("salt", { seat: letter, salt });
  }
  localStorage.setItem(storageKey(view.id), JSON.stringify(notes));
}

/**
 * Return the texts of the throws among moves.
 * @param {Move[]} moves
 */
export function listThrows(moves) {
  return moves.filter(([letter]) => letter === "chance").map(([, text]) => text ?? "");
}

/**
 * Load what this browser stored about the dice of a match.
 * @param {string} match
 * @returns {BrowserNotes | null}
 */
export function loadNotes(match) {
  return JSON.parse(localStorage.getItem(storageKey(match)) ?? "null");
}

/** @param {string} match */
const storageKey = (match) => `dice ${match}`;
