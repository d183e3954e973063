/**
 * The types that the browser makes of those of the protocol, which are in "#api" (`make types`). This module contains no code.
 *
 * @typedef {import("#api").Place & {note?: string, scale?: number}} Place note: the reader's note on it; scale: of its sheet
 * @typedef {import("#api").Line & {scale?: number}} Line
 * @typedef {Pick<import("#api").Scene, "ornaments" | "courses" | "dice_at" | "bounds" | "columns" | "rows"> & {places: Place[], lines: Line[], around?: string}} Layout around: the place that the light of the table falls on
 * @typedef {Omit<import("#api").Scene, keyof Layout | "legend"> & Partial<Layout & Pick<import("#api").Scene, "legend">>} Scene the layout is present only where it may have changed
 * @typedef {Omit<import("#api").View, "scene"> & {scene: Scene, whole: boolean}} View whole: it does not continue an earlier view
 * @typedef {import("#api").NamedPerson["standing"]} Standing of a person: without an account, with one, with one for a program, or with one that was deleted
 * @typedef {Record<string, number | import("#api").Message>} Values of the {names} in a message
 */

export {};
