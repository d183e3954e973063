/** Buttons that show an icon; the label is their name and their tooltip. */

import { createButton, svg } from "../common/elements.js";

export const BACK = "M6.2 3.2 2.8 6.6l3.4 3.4M3.2 6.6h6.3a3.6 3.6 0 0 1 0 7.2H6";
export const FLAG = "M3.6 14.6V1.8M3.6 2.4c3-1.6 5 1.5 8.6.1v6.4c-3.6 1.4-5.6-1.7-8.6-.1";
export const CHAT = "M2 3.2h12v8H8.2l-3.4 2.9v-2.9H2Z";
export const LAMP = "M8 1.2a4.6 4.6 0 0 0-2.7 8.3c.5.4.7.8.7 1.4v.6h4v-.6c0-.6.2-1 .7-1.4A4.6 4.6 0 0 0 8 1.2ZM6.2 13.2h3.6M7 14.9h2";
export const LEAVE = "M6.2 2v4.2H2M9.8 14V9.8H14M6 6.2 2.4 2.4M10 9.8l3.6 3.8";

/**
 * Draw an icon.
 * @param {...string} paths
 */
export function drawIcon(...paths) {
  return svg("svg", { class: "lamp", viewBox: "0 0 16 16", "aria-hidden": "true" }, ...paths.map((d) => svg("path", { d })));
}

/**
 * Create a button with an icon.
 * @param {string} label
 * @param {() => void} press
 * @param {string} kind more classes
 * @param {...string} paths of the icon
 */
export function createIconButton(label, press, kind, ...paths) {
  const button = createButton("", press, `icon ${kind}`);
  button.append(drawIcon(...paths));
  nameButton(button, label);
  return button;
}

/**
 * Name a button with an icon.
 * @param {HTMLElement} button
 * @param {string} label
 */
export function nameButton(button, label) {
  button.title = label;
  button.setAttribute("aria-label", label);
}
