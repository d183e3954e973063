/** Games, players, time controls, results and times in words. */

import { isolate, language, plural, say, t } from "./texts.js";

/** @import {Game, Result} from "#api" */
/** @import {Standing} from "./types.js" */

/**
 * Return the title of a game; its name if the house doesn't have it.
 * @param {Game[]} games
 * @param {string} name
 */
export function nameGame(games, name) {
  return say(games.find((game) => game.name === name)?.title ?? name);
}

/**
 * Describe who plays for a seat.
 * @param {{kind: string, level: number, name?: string, guest?: number | null, standing?: Standing | null, yours?: boolean}} occupant
 */
export function describePlayer({ kind, level, name = "", guest = null, standing = "guest", yours = true }) {
  if (kind === "computer") return t("Computer {level}", { level });
  if (kind === "free") return t("free");
  if (standing === "former") return t("a former user");
  if (standing === "bot" && !yours) return t("{name} (bot)", { name });
  return yours ? t("You") : isolate(name) || (guest === null ? t("Somebody else") : t("Guest {number}", { number: String(guest) }));
}

/** Say that the host of a match knows what is hidden in it. */
export function describeHostsKnowledge() {
  return t("The host chose what is hidden here and knows it.");
}

/**
 * Rate the result of a seat: positive for a win, negative for a loss. With scores, the highest wins.
 * @param {Result} result
 * @param {string} letter
 * @param {boolean} hasScores
 */
export function rateResult(result, letter, hasScores) {
  const own = result[letter] ?? 0;
  const others = Object.keys(result).filter((other) => other !== letter);
  return hasScores && others.length > 0 ? own - Math.max(...others.map((other) => result[other] ?? 0)) : own;
}

/**
 * Format the score of a seat. Where all scores sum to zero, gains have a sign as well.
 * @param {Result} result
 * @param {string} letter
 */
export function formatScore(result, letter) {
  const score = result[letter] ?? 0;
  const isEven = Object.values(result).reduce((sum, one) => sum + one, 0) === 0;
  return `${score < 0 ? "−" : score > 0 && isEven ? "+" : ""}${Math.abs(score)}`;
}

const LIVE = /^([\d.]+)([+d])(\d+)$/;

/**
 * Describe a time control.
 * @param {string} control as the house writes it; "" for none
 */
export function describeTimeControl(control) {
  const live = LIVE.exec(control);
  if (live) {
    const values = { minutes: Number(live[1]), seconds: Number(live[3]) };
    return live[2] === "d" ? t("{minutes} min, {seconds} s delay", values) : t("{minutes} min + {seconds} s", values);
  }
  if (!control) return t("Without a clock");
  return plural("{count} day a turn", "{count} days a turn", Number.parseInt(control, 10));
}

/**
 * Format a time.
 * @param {number} time seconds since 1970
 */
export function describeMoment(time) {
  return new Date(time * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Format a day.
 * @param {number} time seconds since 1970
 * @param {"long" | "medium"} style
 */
export function describeDay(time, style) {
  return new Date(time * 1000).toLocaleDateString(language, { dateStyle: style });
}
