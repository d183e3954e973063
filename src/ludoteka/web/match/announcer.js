/** What the page says of the match: how it stands, what was refused, and for ears alone what has happened. */

import { html } from "../common/elements.js";
import { joinSentences } from "../common/texts.js";

export class Announcer {
  #status = html("p", { class: "status" });
  /** What is asked for now. */ #prompt = html("p", { class: "prompt", hidden: true });
  /** What the last action did, in words; ears hear it with the status. */ #last = html("p", {
    class: "last",
    "aria-hidden": "true",
    hidden: true,
  });
  #note = html("p", { class: "note" });
  #refusal = html("p", { class: "refusal", role: "alert" });
  #spoken = html("p", { class: "unseen", role: "status" });

  /** @param {HTMLElement} ending what stands in the place of the status when the match is over */
  constructor(ending) {
    const lines = [this.#last, this.#status, this.#prompt, this.#note];
    this.element = html("div", { class: "voice" }, ending, ...lines, this.#refusal, this.#spoken);
  }

  /**
   * Put further parts below the status.
   * @param {...{element: HTMLElement}} parts
   */
  append(...parts) {
    this.element.append(...parts.map((part) => part.element));
  }

  /**
   * Say how the match stands, after what has happened.
   * @param {string} status
   * @param {string[]} news
   * @param {{isOver: boolean, isThinking: boolean}} state
   */
  showStatus(status, news, { isOver, isThinking }) {
    this.clear();
    this.#status.textContent = status;
    this.#status.hidden = isOver;
    this.#status.classList.toggle("thinking", isThinking);
    this.#spoken.textContent = joinSentences([...news, status]);
  }

  /**
   * Show what is asked for: nothing where the status says it.
   * @param {string} text
   */
  showPrompt(text) {
    this.#prompt.textContent = text;
    this.#prompt.hidden = text === "";
  }

  /**
   * Show what the last action did, where the game says it.
   * @param {string} text
   */
  showLastAction(text) {
    this.#last.textContent = text;
    this.#last.hidden = text === "";
  }

  /**
   * Say why something was refused, at once.
   * @param {string} text
   */
  showRefusal(text) {
    this.clear();
    this.#refusal.textContent = text;
  }

  /**
   * Say something that is no refusal.
   * @param {string} text
   */
  showNote(text) {
    this.clear();
    this.#note.textContent = text;
    this.#spoken.textContent = text;
  }

  /**
   * Tell the ears what the eyes see anyway.
   * @param {string} text
   */
  announce(text) {
    this.clear();
    this.#spoken.textContent = text;
  }

  /** Take back what was refused or remarked. */
  clear() {
    this.#note.textContent = "";
    this.#refusal.textContent = "";
  }
}
