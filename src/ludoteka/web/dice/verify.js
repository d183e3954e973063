/**
 * The check of the dice of a finished match: every throw is recomputed from the seed (docs/dice.md), and what the house
 * discloses is compared with what this browser stored during the match.
 */

import { fromHex, hmac, sha256, toHex } from "./sha256.js";

/** @import {Verification} from "#api" */

const BITS = 64n; // of an HMAC that make a number
const COPIES = 10; // of each face in a full bag

/**
 * What this browser stored.
 * @typedef {object} BrowserNotes
 * @property {string} match its id
 * @property {string} kind of the dice
 * @property {string} commitment
 * @property {number} throws made before this browser first saw the match
 * @property {Record<string, string>} sent own salts by seat letter
 * @property {[letter: string, salt: string, throws: number][]} salts all salts seen, and the number of throws before each
 *
 * One finding. number: the first wrong throw, from 1; due: the faces that the seed gives.
 * @typedef {{about: About, is: "right" | "wrong" | "unknown", number?: number, text?: string, due?: number[], count?: number}} Finding
 * @typedef {"commitment" | "seed" | "salts" | "throws" | "elsewhere" | "moves"} About
 */

/**
 * @param {Verification} disclosure
 * @param {BrowserNotes | null} notes
 * @param {string[]} shown the throws in the list of moves
 * @returns {Finding[]}
 */
export function verify(disclosure, notes, shown) {
  const starts = /** @type {number[]} */ ([]);
  const throws = checkThrows(disclosure, starts);
  return [
    { about: "seed", is: toHex(sha256(fromHex(disclosure.seed))) === disclosure.commitment ? "right" : "wrong" },
    checkCommitment(disclosure, notes),
    ...checkSalts(disclosure, notes, starts),
    throws,
    ...checkElsewhere(disclosure, notes),
    ...checkMoves(disclosure, shown),
  ];
}

/**
 * Conclude from the findings, as `ludoteka verify` does with its exit code.
 * @param {Finding[]} findings
 * @returns {"proven" | "unproven" | "wrong"}
 */
export function conclude(findings) {
  if (findings.some((one) => one.is === "wrong")) return "wrong";
  return findings.some((one) => one.is === "unknown") ? "unproven" : "proven";
}

/**
 * Check that the seed, the match and the kind of dice are those of the stored commitment. The finding counts the throws
 * made before it was stored.
 * @param {Verification} disclosure
 * @param {BrowserNotes | null} notes
 * @returns {Finding}
 */
function checkCommitment(disclosure, notes) {
  if (!notes) return { about: "commitment", is: "unknown", count: 0 };
  const isBound = notes.commitment === disclosure.commitment && notes.match === disclosure.match && notes.kind === disclosure.kind;
  if (!isBound) return { about: "commitment", is: "wrong" };
  return { about: "commitment", is: notes.throws === 0 ? "right" : "unknown", count: notes.throws };
}

/** The faces that the seed gives. */
class SeededDice {
  /** The number of HMACs used so far. */ count = 0;
  /** @type {Map<string, number[]>} */ #bags = new Map();

  /** @param {Verification} disclosure */
  constructor(disclosure) {
    this.disclosure = disclosure;
    this.seed = fromHex(disclosure.seed);
  }

  /**
   * @param {number} seat
   * @param {number} faces
   */
  throw(seat, faces) {
    if (this.disclosure.kind !== "bag") return this.#below(faces) + 1;
    const key = `${seat} ${faces}`;
    const left = this.#bags.get(key) ?? [];
    const bag = left.length > 0 ? left : Array.from({ length: faces * COPIES }, (_, place) => 1 + Math.floor(place / COPIES));
    const [face = 0] = bag.splice(this.#below(bag.length), 1);
    this.#bags.set(key, bag);
    return face;
  }

  /** @param {number} bound */
  #below(bound) {
    const size = BigInt(bound);
    const limit = 2n ** BITS - (2n ** BITS % size);
    for (;;) {
      const digest = hmac(this.seed, this.#message());
      this.count++;
      const number = new DataView(digest.buffer).getBigUint64(0);
      if (number < limit) return Number(number % size);
    }
  }

  #message() {
    const { match, salts } = this.disclosure;
    if (match) {
      const mixed = salts.filter(({ draw }) => draw <= this.count).map(({ seat, salt }) => `${seat}:${salt}`);
      return new TextEncoder().encode(`${match}/${mixed.join(",")}/${this.count}`);
    }
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(this.count));
    return bytes;
  }
}

