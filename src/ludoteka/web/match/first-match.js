/** Decides whether the reader plays a game for the first time, and then loads the guide. */

import { html, loadStyle } from "../common/elements.js";

/** @import {Move} from "#api" */
/** @import {View} from "../common/types.js" */
/** @import {Guide} from "./guide.js" */

/** @typedef {{match: string, shown: string[], off?: boolean}} Progress match: the reader's first one; shown: keys of tips */

export class FirstMatch {
  element = html("div", { class: "guide", role: "status" });
  /** @type {Promise<Guide> | null} */ #guide = null;

  /**
   * Show a tip, if this is the reader's first match in this game and nobody else plays but computers.
   * @param {View} view
   * @param {Move[]} moves
   */
  show(view, moves) {
    const own = view.seats.filter((seat) => seat.yours);
    if (own.length !== 1 || view.seats.some((seat) => !seat.yours && seat.kind !== "computer")) return;
    const key = `tips ${view.game}`;
    /** @type {Progress} */ const progress = JSON.parse(localStorage.getItem(key) ?? "null") ?? { match: view.id, shown: [] };
    if (progress.match !== view.id || progress.off) return;
    this.#guide ??= this.#load(view.game, key, progress);
    void this.#guide.then((guide) => guide.show(view, moves), () => {}); // a match goes on without tips
  }

  /** @param {string} game @param {string} key @param {Progress} progress */
  async #load(game, key, progress) {
    const style = loadStyle(new URL("guide.css", import.meta.url));
    const [{ Guide, fetchTips }] = await Promise.all([import("./guide.js"), style]);
    return new Guide(this.element, await fetchTips(game), progress, () => localStorage.setItem(key, JSON.stringify(progress)));
  }
}
