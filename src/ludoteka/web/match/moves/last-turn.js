/** What the page remembers of a turn after a throw: all its dice, and the marks of all its moves, until the next throw. */

import { endsWithThrow } from "./news.js";

/** @import {Mark, Move, View} from "../../common/types.js" */

export class LastTurn {
  /** The faces of the throw. @type {number[]} */ thrown = [];
  /** The marks of the last move. @type {Mark[]} */ #marks = [];
  /** The marks of the moves before it. @type {Mark[]} */ #before = [];

  /**
   * Remember what a view adds to the turn.
   * @param {View} view
   * @param {Move[]} added the new moves
   * @param {boolean} isBack a move was taken back
   */
  update({ scene, whole }, added, isBack) {
    if (whole || isBack || endsWithThrow(added)) [this.thrown, this.#before] = [scene.dice, []];
    else if (added.length > 0 && this.thrown.length > 0) this.#before.push(...this.#marks);
    this.#marks = scene.marks;
  }

  /** The marks of the earlier moves of the turn, one for each place that the last move left alone. */
  get trail() {
    const trail = new Map(this.#before.map((mark) => [mark.place, mark]));
    for (const { place } of this.#marks) trail.delete(place);
    return [...trail.values()];
  }
}
