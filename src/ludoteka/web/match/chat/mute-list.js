/** The guests whom the reader has muted; this browser remembers them. */

import { callHouse } from "../../common/api.js";
import { html } from "../../common/elements.js";
import { residentName } from "../../common/page.js";
import { describePlayer } from "../../common/player-words.js";
import { t } from "../../common/texts.js";

/** @import {ChatEntry} from "../../common/types.js" */

const KEY = "muted"; // in localStorage: guest numbers
const MOST = 500; // guests that are remembered

export class MuteList {
  element = html("div", { class: "muting" });
  /** Guest numbers of those whom the reader has blocked. @type {number[]} */ #blocked = [];
  /** The switches of people who have written here, by guest number. @type {Map<number, HTMLButtonElement>} */ #switches = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.guests = loadRemembered();
    void this.#addBlocked();
  }

  /** Also mute the people whom the user has blocked. */
  async #addBlocked() {
    if (!residentName()) return;
    const blocked = await callHouse("/api/account/blocked").catch(() => []); // without an answer, nobody is muted
    this.#blocked = blocked.map((/** @type {{guest: number}} */ one) => one.guest);
    if (blocked.length > 0) this.changed();
  }

  /**
   * Tell whether the author of an entry is muted.
   * @param {ChatEntry} said
   */
  isMuted({ guest }) {
    return this.guests.includes(guest) || this.#blocked.includes(guest);
  }

  /**
   * Add a switch that mutes the author of an entry.
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
    return []; // written by something else
  }
}
