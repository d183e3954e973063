/** Reads texts aloud with a voice of the browser, if it has one for the language of the page. */

import { language } from "../common/texts.js";

const MOVE = /(?<=[\p{L}\p{N}])[-–](?=[\p{L}\p{N}])/gu; // the hyphen of "e2-c2"

/**
 * Read a text aloud after those that are being read.
 * @param {string} text
 * @param {number} volume from 0 to 1
 */
export function readAloud(text, volume) {
  const voices = speechSynthesis.getVoices();
  const voice = voices.find((one) => one.lang.startsWith(language));
  if (!voice && voices.length > 0) return; // some browsers list their voices only later
  const spoken = new SpeechSynthesisUtterance(text.replace(MOVE, ", "));
  spoken.lang = language;
  spoken.voice = voice ?? null;
  spoken.volume = volume;
  speechSynthesis.speak(spoken);
}
