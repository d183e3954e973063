/** The names of the kinds of reports. */

import { t } from "../common/texts.js";

/** The names by kind. @returns {Record<string, string>} */
export const describeKinds = () => ({
  words: t("What they write in the chat"),
  name: t("Their name"),
  cheating: t("Help from a program"),
  stalling: t("They let the time run out or leave"),
  other: t("Something else"),
});
