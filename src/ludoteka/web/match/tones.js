/** The tones of the sounds, which the browser computes: wood on wood, bells and dice. */

/** @typedef {"move" | "capture" | "gift" | "throw" | "turn" | "win" | "end" | "time"} Sound */
/** @typedef {[wave: OscillatorType, from: number, to: number, start: number, length: number, loudness: number]} Tone hertz and seconds */

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  move: [["triangle", 420, 140, 0, 0.09, 0.6]],
  capture: [["triangle", 300, 70, 0, 0.16, 0.8], ["square", 180, 60, 0.04, 0.1, 0.15]],
  gift: [["sine", 523, 523, 0, 0.3, 0.35], ["sine", 784, 784, 0.1, 0.45, 0.35]],
  throw: [0, 0.07, 0.13, 0.22, 0.27].map((start, index) => ["triangle", 900 - 90 * index, 260, start, 0.04, 0.45]),
  turn: [["sine", 660, 660, 0.16, 0.14, 0.2], ["sine", 880, 880, 0.26, 0.2, 0.2]],
  win: [523, 659, 784, 1047].map((hertz, index) => ["triangle", hertz, hertz, 0.13 * index, 0.4, 0.35]),
  end: [440, 349, 294].map((hertz, index) => ["sine", hertz, hertz, 0.18 * index, 0.45, 0.35]),
  time: [0, 0.18].map((start) => ["square", 988, 988, start, 0.08, 0.12]),
};

/** @type {AudioContext | null} */ let context = null;

/**
 * Play sounds at once.
 * @param {Sound[]} sounds
 * @param {number} volume from 0 to 1
 */
export function playTones(sounds, volume) {
  if (volume === 0) return;
  context ??= new AudioContext();
  void context.resume(); // browsers keep a page silent until its reader has done something
  for (const tone of sounds.flatMap((sound) => TONES[sound])) playTone(context, tone, volume);
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} volume
 */
function playTone(context, [wave, from, to, start, length, loudness], volume) {
  const [source, gain, begin] = [context.createOscillator(), context.createGain(), context.currentTime + start];
  source.type = wave;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + length / 2);
  gain.gain.setValueAtTime(loudness * volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(gain).connect(context.destination);
  source.start(begin);
  source.stop(begin + length);
}
