/** A board on which a public match is played; it is loaded only when the reader scrolls to it. */

import { html, loadStyle } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {Game, OpenTable} from "#api" */
/** @import {LiveBoard} from "../profiles/live-board.js" */

export class Featured {
  #list = html("ul", { class: "live" });
  element = html(
    "section",
    { class: "featured", hidden: true },
    html("header", {}, html("h2", {}, t("Being played now")), html("a", { class: "button", href: "/watch" }, t("Watch"))),
    this.#list,
  );
  /** @type {OpenTable[]} */ #tables = [];
  /** @type {LiveBoard | null} */ #board = null;
  #isSeen = false;

  /** @param {Game[]} games */
  constructor(games) {
    this.games = games;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      this.#isSeen = true;
      void this.#fill();
    });
    observer.observe(this.#list);
  }

  /**
   * Show one of these matches, unless one that goes on is shown already.
   * @param {OpenTable[]} tables
   */
  show(tables) {
    this.#tables = tables.filter(({ seats }) => !seats.some((seat) => seat.yours)); // a seat at the table is no seat in the audience
    if (this.#tables.length > 0) this.element.hidden = false;
    void this.#fill();
  }

  /** Say whether a match is shown that is not over. */
  #goesOn() {
    return this.#board?.isOver === false;
  }

  async #fill() {
    if (!this.#isSeen || this.#goesOn() || this.#tables.length === 0) return;
    const styles = ["../board/board.css", "live.css"].map((path) => loadStyle(new URL(path, import.meta.url)));
    const [{ LiveBoard, rankByInterest }] = await Promise.all([import("../profiles/live-board.js"), ...styles]);
    const [best] = [...this.#tables].sort((one, other) => rankByInterest(other) - rankByInterest(one));
    if (!best || this.#goesOn()) return; // chosen meanwhile
    this.#board?.close();
    this.#board = new LiveBoard(best, this.games, false);
    this.#list.replaceChildren(this.#board.element);
  }
}
