/** The sounds of a match and the spoken moves: what calls for which, and their switches. All are off until the reader switches them on. */

import { html } from "../common/elements.js";
import { createSwitch, isOn, setOn } from "../common/switches.js";
import { joinSentences, say, t } from "../common/texts.js";
import { rateResult } from "../common/words.js";
import { createIconButton } from "./icons.js";
import { endsWithThrow } from "./news.js";

/** @import {Move} from "#api" */
/** @import {View} from "../common/types.js" */
/** @import {Sound} from "./tones.js" */

const KEY = "sound"; // in localStorage
const VOLUME = "volume"; // in localStorage: percent
const [SAY_MOVES, SAY_ANSWERS] = ["say moves", "say answers"]; // in localStorage
const USUAL = 60; // percent
const SPEAKER = "M2 6v4h2.5L8 13V3L4.5 6Z";
const WAVES = "M10 6a3 3 0 0 1 0 4M12 4a6 6 0 0 1 0 8";
const CROSS = "M10.5 6.2l3.6 3.6M14.1 6.2l-3.6 3.6";

/** Create the button that switches the sound on and off. */
export function createSoundSwitch() {
  const show = () => {
    button.setAttribute("aria-pressed", String(isOn(KEY)));
    button.querySelector("path:last-child")?.setAttribute("d", isOn(KEY) ? WAVES : CROSS);
  };
  const button = createIconButton(t("Sound"), () => {
    setOn(KEY, !isOn(KEY));
    void playSound("move");
    show();
  }, "", SPEAKER, CROSS);
  show();
  return button;
}

/** Create the slider of the volume and, where the browser can speak, the switches of what is read aloud. */
export function createSoundSettings() {
  const change = () => {
    localStorage.setItem(VOLUME, slider.value);
    void playSound("move");
  };
  const slider = html("input", { type: "range", min: 0, max: 100, step: 10, value: String(readVolume() * 100), change });
  const volume = html("label", { class: "volume" }, html("span", {}, t("Volume")), slider);
  if (!("speechSynthesis" in window)) return [volume];
  const moves = createSwitch(t("Say the moves"), SAY_MOVES);
  const answers = createSwitch(t("Read the answers aloud"), SAY_ANSWERS);
  moves.classList.add("say-moves");
  answers.classList.add("say-answers"); // in games that say everything in sentences
  return [volume, moves, answers];
}

/** Return the volume, from 0 to 1. */
function readVolume() {
  return Number(localStorage.getItem(VOLUME) ?? USUAL) / 100;
}

/**
 * Play a sound if the sound is on.
 * @param {...Sound} sounds
 */
export async function playSound(...sounds) {
  if (!isOn(KEY) || sounds.length === 0) return;
  const { playTones } = await import("./tones.js");
  playTones(sounds, readVolume());
}

/**
 * Read aloud what has happened, if the reader wants that.
 * @param {string[]} news
 * @param {View} view
 * @param {boolean} areAnswers whether the game says everything in sentences
 */
export async function sayNews(news, { result, scene }, areAnswers) {
  if (news.length === 0 || !isOn(areAnswers ? SAY_ANSWERS : SAY_MOVES)) return;
  const { readAloud } = await import("./voice.js");
  readAloud(joinSentences([...news, result ? say(scene.status) : ""]), readVolume());
}

/**
 * Find the sounds of what has happened between two views.
 * @param {View | null} before
 * @param {View} view
 * @param {Move[]} added the new moves
 * @returns {Sound[]}
 */
export function findSounds(before, view, added) {
  if (!before) return [];
  if (view.result && !before.result) return [findEnd(view)];
  const isLonger = added.length > 0;
  const isTaken = view.moves.from < before.moves.from + before.moves.list.length; // a move was taken back
  /** @type {Sound[]} */ const sounds = isLonger ? [findMove(before, view, added)] : isTaken ? ["move"] : [];
  const isAlone = view.seats.every((seat) => seat.yours);
  return isOwnTurn(view) && !isOwnTurn(before) && !isAlone ? [...sounds, "turn"] : sounds;
}

/** @param {View} view */
const isOwnTurn = ({ yours, can, result }) => !result && (yours || can.throw);

/**
 * @param {View} view of a match that is over
 * @returns {Sound}
 */
function findEnd({ result, seats, scores }) {
  const [mine, ...others] = seats.filter((seat) => seat.yours);
  return mine && result && others.length === 0 && rateResult(result, mine.letter, scores) > 0 ? "win" : "end";
}

/**
 * @param {View} before
 * @param {View} view
 * @param {Move[]} added the new moves, at least one
 * @returns {Sound}
 */
function findMove(before, view, added) {
  if (endsWithThrow(added)) return "throw";
  if (view.whole) return "move"; // ids may now belong to other pieces
  const mover = view.seats.find((seat) => seat.letter === added.at(-1)?.[0])?.number;
  const now = new Map(view.scene.pieces.map((piece) => [piece.id, piece]));
  const changes = before.scene.pieces.map((piece) => /** @type {const} */ ([piece, now.get(piece.id)]));
  if (changes.some(([old, piece]) => piece && piece.place === old.place && piece.kind !== old.kind)) return "gift"; // it became another one
  return changes.some(([old, piece]) => !piece || (old.seat !== mover && piece.place !== old.place)) ? "capture" : "move";
}
