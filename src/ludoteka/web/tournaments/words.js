/** Tournaments in words. */

import { language, plural, t } from "../common/texts.js";
import { describeMoment, describeTimeControl } from "../common/words.js";

/** @import {Tournament, TournamentPlayer} from "#api" */
/** @import {Kind} from "./tournaments-api.js" */

const TOLERANCE = 1e-5;
/** @type {[value: number, sign: string][]} */
const FRACTIONS = [[0, ""], [1 / 2, "½"], [1 / 3, "⅓"], [2 / 3, "⅔"], [1 / 4, "¼"], [3 / 4, "¾"], [1 / 6, "⅙"], [5 / 6, "⅚"], [1 / 8, "⅛"], [3 / 8, "⅜"], [5 / 8, "⅝"], [7 / 8, "⅞"]];

/** @param {Kind} kind */
export function describeKind(kind) {
  const names = { arena: t("Arena"), swiss: t("Swiss system"), "round-robin": t("Round robin"), knockout: t("Knockout") };
  return names[kind];
}

/** @param {Kind} kind */
export function explainKind(kind) {
  const texts = {
    arena: t("Match after match until the time is up. When you finish one, the next begins at once."),
    swiss: t("In each round, players with equal points meet. Nobody drops out."),
    "round-robin": t("Everybody meets everybody once."),
    knockout: t("If you lose, you're out."),
  };
  return texts[kind];
}

/**
 * Describe the terms of a tournament, beside its game.
 * @param {Tournament} tournament
 */
export function describeTerms({ kind, clock, rated, minutes, table_size: size }) {
  const length = minutes === null ? [] : [plural("{count} minute", "{count} minutes", minutes)];
  const tables = size > 2 ? [plural("{count} player at a table", "{count} players at a table", size)] : [];
  return [describeKind(kind), ...tables, ...length, describeTimeControl(clock), ...(rated ? [t("Rated")] : [])].join(" · ");
}

/** @param {Tournament} tournament */
export function describeStart({ starts_at: at }) {
  return at === null ? t("The host starts it.") : t("Starts on {time}", { time: describeMoment(at) });
}

/** @param {TournamentPlayer} player */
export function describePlayer({ name, level }) {
  return level > 0 ? t("Computer {level}", { level: String(level) }) : name || t("a former user");
}

/**
 * Format points: halves and other fractions of a point with Unicode fractions where they exist.
 * @param {number} points
 */
export function formatPoints(points) {
  const whole = Math.floor(points + TOLERANCE);
  const rest = points - whole;
  const sign = FRACTIONS.find(([value]) => Math.abs(value - rest) < TOLERANCE)?.[1];
  if (sign === undefined) return points.toLocaleString(language, { maximumFractionDigits: 2 });
  return whole > 0 || !sign ? `${whole}${sign}` : sign;
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
