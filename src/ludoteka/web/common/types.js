/**
 * The types that the browser makes of those of the protocol, which are in "#api" (`make types`). This module contains no code.
 *
 * @typedef {import("#api").Place & {note?: string}} Place note: the reader's note on it
 * @typedef {Pick<import("#api").Scene, "lines" | "ornaments" | "courses" | "dice_at" | "bounds" | "columns" | "rows"> & {places: Place[]}} Layout
 * @typedef {Omit<import("#api").Scene, keyof Layout | "legend"> & Partial<Layout & Pick<import("#api").Scene, "legend">>} Scene the layout is present only where it may have changed
 * @typedef {Omit<import("#api").View, "scene"> & {scene: Scene, whole: boolean}} View whole: it does not continue an earlier view
 * @typedef {import("#api").NamedPerson["standing"]} Standing of a person: without an account, with one, with one for a program, or with one that was deleted
 * @typedef {Record<string, number | import("#api").Message>} Values of the {names} in a message
 */

export {};
