/** Descriptions of players in words. */

import { isolate, t } from "./texts.js";

/** @import {Standing} from "./types.js" */

/**
 * Describe who plays for a seat.
 * @param {{kind: string, level: number, name?: string, guest?: number | null, standing?: Standing, yours?: boolean}} occupant
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
