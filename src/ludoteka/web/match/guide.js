/** The tips beside the board in the reader's first match of a game; each is shown once. */

import { readText } from "../board/paths.js";
import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { say, t } from "../common/texts.js";

/** @import {GameTip, Move} from "#api" */
/** @import {View} from "../common/types.js" */
/** @import {Progress} from "./first-match.js" */

/** Fetch the tips of a game. @param {string} game @returns {Promise<GameTip[]>} */
export const fetchTips = (game) => callHouse(`/api/games/${encodeURIComponent(game)}/tips`);

export class Guide {
  #length = -1; // how many moves had been played when the last tip was shown

  /**
   * @param {HTMLElement} element where the tips are shown
   * @param {GameTip[]} tips
   * @param {Progress} progress
   * @param {() => void} save
   */
  constructor(element, tips, progress, save) {
    this.element = element;
    this.tips = tips;
    this.progress = progress;
    this.save = save;
  }

  /**
   * Show the next tip that fits the position, at most one a turn.
   * @param {View} view
   * @param {Move[]} moves
   */
  show({ seats, scene, yours, can, result }, moves) {
    if (result) return this.#close();
    if (this.progress.off || !(yours || can.throw) || moves.length === this.#length) return;
    const own = seats.find((seat) => seat.yours)?.letter ?? "";
    const actions = scene.paths.map(readText);
    const heard = moves.flatMap(([, text, says]) => [text ?? "", ...(says ?? []).map(readEnglish)]);
    const found = this.tips.find((tip) => !this.progress.shown.includes(tip.key) && applies(tip, own, actions, heard));
    if (!found) return;
    this.#length = moves.length;
    this.progress.shown.push(found.key);
    this.save();
    const stop = () => {
      this.progress.off = true;
      this.save();
      this.#close();
    };
    const buttons = [createButton(t("Got it"), () => this.#close()), createButton(t("No more tips"), stop, "quiet")];
    this.element.replaceChildren(html("div", { class: "tip" }, html("p", {}, say(found.text)), html("p", { class: "row" }, ...buttons)));
  }

  #close() {
    this.element.replaceChildren();
  }
}

/**
 * Say whether the conditions of a tip hold, as `Tip.applies` in core/tips.py does.
 * @param {GameTip} tip
 * @param {string} own the letter of the reader's seat
 * @param {string[]} actions
 * @param {string[]} heard
 */
function applies({ seat, action, heard: pattern }, own, actions, heard) {
  const isFound = (/** @type {string} */ wanted, /** @type {string[]} */ texts) => !wanted || texts.some((text) => new RegExp(wanted).test(text));
  return (!seat || seat === own) && isFound(action, actions) && isFound(pattern, heard);
}

/**
 * Return the English of a message.
 * @param {import("#api").Message | number} message
 */
const readEnglish = (message) => (Array.isArray(message) ? message[0] : String(message));
