/**
 * The sheets of a board, such as a map whose parts have unknown positions. Readers can shift sheets against each other
 * and write notes on places; this browser stores both for the match.
 *
 * A shifted sheet is pinned: one of its places has a fixed offset from a place of another sheet. So it stays beside its
 * neighbour while both grow, and is as large as that.
 */

import { openDialog } from "../common/dialogs.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { findBounds } from "./drawing.js";
import { findTable, Spread } from "./spread.js";

/** @import {Board} from "./board.js" */
/** @import {Pin, Position} from "./spread.js" */
/** @import {Layout, Place, View} from "../common/types.js" */

export class Sheets {
  /** @type {Record<string, Pin>} */ #pins = {};
  /** By the name of the place. @type {Record<string, string>} */ #notes = {};

  #main = ""; // the sheet on which the reader is
  #isShared = false; // this browser shows several seats that must not see each other's notes

  /** @param {string} match */
  constructor(match) {
    this.key = `sheets ${match}`;
    this.#load();
  }

  /**
   * Use the sheets of this seat, if several seats share the screen behind a curtain.
   * @param {View} view
   */
  bindTo({ id, curtain, seat }) {
    this.#isShared ||= curtain !== null;
    const key = this.#isShared ? `sheets ${id} ${seat ?? ""}` : `sheets ${id}`;
    if (key === this.key) return;
    this.key = key;
    this.#load();
  }

  #load() {
    const kept = localStorage.getItem(this.key);
    [this.#pins, this.#notes] = kept ? JSON.parse(kept) : [{}, {}];
  }

  /** Whether any sheet was shifted. */
  get areShifted() {
    return Object.keys(this.#pins).length > 0;
  }

  /**
   * Return the board as the reader has arranged it. Where the reader is somewhere, that sheet fills the table.
   * @param {Layout} layout
   * @param {string} focus the name of the place where the reader is, or ""
   * @returns {Layout}
   */
  arrange(layout, focus) {
    this.#main = layout.places.find((place) => place.name === focus)?.sheet ?? "";
    if (!this.#main && !this.areShifted && Object.keys(this.#notes).length === 0) return layout;
    const spread = new Spread(layout.places, this.#pins, this.#main);
    const table = this.#main ? findTable(layout.places, spread, focus) : null;
    /** @type {Position} */ const none = { scale: 1, x: 0, y: 0 };
    const arranged = layout.places.map((place) => {
      const { scale, x, y } = spread.positions.get(place.sheet) ?? none;
      const note = this.#notes[place.name];
      return { ...place, x: place.x * scale + x, y: place.y * scale + y, ...(scale === 1 ? {} : { scale }), ...(note ? { note } : {}) };
    });
    return {
      ...layout,
      bounds: table ?? (this.areShifted ? findBounds(arranged) : layout.bounds),
      places: arranged,
      lines: layout.lines.map((line) => {
        const { scale, x, y } = spread.positions.get(line.sheet) ?? none;
        return { ...line, points: line.points.map((point) => [point[0] * scale + x, point[1] * scale + y]), ...(scale === 1 ? {} : { scale }) };
      }),
      ...(table ? { around: focus } : {}),
    };
  }

  /**
   * Tell whether a sheet can be shifted: every one but that on which the reader is.
   * @param {string} sheet
   */
  canShift(sheet) {
    return sheet !== "" && sheet !== this.#main;
  }

  /**
   * Shift the sheet of a place and all sheets pinned to it; it snaps to the grid of the sheet where it is put.
   * @param {Place[]} places
   * @param {string} name
   * @param {[number, number]} by
   */
  shift(places, name, [x, y]) {
    const where = new Map(places.map((place) => [place.name, place]));
    const place = where.get(name);
    if (!place || !this.canShift(place.sheet)) return;
    delete this.#pins[this.#main]; // others are pinned to the sheet on which the reader is
    const [toX, toY] = [place.x + x, place.y + y];
    const others = places.filter((other) => !this.#follows(other.sheet, place.sheet, where));
    const distance = (/** @type {Place} */ other) => Math.hypot(other.x - toX, other.y - toY);
    const [to] = others.sort((one, other) => distance(one) - distance(other));
    if (!to) return;
    const { scale = 1 } = to;
    this.#pins[place.sheet] = { place: name, to: to.name, x: Math.round((toX - to.x) / scale), y: Math.round((toY - to.y) / scale) };
    this.#save();
  }

  /**
   * Tell whether a sheet moves with another one.
   * @param {string} sheet
   * @param {string} other
   * @param {Map<string, Place>} where
   * @returns {boolean}
   */
  #follows(sheet, other, where) {
    if (sheet === other) return true;
    const to = where.get(this.#pins[sheet]?.to ?? "");
    return to !== undefined && this.#follows(to.sheet, other, where);
  }

  /** Put every sheet back where the scene has it. */
  reset() {
    this.#pins = {};
    this.#save();
  }

  /**
   * Write a note on a place; an empty text removes it.
   * @param {string} name
   * @param {string} text
   */
  note(name, text) {
    if (text) this.#notes[name] = text;
    else delete this.#notes[name];
    this.#save();
  }

  #save() {
    localStorage.setItem(this.key, JSON.stringify([this.#pins, this.#notes]));
  }
}

const LONGEST = 16; // characters of a note

/** Buttons for a map in sheets: write a note on a place, and reset the layout. */
export class MapNotes {
  element = html("div", { class: "notes", role: "group", "aria-label": t("Map") });
  #noteButton = createButton(t("Note on a place"), () => this.#setNoting(!this.board.isNoting));
  #resetButton = createButton(t("Reset the layout"), () => {
    this.board.sheets.reset();
    this.board.rearrange();
    this.show();
  });

  /**
   * @param {Board} board
   * @param {(text: string) => void} tell
   */
  constructor(board, tell) {
    this.board = board;
    this.tell = tell;
  }

  /** Show the buttons if the board has sheets. */
  show() {
    const hasSheets = this.board.drawing.places.some((place) => place.sheet);
    this.#resetButton.hidden = !this.board.sheets.areShifted;
    this.#noteButton.setAttribute("aria-pressed", String(this.board.isNoting));
    const buttons = hasSheets ? [this.#noteButton, this.#resetButton] : [];
    if (this.element.children.length === buttons.length) return; // a button that is moved loses the key that presses it
    this.element.replaceChildren(...buttons);
  }

  /** @param {boolean} isNoting */
  #setNoting(isNoting) {
    this.board.isNoting = isNoting;
    this.show();
    this.tell(isNoting ? t("Now pick the place.") : "");
  }

  /**
   * Ask for the note on a place.
   * @param {string} name
   */
  ask(name) {
    this.#setNoting(false);
    const place = this.board.drawing.places.find((one) => one.name === name);
    const field = html("input", { id: "note", maxlength: LONGEST, value: place?.note ?? "", autocomplete: "off" });
    const keep = () => {
      if (dialog.returnValue === "yes") this.board.sheets.note(name, field.value.trim());
      this.board.rearrange();
      this.board.keys.focus();
    };
    const save = html("button", { class: "button primary", value: "yes" }, t("Save the note"));
    const dialog = openDialog(
      { class: "ask", close: keep },
      html("h2", {}, html("label", { for: "note" }, t("Note on this place"))),
      html("form", { method: "dialog", class: "row" }, field, save, createButton(t("Cancel"), () => dialog.close())),
    );
  }
}
