/** Descriptions of time controls. */

import { plural, t } from "./texts.js";

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
