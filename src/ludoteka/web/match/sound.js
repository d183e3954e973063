/** A wooden click when a piece moves; off until the reader switches it on. */

import { isOn, setOn } from "../common/switches.js";
import { t } from "../common/texts.js";
import { createIconButton } from "./icons.js";

const KEY = "sound"; // in localStorage
const SPEAKER = "M2 6v4h2.5L8 13V3L4.5 6Z";
const WAVES = "M10 6a3 3 0 0 1 0 4M12 4a6 6 0 0 1 0 8";
const CROSS = "M10.5 6.2l3.6 3.6M14.1 6.2l-3.6 3.6";
/** @type {AudioContext | null} */ let context = null;

/** Create the button that switches the sound on and off. */
export function createSoundSwitch() {
  const show = () => {
    button.setAttribute("aria-pressed", String(isOn(KEY)));
    button.querySelector("path:last-child")?.setAttribute("d", isOn(KEY) ? WAVES : CROSS);
  };
  const button = createIconButton(t("Sound"), () => {
    setOn(KEY, !isOn(KEY));
    playClick();
    show();
  }, "", SPEAKER, CROSS);
  show();
  return button;
}

/** Play a short falling tone, like wood on wood, if the sound is on. */
export function playClick() {
  if (!isOn(KEY)) return;
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
