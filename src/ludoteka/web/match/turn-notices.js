/** Telling that it is one's turn to who looks elsewhere: in the title, by a dot on the icon, by a notification. */

import { button } from "./choices.js";
import { t } from "../common/texts.js";

/** @import {View} from "../common/types.js" */

const KEY = "notices";
const ICON = "/web/common/emblem.svg";
const TURN_ICON = "/web/common/emblem-turn.svg";

export class Notices {
  #title;
  #tell;
  #isAwaited = false;
  #notification = /** @type {Notification | null} */ (null);
  button = button(t("Tell me when it is my turn"), () => this.#switch());

  /**
   * @param {string} title of the game
   * @param {(text: string) => void} tell says something on the page
   */
  constructor(title, tell) {
    this.#title = title;
    this.#tell = tell;
    document.addEventListener("visibilitychange", () => document.hidden || this.#hush());
    addEventListener("pagehide", () => this.#hush());
  }

  /**
   * Show whether the reader is awaited.
   * @param {View} view
   */
  show(view) {
    const isAlone = view.seats.every((seat) => seat.yours); // then it is always his turn
    const isAwaited = (view.yours || view.can.throw || view.curtain !== null) && !isAlone && !view.result;
    const title = `${this.#title} · Ludoteka`;
    document.title = isAwaited ? `● ${t("Your turn")} · ${title}` : title;
    document.querySelector("link[rel=icon]")?.setAttribute("href", isAwaited ? TURN_ICON : ICON);
    if (isAwaited && !this.#isAwaited && document.hidden && isOn()) this.#notify(view.id);
    if (!isAwaited) this.#hush();
    this.#isAwaited = isAwaited;
    const isPlaying = !isAlone && !view.result && view.seats.some((seat) => seat.yours);
    this.button.hidden = !isPlaying || !canNotify();
    this.button.setAttribute("aria-pressed", String(isOn()));
  }

  /** Ask for what is needed, or switch it off again. */
  async #switch() {
    const isAllowed = isOn() || (await Notification.requestPermission()) === "granted";
    localStorage.setItem(KEY, isAllowed && !isOn() ? "on" : "off");
    this.button.setAttribute("aria-pressed", String(isOn()));
    if (!isAllowed) this.#tell(t("Your browser does not let this page notify you. Its settings for this page can change that."));
  }

  /** @param {string} match */
  #notify(match) {
    try {
      this.#notification = new Notification(t("Your turn"), { body: this.#title, tag: match, icon: ICON });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // some telephones have notifications for installed pages only
      return;
    }
    this.#notification.onclick = () => {
      focus();
      this.#hush();
    };
  }

  /** Take the notification back, as it has been seen or is true no more. */
  #hush() {
    this.#notification?.close();
    this.#notification = null;
  }
}

/** Whether this browser could notify at all. */
function canNotify() {
  return "Notification" in window && isSecureContext;
}

/** Whether the reader wished to be told, and it is still allowed. */
function isOn() {
  return canNotify() && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";
}
