/** The menu of actions that are rarely needed, and the links in it: narrow screens show it behind a button, wide screens show it open. */

import { createButton, html, loadStyle } from "../common/elements.js";
import { t } from "../common/texts.js";

/** @import {Child} from "../common/elements.js" */
/** @import {View} from "../common/types.js" */

const ID = "match-menu";

/**
 * Create the menu, which closes when something was chosen, and the button that opens it.
 * @param {...Child} items
 */
export function createMenu(...items) {
  const close = (/** @type {Event} */ { target }) => {
    const isChosen = target instanceof Element && target.closest("button, a");
    if (isChosen && menu.matches(":popover-open")) menu.hidePopover();
  };
  const menu = html("div", { id: ID, class: "menu", popover: "auto", click: close }, ...items);
  return [html("button", { type: "button", class: "button more", popovertarget: ID }, t("More")), menu];
}

/**
 * Links to the rules of a game and to a new match.
 * @param {string} game
 */
export function createLinks(game) {
  return html(
    "nav",
    { class: "ways", "aria-label": t("More about this game") },
    html("a", { href: `/rules/${game}`, target: "_blank" }, t("Rules")), // the match stays open
    html("a", { href: `/#${game}` }, t("New game")),
  );
}

/** The button that reports somebody else who plays; there is none against computers. */
export class ReportButton {
  button = createButton(t("Report a player"), async () => {
    const style = loadStyle(new URL("../reports/report.css", import.meta.url));
    const [{ reportPlayer }] = await Promise.all([import("../reports/report-dialog.js"), style]);
    if (this.#view) reportPlayer(this.#view.id, this.#view.seats);
  });
  /** @type {View | null} */ #view = null;

  /** @param {View} view */
  show(view) {
    this.#view = view;
    this.button.hidden = !view.seats.some((seat) => seat.kind === "person" && !seat.yours);
  }
}
