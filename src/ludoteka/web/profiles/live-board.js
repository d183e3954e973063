/** A small board that shows a match as it is played, to whoever watches. */

import { Drawing, layoutOf } from "../board/drawing.js";
import { Looks } from "../board/looks.js";
import { matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { describePlayer, describeTimeControl, nameGame } from "../common/words.js";
import { Connection } from "../match/connection.js";

/** @import {Game, OpenTable} from "#api" */
/** @import {View} from "../common/types.js" */

/** The looks by game. @type {Map<string, Promise<Looks>>} */
const looksByGame = new Map();

/** A small board that shows a match as it is played. */
export class LiveBoard {
  /** @type {Connection | null} */ #connection = null;
  #status = html("p", { class: "status" });
  #place = html("div", { class: "live-board", inert: true });
  /** @type {Drawing | null} */ #drawing = null;
  isOver = false;
  element;

  /**
   * @param {OpenTable} table
   * @param {Game[]} games
   * @param {boolean} hasStatus whether it says whose turn it is, which needs the whole catalogue
   */
  constructor(table, games, hasStatus) {
    const title = nameGame(games, table.game);
    const players = table.seats.map((seat) => `${say(seat.title)}: ${describePlayer(seat)}`);
    const facts = [title, ...(table.clock ? [describeTimeControl(table.clock)] : []), ...(table.rated ? [t("Rated")] : [])];
    this.element = html(
      "li",
      { class: "sheet", "data-match": table.id },
      html("a", { href: matchUrl(table.id) }, html("strong", {}, facts.join(" · ")), ...players.map((player) => html("span", {}, player))),
      this.#place,
      hasStatus && this.#status,
    );
    this.element.addEventListener("click", ({ target }) => {
      if (target instanceof Element && !target.closest("a")) location.assign(matchUrl(table.id));
    });
    void this.#open(table);
  }

  /** Stop watching and remove the board. */
  close() {
    this.#connection?.close();
    this.element.remove();
  }

  /** @param {OpenTable} table */
  async #open({ id, game }) {
    const loading = looksByGame.get(game) ?? Looks.load(game);
    looksByGame.set(game, loading);
    this.#drawing = new Drawing(await loading);
    this.#place.append(this.#drawing.element);
    this.#connection = new Connection(id, {
      onView: (view) => this.#show(view),
      onState: (isOpen) => this.element.classList.toggle("away", !isOpen),
      onMissing: () => this.close(),
    });
  }

  /** @param {View} view */
  #show({ scene, result }) {
    const drawing = /** @type {Drawing} */ (this.#drawing);
    const layout = layoutOf(scene, drawing.layout);
    if (JSON.stringify(layout) !== JSON.stringify(drawing.layout)) {
      drawing.forget(); // pieces do not glide when the layout itself changes
      drawing.layOut(layout, false);
    }
    drawing.showMarks(scene.marks);
    drawing.showPieces(scene.pieces);
    this.#status.textContent = say(scene.status);
    this.isOver = result !== null;
    if (this.isOver) this.#connection?.close();
  }
}

/**
 * Rank a match by how interesting it is: rated before unrated, people before computers, then with a clock.
 * @param {OpenTable} table
 */
export function rankByInterest({ rated, seats, clock }) {
  const people = seats.filter((seat) => seat.kind === "person");
  const residents = people.filter((seat) => seat.standing === "resident");
  return (rated ? 100 : 0) + 20 * people.length + 5 * residents.length + (clock ? 1 : 0);
}
