/** The positions of an analysis, fetched from the house and kept for as long as the page is open. */

import { fetchAnalysed } from "./analysis-api.js";

/** @import {Analysed} from "../common/types.js" */
/** @import {Question} from "./engine.js" */

const MOST_KEPT = 500; // positions

export class Positions {
  /** By the actions that lead to them, as JSON. @type {Map<string, Promise<Analysed>>} */ #kept = new Map();

  /** Forget all positions, because another analysis begins. */
  forget() {
    this.#kept.clear();
  }

  /**
   * Return the position after the actions of a question.
   * @param {Question} question
   */
  fetch(question) {
    const key = JSON.stringify(question.actions);
    const kept = this.#kept.get(key) ?? fetchAnalysed(question);
    this.#kept.set(key, kept);
    kept.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }
}
