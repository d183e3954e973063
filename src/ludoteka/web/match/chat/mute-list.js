/** Whom the reader does not wish to hear; this browser remembers it. */

import { html } from "../../common/elements.js";
import { describePlayer } from "../../common/player-words.js";
import { t } from "../../common/texts.js";

/** @import {ChatEntry} from "../../common/types.js" */

const KEY = "muted"; // in localStorage: the numbers of guests
const MOST = 500; // that are remembered

export class MuteList {
  element = html("div", { class: "muting" });
  /** The switches of those who have spoken here, by guest. @type {Map<number, HTMLButtonElement>} */ #switches = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.guests = loadRemembered();
  }

  /**
   * Whether who said this is muted.
   * @param {ChatEntry} said
   */
  isMuted({ guest }) {
    return this.guests.includes(guest);
  }

  /**
   * Offer to mute who said this.
   * @param {ChatEntry} said
   */
  addSwitch({ guest, name, yours }) {
    if (yours) return;
    const known = this.#switches.get(guest) ?? html("button", { type: "button", class: "button quiet", click: () => this.#toggle(guest) });
    if (!this.#switches.has(guest)) this.element.append(known);
    this.#switches.set(guest, known);
    known.textContent = t("Mute {name}", { name: describePlayer({ kind: "person", level: 0, name, guest, yours }) });
    known.setAttribute("aria-pressed", String(this.guests.includes(guest)));
  }

  /** @param {number} guest */
  #toggle(guest) {
    const wasMuted = this.guests.includes(guest);
    this.guests = wasMuted ? this.guests.filter((one) => one !== guest) : [...this.guests, guest].slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(this.guests));
    this.#switches.get(guest)?.setAttribute("aria-pressed", String(!wasMuted));
    this.changed();
  }
}

/** @returns {number[]} */
function loadRemembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // somebody else's writing
  }
}
