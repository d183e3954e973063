/** The notice that the host of a match knows what is hidden in it, so that nobody plays them unawares. */

import { html } from "../../common/elements.js";
import { describeHostsKnowledge } from "../../common/player-words.js";

/** @import {View} from "../../common/types.js" */

export class SecretsNotice {
  element = html("p", { class: "secrets" }, describeHostsKnowledge());

  /** @param {View} view */
  constructor(view) {
    this.element.hidden = !view.host_knows_secrets;
  }
}
