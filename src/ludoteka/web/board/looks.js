/** The looks of a game: its symbols by kind, or the plain shapes of the seats. */

import { loadStyle, svg } from "../common/elements.js";
import { applyTheme } from "./themes.js";

/** @import {Piece} from "#api" */

const OK = 200; // 204: the game has no such file

const SHAPES = [
  () => svg("circle", { class: "body", r: 0.36 }),
  () => svg("rect", { class: "body", x: -0.32, y: -0.32, width: 0.64, height: 0.64, rx: 0.08 }),
  () => svg("path", { class: "body", d: "M0-.42 .42 .32H-.42Z" }),
  () => svg("path", { class: "body", d: "M0-.44 .44 0 0 .44-.44 0Z" }),
];

export class Looks {
  /** @type {Map<string, SVGSymbolElement>} */ #symbols = new Map();
  /** What symbols share, such as gradients. @type {SVGDefsElement | null} */ #shared = null;

  /**
   * Fetch the looks of a game. Missing files are ignored.
   * @param {string} game
   * @returns {Promise<Looks>}
   */
  static async load(game) {
    const looks = new Looks();
    applyTheme();
    const folder = `/games/${encodeURIComponent(game)}`;
    await Promise.all([looks.#loadSymbols(`${folder}/looks.svg`), loadStyle(`${folder}/looks.css`)]);
    return looks;
  }

  /** @param {string} address */
  async #loadSymbols(address) {
    try {
      const answer = await fetch(address);
      if (answer.status !== OK) return;
      const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
      for (const symbol of drawing.querySelectorAll("symbol")) this.#symbols.set(symbol.id, symbol);
      this.#shared = drawing.querySelector("defs");
    } catch (error) {
      console.warn("no looks:", error);
    }
  }

  /**
   * Draw a piece in the unit square around the origin.
   * @param {Pick<Piece, "kind" | "seat" | "symbol">} piece
   * @returns {SVGGElement}
   */
  drawPiece({ kind, seat, symbol }) {
    const group = svg("g", { class: `piece ${kind} seat${seat}` });
    const own = this.#cloneSymbol(kind);
    const shape = /** @type {() => SVGElement} */ (SHAPES[Math.max(seat, 0) % SHAPES.length]); // differs by more than colour
    if (own) group.append(...own);
    else group.append(shape(), svg("text", { class: "symbol", y: 0.13 }));
    for (const text of group.querySelectorAll("text.symbol")) text.textContent = symbol;
    return group;
  }

  /**
   * Draw what a symbol shows; without the symbol, nothing.
   * @param {string} id
   * @returns {Node[]}
   */
  draw(id) {
    return this.#cloneSymbol(id) ?? [];
  }

  /** Return what symbols share, for a board that draws them. */
  copyShared() {
    return this.#shared ? [document.importNode(this.#shared, true)] : [];
  }

  /** @param {string} id */
  #cloneSymbol(id) {
    const symbol = this.#symbols.get(id);
    return symbol && Array.from(symbol.children, (child) => document.importNode(child, true));
  }
}
