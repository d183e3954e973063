/** Switches that this browser remembers, such as those in the menu of a match. */

import { html } from "./elements.js";

/**
 * Return what this browser remembers; nothing in a frame on another site, where browsers may lock the storage.
 * @param {string} key in localStorage
 */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Tell whether a switch is on.
 * @param {string} key in localStorage
 * @param {boolean} [isOnFirst] whether it is on until the reader switches it off
 */
export function isOn(key, isOnFirst = false) {
  return (recall(key) ?? (isOnFirst ? "on" : "off")) === "on";
}

/**
 * Switch something on or off.
 * @param {string} key in localStorage
 * @param {boolean} on
 */
export function setOn(key, on) {
  localStorage.setItem(key, on ? "on" : "off");
}

/**
 * Create a switch: a checkbox with its label.
 * @param {string} text
 * @param {string} key in localStorage
 * @param {{isOnFirst?: boolean, onChange?: (isOn: boolean) => void}} [options]
 */
export function createSwitch(text, key, { isOnFirst = false, onChange } = {}) {
  const change = () => {
    setOn(key, box.checked);
    onChange?.(box.checked);
  };
  const box = html("input", { type: "checkbox", role: "switch", checked: isOn(key, isOnFirst), change });
  return html("label", { class: "switch" }, html("span", {}, text), box);
}
