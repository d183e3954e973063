/** The form in which a move is typed. */

import { nameChoice } from "../choices.js";
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
   * Show some legal action as an example, in words if it consists of choices; hide the form when the match is over.
   * @param {Pick<View, "scene" | "result">} view
   */
  show({ scene, result }) {
    this.element.hidden = result !== null;
    /** @type {Trie | string | undefined} */ let node = scene.paths;
    const words = [];
    while (typeof node === "object") {
      /** @type {[string, Trie | string] | undefined} */ const [name, next] = Object.entries(node)[0] ?? ["", ""];
      if (name) words.push(nameChoice(scene, name));
      node = next;
    }
    this.#field.placeholder = words.every(Boolean) ? words.join(" ") : (node ?? "");
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (text !== "" && this.onText(text)) this.clear();
  }
}
