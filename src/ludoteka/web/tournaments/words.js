/** Tournaments in words. */

import { language, plural, t } from "../common/texts.js";
import { describeTimeControl } from "../common/time-controls.js";

/** @import {Kind, Tournament, TournamentPlayer} from "./tournaments-api.js" */

const HALVES = 2;

/** @param {Kind} kind */
export function describeKind(kind) {
  const names = { arena: t("Arena"), swiss: t("Swiss system"), "round-robin": t("Round robin"), knockout: t("Knockout") };
  return names[kind];
}

/**
 * Return what a kind of tournament is.
 * @param {Kind} kind
 */
export function explainKind(kind) {
  const texts = {
    arena: t("Match after match until the time is up. Whoever has finished one gets the next at once."),
    swiss: t("In each round, people with equally many points meet. Nobody drops out."),
    "round-robin": t("Everybody meets everybody once."),
    knockout: t("Whoever loses is out."),
  };
  return texts[kind];
}

/**
 * Describe the terms of a tournament, beside its game.
 * @param {Tournament} tournament
 */
export function describeTerms({ kind, clock, rated, minutes }) {
  const length = minutes === null ? [] : [plural("{count} minute", "{count} minutes", minutes)];
  return [describeKind(kind), ...length, describeTimeControl(clock), ...(rated ? [t("Rated")] : [])].join(" · ");
}

/**
 * Say when a tournament that has not started does.
 * @param {Tournament} tournament
 */
export function describeStart({ starts_at: at }) {
  if (at === null) return t("The host starts it.");
  const time = new Date(at * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  return t("Starts on {time}", { time });
}

/** @param {TournamentPlayer} player */
export function describePlayer({ name, level }) {
  return level > 0 ? t("Computer {level}", { level: String(level) }) : name || t("a former resident");
}

/**
 * Format points: halves as ½.
 * @param {number} points
 */
export function formatPoints(points) {
  if (Number.isInteger(points)) return String(points);
  if (!Number.isInteger(points * HALVES)) return points.toLocaleString(language);
  return points < 1 ? "½" : `${Math.floor(points)}½`;
}

/**
 * Return the published name of a tie-break.
 * @param {string} name
 */
export function describeTieBreak(name) {
  /** @type {Record<string, string>} */
  const names = {
    "buchholz-cut-1": t("Buchholz without the weakest"),
    buchholz: t("Buchholz"),
    "sonneborn-berger": t("Sonneborn–Berger"),
    "direct-encounter": t("Direct encounter"),
    wins: t("Wins"),
  };
  return names[name] ?? name;
}
