/** The colours of all boards: those of the materials, or colours that are easy to tell apart, also for colour-blind eyes. */

import { createSwitch, isOn } from "../common/switches.js";
import { t } from "../common/texts.js";

const KEY = "distinct colours";

/** Apply the reader's choice to the page; looks.css says what it means: `[data-theme="distinct"] .board`. */
export function applyTheme() {
  document.documentElement.dataset["theme"] = isOn(KEY) ? "distinct" : "natural";
}

/** Create the switch between the colours. */
export function createThemeSwitch() {
  return createSwitch(t("Colours that are easy to tell apart"), KEY, { onChange: applyTheme });
}
