/** The parts of an element, each drawn from an entry. A part whose entry has not changed is kept as it is. */

/** @template {{id: string | number}} Entry @template {Element} [Part=HTMLElement] */
export class PartList {
  /** The parts by entry id. @type {Map<string | number, {text: string, part: Part}>} */ #parts = new Map();

  /**
   * @param {Element} element that contains nothing else
   * @param {(entry: Entry) => Part} draw
   */
  constructor(element, draw) {
    this.element = element;
    this.draw = draw;
  }

  /**
   * Show a part for each entry, in their order. Unchanged parts are not touched, so that the focus stays.
   * @param {Entry[]} entries
   */
  show(entries) {
    const { element } = this;
    const previous = this.#parts;
    this.#parts = new Map(
      entries.map((entry) => {
        const text = JSON.stringify(entry);
        const before = previous.get(entry.id);
        return [entry.id, before?.text === text ? before : { text, part: this.draw(entry) }];
      }),
    );
    for (const [id, { part }] of previous) if (this.#parts.get(id)?.part !== part) part.remove();
    [...this.#parts.values()].forEach(({ part }, index) => {
      if (element.children[index] !== part) element.insertBefore(part, element.children[index] ?? null);
    });
  }

  /**
   * Return the part of an entry.
   * @param {string | number} id
   */
  get(id) {
    return this.#parts.get(id)?.part;
  }
}
