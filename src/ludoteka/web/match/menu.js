/** The menu of what is rarely needed, the links in it, and the switches of what the page shows. */

import { createButton, html, loadStyle } from "../common/elements.js";
import { markMain } from "../common/page.js";
import { createSwitch, isOn } from "../common/switches.js";
import { t } from "../common/texts.js";
import { createIconButton } from "./icons.js";

/** @import {Child} from "../common/elements.js" */
/** @import {View} from "../common/types.js" */

const ID = "match-menu";
const DOTS = "M3 8h.01M8 8h.01M13 8h.01";
const GAP = 8; // pixels between the button and the menu
const COORDINATES = "coordinates"; // in localStorage

/**
 * Create the menu, which closes when something was chosen but not when something was switched, and the button that opens it.
 * @param {...HTMLElement} groups
 */
export function createMenu(...groups) {
  const close = (/** @type {Event} */ { target }) => {
    const isChosen = target instanceof Element && target.closest("button, a");
    if (isChosen && menu.matches(":popover-open")) menu.hidePopover();
  };
  const place = () => {
    const { top, bottom, left } = button.getBoundingClientRect(); // on a narrow screen, the menu is at the bottom of the window
    const isLow = bottom > innerHeight / 2;
    menu.style.setProperty("--left", `${left}px`);
    menu.style.setProperty("--top", isLow ? "auto" : `${bottom + GAP}px`);
    menu.style.setProperty("--bottom", isLow ? `${innerHeight - top + GAP}px` : "auto");
    menu.style.setProperty("--room", `${(isLow ? top : innerHeight - bottom) - 2 * GAP}px`);
  };
  const menu = html("div", { id: ID, class: "menu", popover: "auto", click: close, beforetoggle: place }, ...groups);
  const button = createIconButton(t("Menu"), () => {}, "more", DOTS);
  button.setAttribute("popovertarget", ID);
  return [button, menu];
}

/**
 * Create a part of the menu.
 * @param {string} label
 * @param {...Child} items
 */
export function createMenuGroup(label, ...items) {
  return html("div", { class: "group", role: "group", "aria-label": label }, ...items);
}

/** Create the switch of the letters and numbers on the rim of the board. */
export function createCoordinatesSwitch() {
  const show = (/** @type {boolean} */ areShown) => markMain("without-coordinates", !areShown);
  show(isOn(COORDINATES, true));
  return createSwitch(t("Coordinates"), COORDINATES, { isOnFirst: true, onChange: show });
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

/**
 * A link to the help for a game.
 * @param {string} game
 */
export function createHelpLink(game) {
  return html("a", { class: "button", href: `/help/${game}`, target: "_blank" }, t("Help")); // the match stays open
}

/** The button that reports somebody else who plays; there is none against computers. */
export class ReportButton {
  button = createButton(t("Report a player"), async () => {
    const style = loadStyle(new URL("../reports/report.css", import.meta.url));
    const [{ reportPlayer }] = await Promise.all([import("../reports/report-dialog.js"), style]);
    if (this.#view) reportPlayer(this.#view.id, this.#view.seats);
  }, "report");
  /** @type {View | null} */ #view = null;

  /** @param {View} view */
  show(view) {
    this.#view = view;
    this.button.hidden = !view.seats.some((seat) => seat.kind === "person" && !seat.yours);
  }
}
