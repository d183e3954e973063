/** Why a reader can't act, in words. */

import { t } from "../../common/texts.js";

/** @import {View} from "../../common/types.js" */

/**
 * Say why the reader can't act now.
 * @param {View} view in which it isn't theirs to act
 */
export function reasonNotToAct(view) {
  if (view.curtain) return t("Show the board first.");
  if (view.can.throw) return t("Throw first.");
  if (view.result) return t("This match is over.");
  if (!view.seats.some((seat) => seat.yours)) return t("You're watching this match.");
  return t("It isn't your turn yet.");
}
