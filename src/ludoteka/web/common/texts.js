/**
 * Texts in the reader's language. The code contains every sentence in English and looks it up in the house's catalogue.
 * The catalogues are extracted from t("…") and plural("…", "…", n).
 */

/** @import {Message} from "#api" */
/** @import {Values} from "./types.js" */

/** The languages of the house, each named in itself. */
export const LANGUAGES = { en: "English", ru: "Русский", cs: "Čeština" };
/** Letters from right to left, and signs of directions: only people write them. */
const TURNED = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{1efff}]/u;
const ISOLATES = /[\u2066-\u2069]/g;
const YEAR = 365 * 24 * 60 * 60; // seconds

/** The language of the page, which the house has set. */
export const language = document.documentElement.lang || "en";

/** They are slow to create. */ const rules = new Intl.PluralRules(language);

/** The plural forms in the order of the catalogue. */
const FORMS = (() => {
  const used = new Set(Array.from({ length: 101 }, (_, count) => rules.select(count)));
  return ["zero", "one", "two", "few", "many", "other"].filter((form) =>
    used.has(/** @type {Intl.LDMLPluralRule} */ (form)),
  );
})();

/** Without inherited names, because "constructor" may be looked up. @type {Record<string, string | string[]>} */
const catalogue = Object.create(null);

let isWhole = language === "en";

/**
 * Load the catalogue of the page's language; without one, texts stay English.
 * @param {"" | "/start"} [part] the part to load; without it, the whole catalogue unless it is loaded
 */
export async function loadTexts(part = "") {
  if (isWhole) return;
  try {
    const answer = await fetch(`/api/catalogue/${language}${part}`);
    if (answer.ok) Object.assign(catalogue, await answer.json());
    isWhole = answer.ok && part === "";
  } catch (error) {
    console.warn("no catalogue:", error);
  }
}

/**
 * Translate a text.
 * @param {string} text
 * @param {Values} [values]
 * @returns {string}
 */
export function t(text, values = {}) {
  const found = catalogue[text];
  return fillIn((Array.isArray(found) ? found[0] : found) || text, values);
}

/**
 * Translate a text that depends on a number; `{count}` stands for the number.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Values} [values]
 * @returns {string}
 */
export function plural(one, many, count, values = {}) {
  const found = catalogue[one];
  const form = FORMS.indexOf(rules.select(count));
  const text = Array.isArray(found) ? found[form] : found;
  return fillIn(text || (count === 1 ? one : many), { ...values, count });
}

/**
 * Translate a message of the house.
 * @param {number | Message} message
 * @returns {string}
 */
export function say(message) {
  if (typeof message === "number") return message.toLocaleString(language);
  if (typeof message === "string") return t(message);
  const [text, values, many] = message;
  return many ? plural(text, many, Number(values["count"]), values) : t(text, values);
}

/**
 * @param {string} text
 * @param {Values} values
 */
function fillIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? isolate(say(values[name] ?? whole)) : whole));
}

/**
 * Isolate a text of somebody, so that what follows keeps its direction. Isolated parts stay so.
 * @param {string} text
 */
export function isolate(text) {
  if (!TURNED.test(text)) return text;
  const plain = text.replace(/[\u202a-\u202e]/g, "");
  let depth = 0;
  for (const [sign] of plain.matchAll(ISOLATES)) if ((depth += sign === "\u2069" ? -1 : 1) < 0) break;
  return `\u2068${depth ? plain.replace(ISOLATES, "") : plain}\u2069`;
}

/**
 * Join sentences into one text, with a full stop after each but the last that has no punctuation at its end.
 * @param {string[]} sentences
 */
export function joinSentences(sentences) {
  const present = sentences.filter(Boolean);
  return present.map((text, index) => (index < present.length - 1 && !/[.!?…:]$/.test(text) ? `${text}.` : text)).join(" ");
}

/**
 * Remember the chosen language and reload the page.
 * @param {string} chosen
 */
export function switchLanguage(chosen) {
  document.cookie = `language=${chosen}; path=/; max-age=${YEAR}; samesite=lax`;
  location.reload();
}
