/**
 * Checking the dice of a match that is over: every face is made again from the seed (docs/dice.md), and what the house
 * tells now is held against what this browser saw while it was played.
 */

import { fromHex, hmac, sha256, toHex } from "./sha256.js";

const BITS = 64n; // of an HMAC that make a number
const COPIES = 10; // of each face in a full bag

/**
 * What the house tells of a match.
 * @typedef {object} Disclosure
 * @property {string} match its id; "" where the seed alone decided
 * @property {string} kind of the dice, "fair" or "bag"
 * @property {number} die how many faces they have, if the digits of a throw's text are what they showed; else 0
 * @property {string} commitment
 * @property {string} seed
 * @property {{seat: string, salt: string, draw: number}[]} salts draw: the number of the first HMAC with it
 * @property {{text: string, due: string, draws: Draw[]}[]} throws due "": it fell elsewhere, and nothing binds it
 * @typedef {[seat: number, faces: number, face: number]} Draw
 *
 * What this browser notes of it.
 * @typedef {object} BrowserNotes
 * @property {string} match its id
 * @property {string} kind of the dice
 * @property {string} commitment
 * @property {number} throws that had fallen when it was seen first
 * @property {Record<string, string>} sent own salts, by the letters of the seats
 * @property {[letter: string, salt: string, throws: number][]} salts all that were seen, and how many throws had fallen then
 *
 * One thing that was checked; number: of the first throw that is wrong, from 1; due: the faces that follow from the seed.
 * @typedef {{about: About, is: "right" | "wrong" | "unknown", number?: number, text?: string, due?: number[], count?: number}} Finding
 * @typedef {"commitment" | "seed" | "salts" | "throws" | "elsewhere" | "moves"} About
 */

/**
 * @param {Disclosure} disclosure
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
 * The seed, the match and the kind of dice are those that were disclosure before the throws; count: of those that this
 * browser did not see fall.
 * @param {Disclosure} disclosure
 * @param {BrowserNotes | null} notes
 * @returns {Finding}
 */
function checkCommitment(disclosure, notes) {
  if (!notes) return { about: "commitment", is: "unknown", count: 0 };
  const isBound = notes.commitment === disclosure.commitment && notes.match === disclosure.match && notes.kind === disclosure.kind;
  if (!isBound) return { about: "commitment", is: "wrong" };
  return { about: "commitment", is: notes.throws === 0 ? "right" : "unknown", count: notes.throws };
}

/** Faces as the seed makes them. */
class SeededDice {
  #count = 0;
  /** @type {Map<string, number[]>} */ #bags = new Map();

  /** @param {Disclosure} disclosure */
  constructor(disclosure) {
    this.disclosure = disclosure;
    this.seed = fromHex(disclosure.seed);
  }

  /** How many HMACs were taken so far. */
  get count() {
    return this.#count;
  }

  /**
   * @param {number} seat
   * @param {number} faces
   */
  throw(seat, faces) {
    if (this.disclosure.kind !== "bag") return this.#below(faces) + 1;
    const key = `${seat} ${faces}`;
    const notes = this.#bags.get(key) ?? [];
    const bag = notes.length > 0 ? notes : Array.from({ length: faces * COPIES }, (_, place) => 1 + Math.floor(place / COPIES));
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
      this.#count++;
      const number = new DataView(digest.buffer).getBigUint64(0);
      if (number < limit) return Number(number % size);
    }
  }

  #message() {
    const { match, salts } = this.disclosure;
    if (match) {
      const mixed = salts.filter(({ draw }) => draw <= this.#count).map(({ seat, salt }) => `${seat}:${salt}`);
      return new TextEncoder().encode(`${match}/${mixed.join(",")}/${this.#count}`);
    }
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(this.#count));
    return bytes;
  }
}

/**
 * Every face follows from the seed, and the text of every throw tells these faces.
 * @param {Disclosure} disclosure
 * @param {number[]} starts is filled with how many HMACs had been taken before each throw
 * @returns {Finding}
 */
function checkThrows(disclosure, starts) {
  const hand = new SeededDice(disclosure);
  for (const [index, { text, due: owed, draws }] of disclosure.throws.entries()) {
    starts.push(hand.count);
    if (owed === "") continue;
    const due = draws.map(([seat, faces]) => hand.throw(seat, faces));
    const isDrawn = draws.length > 0 && draws.every(([, , face], place) => face === due[place]);
    const isOfDice = disclosure.die === 0 || (draws.every(([, faces]) => faces === disclosure.die) && sortedDigits(text) === joinSorted(due));
    if (!isDrawn || !isOfDice || owed !== text) return { about: "throws", is: "wrong", number: index + 1, text, due };
  }
  const count = disclosure.throws.filter(({ due }) => due !== "").length;
  return { about: "throws", is: "right", count };
}

/**
 * All salts are in, in the order and from the throws on that this browser saw; its own among them.
 * @param {Disclosure} disclosure
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
 * Nothing is said to have fallen elsewhere that fell before the eyes of this browser.
 * @param {Disclosure} disclosure
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
 * The throws are those that were played with.
 * @param {Disclosure} disclosure
 * @param {string[]} shown
 * @returns {Finding[]}
 */
function checkMoves(disclosure, shown) {
  if (disclosure.die === 0) return [{ about: "moves", is: "unknown" }];
  const length = Math.max(shown.length, disclosure.throws.length);
  const wrong = Array.from({ length }, (_, index) => index).find((index) => shown[index] !== disclosure.throws[index]?.text);
  return [wrong === undefined ? { about: "moves", is: "right" } : { about: "moves", is: "wrong", number: wrong + 1 }];
}

/** @param {string} text */
function sortedDigits(text) {
  return joinSorted([...text].filter((sign) => /\d/.test(sign)).map(Number));
}

/** @param {number[]} faces */
function joinSorted(faces) {
  return [...faces].sort((one, other) => one - other).join(" ");
}
