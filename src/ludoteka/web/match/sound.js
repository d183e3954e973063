/** A wooden click when a piece is moved, for those who wish it. Off until asked for. */

const KEY = "sound";
/** @type {AudioContext | null} */ let context = null;

/** Whether moves are heard. */
export function isSoundOn() {
  return localStorage.getItem(KEY) === "on";
}

/**
 * Switch the sound on or off, and remember it.
 * @param {boolean} isOn
 */
export function setSound(isOn) {
  localStorage.setItem(KEY, isOn ? "on" : "off");
  if (isOn) playClick();
}

/** Sound like wood on wood: a short tone that falls. */
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
