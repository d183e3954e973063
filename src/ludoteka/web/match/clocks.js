/** The clocks on the plates. They run between views; the house alone decides how much time is left. */

import { html } from "../common/elements.js";
import { plural, say, t } from "../common/texts.js";
import { describeTimeControl } from "../common/words.js";
import { playSound } from "./sound.js";

/** @import {Clock} from "#api" */
/** @import {View} from "../common/types.js" */

const SECOND = 1000; // milliseconds
const [MINUTE, HOUR, DAY] = [60, 3600, 86400]; // seconds
const FINE = 10; // seconds below which tenths are shown
const LOW = 20; // seconds below which a clock warns; with days per turn, an hour
const ANNOUNCED = [60, 20, 10]; // seconds left at which the player to move is warned

export class Clocks {
  /** Announcements about the reader's own clock. */
  element = html("p", { class: "unseen", role: "status" });
  /** @type {Map<string, HTMLElement>} */ #faces = new Map();
  /** @type {View | null} */ #view = null;
  #clockText = ""; // the clock of the last view, as JSON
  #receivedAt = 0; // when that view came, in milliseconds of performance.now()
  #timer = 0;
  /** The seat of the running clock and the seconds it showed last. @type {[string, number]} */ #last = ["", 0];

  constructor() {
    document.addEventListener("visibilitychange", () => this.#tick());
  }

  /**
   * Take the clocks from a view. If nothing has changed, they run on.
   * @param {View} view
   */
  show(view) {
    const told = JSON.stringify(view.clock ?? null);
    if (told !== this.#clockText) this.#receivedAt = performance.now();
    this.#clockText = told;
    this.#view = view;
    this.#tick();
  }

  /**
   * Return the clock of a seat for its plate, if it has one.
   * @param {string} letter
   */
  face(letter) {
    return this.#faces.get(letter);
  }

  /** Show the time that is left, announce it when it is time to, and wait for the next change. */
  #tick() {
    clearTimeout(this.#timer);
    const { clock = null, result = null, seats = [] } = this.#view ?? {};
    if (!clock) return;
    const running = result ? null : clock.running;
    for (const letter of Object.keys(clock.left)) {
      const title = seats.find((seat) => seat.letter === letter)?.title ?? letter;
      const face = this.#faces.get(letter) ?? html("span", { class: "clock", role: "timer" });
      this.#faces.set(letter, face);
      const left = this.#left(clock, letter, running);
      const text = formatClock(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", letter === running);
      face.classList.toggle("low", !result && left < (clock.control.endsWith("/day") ? HOUR : LOW));
      face.setAttribute("aria-label", t("Time left, {seat}", { seat: title }));
      face.title = describeTimeControl(clock.control);
    }
    if (running === null || !(running in clock.left)) return;
    const left = this.#left(clock, running, running);
    const [whose, before] = this.#last;
    const reached = ANNOUNCED.find((mark) => whose === running && before > mark && left <= mark);
    const mine = seats.filter((seat) => seat.yours);
    const seat = mine.find((one) => one.letter === running);
    if (seat && reached !== undefined) {
      void playSound("time");
      const time = plural("{count} second left", "{count} seconds left", reached);
      this.element.textContent = mine.length > 1 ? `${say(seat.title)}: ${time}` : time;
    }
    this.#last = [running, left];
    if (left <= 0 || document.hidden) return;
    const delay = Math.max(0, (clock.delay ?? 0) * SECOND - (performance.now() - this.#receivedAt));
    const step = left >= DAY ? MINUTE : left > FINE ? 1 : 0.1;
    this.#timer = setTimeout(() => this.#tick(), delay + (left % step) * SECOND + 5); // a little later, so that it has surely changed
  }

  /**
   * @param {Clock} clock
   * @param {string} letter
   * @param {string | null} running
   */
  #left(clock, letter, running) {
    const gone = letter === running ? (performance.now() - this.#receivedAt) / SECOND - (clock.delay ?? 0) : 0;
    return Math.max(0, (clock.left[letter] ?? 0) - Math.max(0, gone));
  }
}

/**
 * Format the time left: "2 d 3 h", "1:05:00", "4:59", "0:09.8".
 * @param {number} left seconds
 */
function formatClock(left) {
  const whole = Math.floor(left);
  const [hours, minutes] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE)];
  if (left >= DAY) return t("{days} d {hours} h", { days: Math.floor(whole / DAY), hours: hours % 24 });
  const seconds = String(whole % MINUTE).padStart(2, "0");
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
  return `${minutes}:${left < FINE ? (Math.floor(left * 10) / 10).toFixed(1).padStart(4, "0") : seconds}`;
}
