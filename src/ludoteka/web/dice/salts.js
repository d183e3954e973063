/**
 * The part of this browser in the dice: it keeps what the house has told of the seed before the throws, and adds to
 * the seed what the house could not know.
 */

import { toHex } from "./sha256.js";

/** @import {Connection} from "../match/connection/connection.js" */
/** @import {Kept} from "./verify.js" */
/** @import {Move, View} from "../common/types.js" */

const BYTES = 16; // of a salt
/** The seats for which this page has sent a salt. @type {Set<string>} */ const asked = new Set();

/**
 * Keep what the house binds itself to in this view, and add a salt for each own seat that has none.
 * @param {View} view
 * @param {Move[]} moves so far
 * @param {Connection} connection
 */
export function salts(view, moves, connection) {
  if (!view.dice) return;
  const throws = thrown(moves).length;
  const known = keptOf(view.id);
  if (!known && view.result) return; // what is noted only now binds nobody
  const kept = known ?? fresh(view, view.dice.commitment, throws);
  for (const [letter, salt] of view.dice.salts.slice(kept.salts.length)) kept.salts.push([letter, salt, throws]);
  const salted = view.dice.salts.map(([letter]) => letter);
  for (const { letter, yours } of view.seats) {
    if (!yours || view.result || asked.has(letter) || salted.includes(letter)) continue;
    const salt = kept.sent[letter] ?? toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
    kept.sent[letter] = salt;
    asked.add(letter);
    connection.command("salt", { seat: letter, salt });
  }
  localStorage.setItem(keyOf(view.id), JSON.stringify(kept));
}

/**
 * @param {View} view
 * @param {string} commitment
 * @param {number} throws
 * @returns {Kept}
 */
function fresh({ id, options }, commitment, throws) {
  return { match: id, kind: options["dice"] === "bag" ? "bag" : "fair", commitment, throws, sent: {}, salts: [] };
}

/**
 * The texts of the throws among moves.
 * @param {Move[]} moves
 */
export function thrown(moves) {
  return moves.filter(([letter]) => letter === "chance").map(([, text]) => text ?? "");
}

/**
 * What this browser kept of the dice of a match.
 * @param {string} match
 * @returns {Kept | null}
 */
export function keptOf(match) {
  return JSON.parse(localStorage.getItem(keyOf(match)) ?? "null");
}

/** @param {string} match */
function keyOf(match) {
  return `dice ${match}`;
}
