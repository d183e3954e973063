/** A list that keeps the rows whose entries have not changed. */

/** @template {{id: string | number}} Entry */
export class RowList {
  /** The rows by entry id. @type {Map<string | number, {text: string, row: HTMLElement}>} */ #rows = new Map();

  /**
   * @param {HTMLElement} element the list
   * @param {(entry: Entry) => HTMLElement} draw
   */
  constructor(element, draw) {
    this.element = element;
    this.draw = draw;
  }

  /**
   * Show a row for each entry, in their order. Unchanged rows are not touched, so that the focus stays.
   * @param {Entry[]} entries
   */
  show(entries) {
    const { element } = this;
    const previous = this.#rows;
    this.#rows = new Map(
      entries.map((entry) => {
        const text = JSON.stringify(entry);
        const before = previous.get(entry.id);
        return [entry.id, before?.text === text ? before : { text, row: this.draw(entry) }];
      }),
    );
    for (const [id, { row }] of previous) if (this.#rows.get(id)?.row !== row) row.remove();
    [...this.#rows.values()].forEach(({ row }, index) => {
      if (element.children[index] !== row) element.insertBefore(row, element.children[index] ?? null);
    });
  }
}
