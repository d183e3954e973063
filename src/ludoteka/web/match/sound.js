/** A wooden click when a piece moves; off until the reader switches it on. */

import { createButton } from "../common/elements.js";
import { t } from "../common/texts.js";

const KEY = "sound"; // in localStorage
/** @type {AudioContext | null} */ let context = null;

export class SoundSwitch {
  button = createButton(t("Sound"), () => this.#toggle());

  constructor() {
    this.#show();
  }

  #toggle() {
    localStorage.setItem(KEY, isSoundOn() ? "off" : "on");
    playClick();
    this.#show();
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(isSoundOn()));
  }
}

function isSoundOn() {
  return localStorage.getItem(KEY) === "on";
}

/** Play a short falling tone, like wood on wood, if the sound is on. */
export function playClick() {
  if (!isSoundOn()) return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.05);
  volume.gain.setValueAtTime(0.35, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
