/** A list that keeps the rows whose entries have not changed. */

import { html } from "../common/elements.js";

export class RowList {
  element = html("ul");
  /** The rows by entry id. @type {Map<string, {text: string, row: HTMLElement}>} */ #rows = new Map();

  /**
   * Show a row for each entry, in their order. Unchanged rows are not touched, so that the focus stays.
   * @template {{id: string}} Entry
   * @param {Entry[]} entries
   * @param {(entry: Entry) => HTMLElement} draw
   */
  show(entries, draw) {
    const previous = this.#rows;
    this.#rows = new Map(
      entries.map((entry) => {
        const text = JSON.stringify(entry);
        const before = previous.get(entry.id);
        return [entry.id, before?.text === text ? before : { text, row: draw(entry) }];
      }),
    );
    this.#arrange([...this.#rows.values()].map((one) => one.row));
  }

  /** @param {HTMLElement[]} rows */
  #arrange(rows) {
    const { element } = this;
    for (const child of [...element.children]) if (!rows.some((row) => row === child)) child.remove();
    rows.forEach((row, index) => {
      if (element.children[index] !== row) element.insertBefore(row, element.children[index] ?? null);
    });
  }
}
