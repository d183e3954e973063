/** The board of a match in a frame on another site: it shows the match as it is played, and takes no picks. */

import { Drawing, layoutOf } from "../board/drawing.js";
import { Looks } from "../board/looks.js";
import { matchUrl } from "../common/api.js";
import { byId, html } from "../common/elements.js";
import { loadTexts, say, t } from "../common/texts.js";
import { Dice } from "../dice/dice.js";
import { Clocks } from "../match/clocks.js";
import { Connection } from "../match/connection.js";
import { Plates } from "../match/plates.js";

/** @import {View} from "../common/types.js" */

class EmbeddedBoard {
  #clocks = new Clocks();
  #status = html("p", { class: "status", role: "status" });
  #drawing;
  #dice;
  #plates;
  element;

  /**
   * @param {string} match
   * @param {string} title of the game
   * @param {Looks} looks
   */
  constructor(match, title, looks) {
    this.#drawing = new Drawing(looks);
    this.#dice = new Dice(this.#drawing.dice);
    this.#plates = new Plates(looks, this.#clocks);
    this.element = html(
      "article",
      {},
      html("div", { class: "stage", role: "img", "aria-label": t("Board") }, html("div", { inert: true }, this.#drawing.element)),
      html("h1", {}, html("a", { href: matchUrl(match) }, title)),
      this.#plates.element,
      this.#status,
      this.#dice.element,
    );
  }

  /** @param {View} view */
  show(view) {
    const { scene, seats, to_act: next } = view;
    const layout = layoutOf(scene, this.#drawing.layout);
    if (JSON.stringify(layout) !== JSON.stringify(this.#drawing.layout)) {
      this.#drawing.forget(); // pieces do not glide when the layout itself changes
      this.#drawing.layOut(layout, false);
    }
    this.#drawing.showMarks(scene.marks);
    this.#drawing.showPieces(scene.pieces);
    this.#dice.show(scene.dice, false, scene.dice, seats.find(({ letter }) => letter === next)?.number);
    this.#clocks.show(view);
    this.#plates.show(view);
    const text = say(scene.status);
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }
}

await loadTexts();
document.head.append(html("base", { target: "_blank" })); // links lead out of the frame
const match = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const title = document.querySelector("h1")?.textContent ?? "";
/** @type {Promise<EmbeddedBoard> | null} */ let board = null;

const connection = new Connection(match, {
  onView(view) {
    board ??= open(view);
    void board.then((one) => one.show(view));
    if (view.result !== null) connection.close(); // nothing follows the end of a match
  },
  onRefusal: ({ message }) => tell(say(message)),
  onState: (isOpen) => document.body.classList.toggle("offline", !isOpen),
  onMissing: () => tell(t("There's no match at this address. Part of the address may be missing.")),
}, `/embed${matchUrl(match)}/socket`);

/** @param {View} view */
async function open(view) {
  const board = new EmbeddedBoard(match, title, await Looks.load(view.game));
  byId("main").replaceChildren(board.element);
  return board;
}

/** @param {string} text */
function tell(text) {
  if (!board) byId("main").replaceChildren(html("p", { class: "status", role: "status" }, text));
}
