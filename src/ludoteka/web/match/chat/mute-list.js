/** Whom the reader does not wish to hear; this browser remembers it. */

import { html } from "../../common/elements.js";
import { whoPlays } from "../../common/player-words.js";
import { t } from "../../common/texts.js";

/** @import {ChatEntry} from "../../common/types.js" */

const KEY = "muted"; // in localStorage: the numbers of guests
const MOST = 500; // that are remembered

export class Muted {
  element = html("div", { class: "muting" });
  /** The switches of those who have spoken here, by guest. @type {Map<number, HTMLButtonElement>} */ #switches = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.guests = remembered();
  }

  /**
   * Whether who said this is muted.
   * @param {ChatEntry} said
   */
  has({ guest }) {
    return this.guests.includes(guest);
  }

  /**
   * Offer to mute who said this.
   * @param {ChatEntry} said
   */
  meet({ guest, name, yours }) {
    if (yours) return;
    const known = this.#switches.get(guest) ?? html("button", { type: "button", class: "button quiet", click: () => this.#turn(guest) });
    if (!this.#switches.has(guest)) this.element.append(known);
    this.#switches.set(guest, known);
    known.textContent = t("Mute {name}", { name: whoPlays({ kind: "person", level: 0, name, guest, yours }) });
    known.setAttribute("aria-pressed", String(this.guests.includes(guest)));
  }

  /** @param {number} guest */
  #turn(guest) {
    const isMuted = this.guests.includes(guest);
    this.guests = isMuted ? this.guests.filter((one) => one !== guest) : [...this.guests, guest].slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(this.guests));
    this.#switches.get(guest)?.setAttribute("aria-pressed", String(!isMuted));
    this.changed();
  }
}

/** @returns {number[]} */
function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // somebody else's writing
  }
}
