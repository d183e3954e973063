/** Buttons for a map in sheets: write a note on a place, and reset the layout. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {Board} from "./board.js" */

const LONGEST = 16; // characters of a note

export class MapNotes {
  element = html("div", { class: "notes", role: "group", "aria-label": t("Map") });
  #noteButton = createButton(t("Note on a place"), () => this.#setNoting(!this.board.isNoting));
  #resetButton = createButton(t("Reset the layout"), () => this.#layOut());

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

  #layOut() {
    this.board.sheets.reset();
    this.board.rearrange();
    this.show();
  }

  /**
   * Ask for the note on a place.
   * @param {string} name
   */
  ask(name) {
    this.#setNoting(false);
    const place = this.board.drawing.places.find((one) => one.name === name);
    const field = html("input", { id: "note", maxlength: LONGEST, value: place?.note ?? "", autocomplete: "off" });
    const form = html(
      "form",
      { method: "dialog", class: "row" },
      field,
      html("button", { class: "button primary", value: "yes" }, t("Save the note")),
      html("button", { class: "button", value: "", type: "button", click: () => dialog.close() }, t("Cancel")),
    );
    const label = html("label", { for: "note" }, t("Note on this place"));
    const dialog = html("dialog", { class: "ask" }, html("h2", {}, label), form);
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes") this.board.sheets.note(name, field.value.trim());
      dialog.remove();
      this.board.rearrange();
      this.board.keys.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  }
}
