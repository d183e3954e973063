/** Notices that it is the reader's turn while they look elsewhere: in the title, on the icon, and as a notification. */

import { createButton } from "../common/elements.js";
import { houseName } from "../common/page.js";
import { isolate, t } from "../common/texts.js";

/** @import {View} from "../common/types.js" */

const KEY = "notices";
const ICON = "/web/common/emblem.svg";
const TURN_ICON = "/web/common/emblem-turn.svg";

export class TurnNotices {
  #isAwaited = false;
  #notification = /** @type {Notification | null} */ (null);
  button = createButton(t("Notify me on my turn"), () => this.#toggle());

  /**
   * @param {string} title of the game
   * @param {(text: string) => void} showNote shows a note on the page
   */
  constructor(title, showNote) {
    this.title = title;
    this.showNote = showNote;
    document.addEventListener("visibilitychange", () => document.hidden || this.#closeNotification());
    addEventListener("pagehide", () => this.#closeNotification());
  }

  /**
   * Show whether it is the reader's turn.
   * @param {View} view
   */
  show(view) {
    const isAlone = view.seats.every((seat) => seat.yours); // then it is always their turn
    const isAwaited = (view.yours || view.can.throw || view.curtain !== null) && !isAlone && !view.result;
    const title = `${this.title} · ${isolate(houseName())}`;
    document.title = isAwaited ? `● ${t("Your turn")} · ${title}` : title;
    document.querySelector("link[rel=icon]")?.setAttribute("href", isAwaited ? TURN_ICON : ICON);
    if (isAwaited && !this.#isAwaited && document.hidden && areNoticesOn()) this.#notify(view.id);
    if (!isAwaited) this.#closeNotification();
    this.#isAwaited = isAwaited;
    const isPlaying = !isAlone && !view.result && view.seats.some((seat) => seat.yours);
    this.button.hidden = !isPlaying || !canNotify();
    this.button.setAttribute("aria-pressed", String(areNoticesOn()));
  }

  /** Ask for permission and switch notifications on, or switch them off. */
  async #toggle() {
    const isAllowed = areNoticesOn() || (await Notification.requestPermission()) === "granted";
    localStorage.setItem(KEY, isAllowed && !areNoticesOn() ? "on" : "off");
    this.button.setAttribute("aria-pressed", String(areNoticesOn()));
    if (!isAllowed) this.showNote(t("Your browser doesn't allow notifications from this page. You can change that in its settings."));
  }

  /** @param {string} match */
  #notify(match) {
    try {
      this.#notification = new Notification(t("Your turn"), { body: this.title, tag: match, icon: ICON });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // some telephones allow notifications only for installed pages
      return;
    }
    this.#notification.onclick = () => {
      focus();
      this.#closeNotification();
    };
  }

  /** Close the notification once it is seen or outdated. */
  #closeNotification() {
    this.#notification?.close();
    this.#notification = null;
  }
}

function canNotify() {
  return "Notification" in window && isSecureContext;
}

/** Tell whether notifications are switched on and still allowed. */
function areNoticesOn() {
  return localStorage.getItem(KEY) === "on" && canNotify() && Notification.permission === "granted"; // which is slow to ask
}
