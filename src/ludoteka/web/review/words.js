/** What a review says in words: grades, chances, and the names of seats. */

import { language, say, t } from "../common/texts.js";

/** @import {Message, ReviewedMatch} from "#api" */

const MILLION = 1_000_000;
/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * Format a chance in per mille: "57%".
 * @param {number} chance
 */
export function formatChance(chance) {
  return (chance / 1000).toLocaleString(language, { style: "percent" });
}

/**
 * Format millionths in percentage points: "12.5%", "+3%", "−5%".
 * @param {number} share
 * @param {boolean} [isSigned]
 */
export function formatShare(share, isSigned = false) {
  const style = /** @type {const} */ ({ style: "percent", maximumFractionDigits: 1, signDisplay: isSigned ? "exceptZero" : "auto" });
  return (share / MILLION).toLocaleString(language, style).replace("-", "−");
}

/** @param {string} grade */
export function nameGrade(grade) {
  const names = {
    only: t("only move"),
    best: t("best"),
    good: t("good"),
    inaccuracy: t("inaccuracy"),
    mistake: t("mistake"),
    blunder: t("blunder"),
  };
  return names[/** @type {keyof typeof names} */ (grade)] ?? grade;
}

/**
 * The sign of a grade that books print after a move, or "".
 * @param {string} grade
 */
export function gradeSign(grade) {
  return SIGNS[grade] ?? "";
}

/**
 * Say how good an action was.
 * @param {{grade?: string, loss?: number}} step
 */
export function describeGrade({ grade = "", loss = 0 }) {
  const values = { loss: formatShare(loss) };
  const sentences = {
    only: t("It was the only move."),
    best: t("It was the best move."),
    good: t("A good move; it gave away {loss} of the chance to win.", values),
    inaccuracy: t("An inaccuracy; it gave away {loss} of the chance to win.", values),
    mistake: t("A mistake; it gave away {loss} of the chance to win.", values),
    blunder: t("A blunder; it gave away {loss} of the chance to win.", values),
  };
  return sentences[/** @type {keyof typeof sentences} */ (grade)] ?? "";
}

/**
 * Name the seat with this letter.
 * @param {ReviewedMatch} review
 * @param {string | null} letter null for chance
 */
export function nameSeat({ seats }, letter) {
  if (letter === null) return t("Dice");
  return say(seats.find((seat) => seat.letter === letter)?.title ?? letter);
}

/**
 * Say who has which chance to win: "Attackers 57%, Defenders 43%". With two seats, the second has what the first leaves of 100%.
 * @param {ReviewedMatch} review
 * @param {number[]} chances
 */
export function describeChances({ seats }, chances) {
  const first = 10 * Math.round((chances[0] ?? 0) / 10);
  const shown = chances.length === 2 ? [first, 1000 - first] : chances;
  return seats.map(({ title }, index) => `${say(title)} ${formatChance(shown[index] ?? 0)}`).join(", ");
}

/**
 * Say a sentence of a review, with the title of a seat in place of its letter.
 * @param {ReviewedMatch} review
 * @param {Message} sentence
 * @returns {string}
 */
export function saySentence({ seats }, sentence) {
  if (!Array.isArray(sentence)) return say(sentence);
  const [text, values, many] = sentence;
  const title = seats.find(({ letter }) => letter === values["seat"])?.title;
  if (title === undefined) return say(sentence);
  const named = { ...values, seat: title };
  return say(many === undefined ? [text, named] : [text, named, many]);
}
