/** Short ways to create elements. */

import { isolate } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Create an HTML element. A function as an attribute listens to the event of that name. True stands for an empty
 * attribute; false, null and undefined stand for none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, attributes = {}, ...children) {
  return /** @type {HTMLElementTagNameMap[Tag]} */ (build(document.createElement(tag), attributes, children));
}

/**
 * Create an SVG element, as `html` does.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return /** @type {SVGElementTagNameMap[Tag]} */ (build(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * @param {Element} element
 * @param {Record<string, Attribute>} attributes
 * @param {Child[]} children
 */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === "string" ? createText(child, element) : child);
  return element;
}

/**
 * Isolate a text as the content of an element.
 * @param {string} text
 * @param {Element} element
 */
export function createText(text, element) {
  const isolated = isolate(text);
  const alone = /^\u2068+([^\u2066-\u2069]+)\u2069+$/.exec(isolated)?.[1];
  if (!alone || !(element instanceof HTMLElement) || element.localName === "option") return isolated;
  return element.dir ? alone : html("bdi", { dir: "auto" }, alone); // nobody copies the signs
}

/**
 * Create a button that calls a function when it is pressed.
 * @param {string} label
 * @param {() => void} press
 * @param {string} [kind] more classes
 */
export function createButton(label, press, kind = "") {
  return html("button", { type: "button", class: `button ${kind}`, click: press }, label);
}

/**
 * Create the options of a select.
 * @param {[value: string | number, text: string][]} choices
 * @param {unknown} [chosen] the value of the one that is selected
 */
export function createOptions(choices, chosen) {
  return choices.map(([value, text]) => html("option", { value, selected: value === chosen }, text));
}

/**
 * Return the element with this id, which the page must contain.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Add a style sheet to the page unless it is there already.
 * @param {string | URL} address
 * @returns {Promise<void>} resolves when the style sheet is loaded or has failed to load
 */
export function loadStyle(address) {
  const href = String(address);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => resolve(); // the page can be used without its style too
    document.head.append(html("link", { rel: "stylesheet", href, load: finish, error: finish }));
  });
}

/**
 * Scroll a list, and not the page, until its current part is in view.
 * @param {Element} list
 */
export function scrollToCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const [{ top, bottom }, part] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollTop += Math.min(0, part.top - top) + Math.max(0, part.bottom - bottom);
}