/**
 * Check that every throw follows from the seed and that its text shows these faces.
 * @param {Verification} disclosure
 * @param {number[]} starts is filled with the number of HMACs used before each throw
 * @returns {Finding}
 */
function checkThrows(disclosure, starts) {
  const hand = new SeededDice(disclosure);
  for (const [index, { text, due: owed, draws }] of disclosure.throws.entries()) {
    starts.push(hand.count);
    if (owed === "") continue;
    const due = draws.map(([seat, faces]) => hand.throw(seat, faces));
    const isDrawn = draws.length > 0 && draws.every(([, , face], place) => face === due[place]);
    const isOfDice = disclosure.die === 0 || (draws.every(([, faces]) => faces === disclosure.die) && joinSorted([...text].filter((sign) => /\d/.test(sign)).map(Number)) === joinSorted(due));
    if (!isDrawn || !isOfDice || owed !== text) return { about: "throws", is: "wrong", number: index + 1, text, due };
  }
  const count = disclosure.throws.filter(({ due }) => due !== "").length;
  return { about: "throws", is: count > 0 ? "right" : "unknown", count };
}

/**
 * Check that all salts that this browser saw or sent are used, in order and from the right throws on.
 * @param {Verification} disclosure
 * @param {BrowserNotes | null} notes
 * @param {number[]} starts
 * @returns {Finding[]}
 */
function checkSalts(disclosure, notes, starts) {
  if (!notes) return [];
  const isSame = notes.salts.every(([letter, salt, throws], index) => {
    const one = disclosure.salts[index];
    return one?.seat === letter && one.salt === salt && one.draw <= (starts[throws] ?? Infinity);
  });
  if (!isSame) return [{ about: "salts", is: "wrong" }];
  const own = Object.entries(notes.sent);
  const isIn = own.every(([letter, salt]) => disclosure.salts.some((one) => one.seat === letter && one.salt === salt));
  return own.length === 0 ? [] : [{ about: "salts", is: isIn ? "right" : "unknown" }];
}

/**
 * Check that no throw that this browser saw is said to have been made elsewhere.
 * @param {Verification} disclosure
 * @param {BrowserNotes | null} notes
 * @returns {Finding[]}
 */
function checkElsewhere(disclosure, notes) {
  const count = disclosure.throws.filter(({ due }) => due === "").length;
  if (count === 0) return [];
  const wrong = notes ? disclosure.throws.findIndex(({ due }, index) => due === "" && index >= notes.throws) : -1;
  if (wrong >= 0) return [{ about: "elsewhere", is: "wrong", number: wrong + 1 }];
  return [{ about: "elsewhere", is: "unknown", count }];
}

/**
 * Check that the throws are those in the list of moves.
 * @param {Verification} disclosure
 * @param {string[]} shown
 * @returns {Finding[]}
 */
function checkMoves(disclosure, shown) {
  if (disclosure.die === 0) return [{ about: "moves", is: "unknown" }];
  const length = Math.max(shown.length, disclosure.throws.length);
  const wrong = Array.from({ length }, (_, index) => index).find((index) => shown[index] !== disclosure.throws[index]?.text);
  return [wrong === undefined ? { about: "moves", is: "right" } : { about: "moves", is: "wrong", number: wrong + 1 }];
}

/** @param {number[]} faces */
function joinSorted(faces) {
  return [...faces].sort((one, other) => one - other).join(" ");
}
