/** A small board that shows a match as it is played. */

import { Drawing } from "../board/drawing.js";
import { Looks } from "../board/looks.js";
import { matchUrl } from "../common/api.js";
import { html } from "../common/elements.js";
import { describePlayer } from "../common/player-words.js";
import { say, t } from "../common/texts.js";
import { describeTimeControl } from "../common/time-controls.js";
import { Connection } from "../match/connection/connection.js";

/** @import {Game, OpenTable, View} from "../common/types.js" */

const IGNORE = () => undefined;
/** The looks by game. @type {Map<string, Promise<Looks>>} */
const looksByGame = new Map();

export class LiveBoard {
  /** @type {Connection | null} */ #connection = null;
  #status = html("p", { class: "status" });
  #stage = html("div", { class: "stage", inert: true });
  /** @type {Drawing | null} */ #drawing = null;
  isOver = false;
  element;

  /**
   * @param {OpenTable} table
   * @param {Game | undefined} game
   */
  constructor(table, game) {
    const title = game ? say(game.title) : table.game;
    const players = table.seats.map((seat) => `${say(seat.title)}: ${describePlayer(seat)}`);
    const facts = [title, ...(table.clock ? [describeTimeControl(table.clock)] : []), ...(table.rated ? [t("Rated")] : [])];
    this.element = html(
      "li",
      { "data-match": table.id },
      html("a", { href: matchUrl(table.id) }, html("strong", {}, facts.join(" · ")), ...players.map((player) => html("span", {}, player))),
      this.#stage,
      this.#status,
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
    this.#stage.append(this.#drawing.element);
    this.#connection = new Connection(id, {
      onView: (view) => this.#show(view),
      onRefusal: IGNORE,
      onRematch: IGNORE,
      onHint: IGNORE,
      onChat: IGNORE,
      onState: (isOpen) => this.element.classList.toggle("away", !isOpen),
      onMissing: () => this.close(),
    });
  }

  /** @param {View} view */
  #show({ scene, result }) {
    const drawing = /** @type {Drawing} */ (this.#drawing);
    const { places, lines = [], bounds, columns = [], rows = [] } = scene;
    const layout = places && bounds ? { places, lines, bounds, columns, rows } : drawing.layout;
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
