/** The form in which a move is typed. */

import { html } from "../../common/elements.js";
import { t } from "../../common/texts.js";

/** @import {Trie, View} from "../../common/types.js" */

const LONGEST = 200; // characters

export class MoveForm {
  #field = html("input", {
    maxlength: LONGEST,
    id: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  element = html(
    "form",
    { class: "typed", submit: (/** @type {Event} */ event) => this.#submit(event) },
    html("label", { for: "text" }, t("Type a move")),
    this.#field,
    html("button", { class: "button" }, t("Go")),
  );

  /** @param {(text: string) => boolean} onText returns false if the text cannot be sent yet and stays in the field */
  constructor(onText) {
    this.onText = onText;
  }

  /** Empty the field. */
  clear() {
    this.#field.value = "";
  }

  /**
   * Show some legal action as an example; hide the form when the match is over.
   * @param {Pick<View, "scene" | "result">} view
   */
  show({ scene, result }) {
    this.element.hidden = result !== null;
    /** @type {Trie | string | undefined} */ let node = scene.paths;
    while (typeof node === "object") node = Object.values(node)[0];
    this.#field.placeholder = node ?? "";
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (text !== "" && this.onText(text)) this.clear();
  }
}
