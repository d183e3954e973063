/** The tree of moves of an analysis: plain data, which the house reads and writes as a record, and links carry. */

/** @import {AnalysisTree, Move} from "#api" */

/**
 * @typedef {Required<AnalysisTree>} PlainTree
 * @typedef {{after: number, text: string, comment: string, actor: string | null, following: number[]}} Node
 *   actor: the letter of its seat, once it is known; following: the moves after it, the main one first
 */

const LONGEST = 2_000_000; // characters of a tree in a link
export const START = 0;

export class MoveTree {
  /** The moves by their numbers, also those that were removed; the start is number 0. @type {Node[]} */ #nodes = [];

  /** @param {PlainTree} plain */
  constructor({ game, options, position, comment, moves }) {
    this.game = game;
    this.options = options;
    this.position = position;
    this.#nodes.push({ after: START, text: "", comment, actor: null, following: [] });
    for (const [after, text, words] of moves) this.#append(after, text, words);
  }

  /** The number of the move that was added last. */
  get size() {
    return this.#nodes.length - 1;
  }

  /** @param {number} number */
  at(number) {
    return /** @type {Node} */ (this.#nodes[number]);
  }

  /**
   * @param {number} after
   * @param {string} text
   * @param {string} comment
   */
  #append(after, text, comment) {
    const number = this.#nodes.length;
    if (!(after < number)) throw new RangeError("a move must stand after the one that it follows");
    this.at(after).following.push(number);
    this.#nodes.push({ after, text, comment, actor: null, following: [] });
    return number;
  }

  /**
   * Return the number of a move after another one; it is added unless it is there already.
   * @param {number} after
   * @param {string} text
   */
  add(after, text) {
    return this.at(after).following.find((number) => this.at(number).text === text) ?? this.#append(after, text, "");
  }

  /**
   * Return the numbers of the moves from the start to this one.
   * @param {number} number
   */
  path(number) {
    const path = [];
    for (let one = number; one !== START; one = this.at(one).after) path.unshift(one);
    return path;
  }

  /**
   * Return the texts of the moves from the start to this one.
   * @param {number} number
   */
  texts(number) {
    return this.path(number).map((one) => this.at(one).text);
  }

  /**
   * Return the last move of the line on which this move is, if everybody plays the main moves after it.
   * @param {number} number
   */
  end(number) {
    let last = number;
    for (let next = this.at(last).following[0]; next !== undefined; next = this.at(last).following[0]) last = next;
    return last;
  }

  /**
   * Return the move before or after this one among those that follow the same one, or this one itself.
   * @param {number} number
   * @param {number} step -1 or 1
   */
  sibling(number, step) {
    const all = number === START ? [START] : this.at(this.at(number).after).following;
    return all[all.indexOf(number) + step] ?? number;
  }

  /**
   * Note who played the moves up to this one.
   * @param {number} number
   * @param {Move[]} moves
   */
  learnActors(number, moves) {
    for (const [index, one] of this.path(number).entries()) this.at(one).actor = moves[index]?.[0] ?? null;
  }

  /**
   * Make a move, and all that lead to it, the main ones.
   * @param {number} number
   */
  promote(number) {
    for (const one of this.path(number)) {
      const { following } = this.at(this.at(one).after);
      following.splice(following.indexOf(one), 1);
      following.unshift(one);
    }
  }

  /**
   * Remove a move with all that follow it; return the number of the move before it.
   * @param {number} number
   */
  remove(number) {
    const { after } = this.at(number);
    const { following } = this.at(after);
    following.splice(following.indexOf(number), 1);
    return after;
  }

  /** Return the numbers of all moves that are in the tree, each after the one that it follows. */
  #order() {
    const order = [START];
    for (const number of order) order.push(...this.at(number).following);
    return order;
  }

  /** @returns {PlainTree} */
  plain() {
    const order = this.#order();
    const places = new Map(order.map((number, index) => [number, index]));
    const moves = order.slice(1).map((number) => {
      const { after, text, comment } = this.at(number);
      return /** @type {PlainTree["moves"][number]} */ ([places.get(after) ?? START, text, comment]);
    });
    const { game, options, position } = this;
    return { game, options, position, comment: this.at(START).comment, moves };
  }

  /**
   * Return the place of a move in the list of `plain`, from 1.
   * @param {number} number
   */
  place(number) {
    return this.#order().indexOf(number);
  }
}

/**
 * Pack an analysis for the part of a link after "#", which is sent to nobody.
 * @param {PlainTree & {at: number}} analysis
 */
export async function pack(analysis) {
  const bytes = await pass(new Blob([JSON.stringify(analysis)]), new CompressionStream("deflate-raw"));
  const signs = Array.from(new Uint8Array(await bytes.arrayBuffer()), (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Unpack the analysis of a link.
 * @param {string} packed
 * @returns {Promise<PlainTree & {at: number}>}
 * @throws {Error} when the link is damaged
 */
export async function unpack(packed) {
  const signs = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  const text = await (await pass(new Blob([bytes]), new DecompressionStream("deflate-raw"))).text();
  const { game, options, position, comment, moves, at } = JSON.parse(text);
  const areMoves = Array.isArray(moves) && moves.every((one) => Array.isArray(one) && one.length === 3);
  if (typeof game !== "string" || typeof comment !== "string" || !areMoves) throw new TypeError("this is no analysis");
  return { game, options: options ?? {}, position: position ?? null, comment, moves, at: Number(at) || START };
}

/**
 * Pass bytes through a stream; what comes out is limited, because links come from anybody.
 * @param {Blob} bytes
 * @param {ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} stream
 */
async function pass(bytes, stream) {
  const reader = bytes.stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > LONGEST) throw new RangeError("the analysis is too long");
    parts.push(part.value);
  }
  return new Blob(parts);
}

/**
 * Open an analysis: on this page if it shows the game, else on a new one.
 * @param {PlainTree & {at: number}} analysis
 * @param {string} [side] the letter of the seat from whose side the board is shown
 */
export async function openAnalysis(analysis, side = "") {
  const query = side && `?${new URLSearchParams({ side })}`;
  location.assign(`/analysis/${encodeURIComponent(analysis.game)}${query}#${await pack(analysis)}`);
}
