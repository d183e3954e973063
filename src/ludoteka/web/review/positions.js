/** The positions that a review shows on its board: each is fetched once, and what is wanted last is shown. */

import { HouseError } from "../common/api.js";
import { fetchPosition } from "./review-api.js";

/** @import {Mark, Scene} from "../common/types.js" */
/** @import {Board} from "../board/board.js" */

export class Positions {
  /** Scenes by the number of moves, the line after them, and the seat. @type {Map<string, Promise<Scene>>} */ #scenes = new Map();
  #wanted = "";

  /**
   * @param {string} match
   * @param {Board} board
   * @param {(reason: string) => void} onRefusal
   */
  constructor(match, board, onRefusal) {
    this.match = match;
    this.board = board;
    this.onRefusal = onRefusal;
  }

  /**
   * Show the position after this many moves and a line of others.
   * @param {number} number
   * @param {string[]} line
   * @param {(scene: Scene) => Mark[]} findMarks additional marks
   * @param {string} [seat] whose view is shown; none for that of the house
   * @returns {Promise<Scene | null>} null if another position is wanted by now
   */
  async show(number, line, findMarks, seat = "") {
    const key = JSON.stringify([number, line, seat]);
    this.#wanted = key;
    const loading = this.#scenes.get(key) ?? fetchPosition(this.match, number, line, seat);
    this.#scenes.set(key, loading);
    try {
      const scene = await loading;
      if (key !== this.#wanted) return null;
      this.board.hinted = findMarks(scene);
      this.board.show(scene, true);
      return scene;
    } catch (error) {
      this.#scenes.delete(key);
      if (!(error instanceof HouseError)) throw error;
      this.onRefusal(error.message);
      return null;
    }
  }
}
