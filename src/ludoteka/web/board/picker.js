/** The picker of actions: it walks through the paths, one name at a time. */

import { foldPaths, readNames, readText } from "./paths.js";

/** @import {Paths, Trie} from "./paths.js" */

/**
 * What a pick led to: more picks, an action, a path that the house will refuse with a reason, or no pick.
 * @typedef {{kind: "more"} | {kind: "action", text: string} | {kind: "wrong", path: string[]} | {kind: "none"}} Outcome
 */

export class Picker {
  /** @type {Paths} */ #paths = [];
  /** @type {Trie} */ #root = {};
  /** The names picked so far. @type {string[]} */ path = [];

  /**
   * Start again with these paths, unless they are still the same.
   * @param {Paths} paths
   */
  reset(paths) {
    if (paths === this.#paths) return;
    this.#paths = paths;
    this.#root = foldPaths(paths);
    this.path = [];
  }

  /** What can be picked next. @returns {string[]} */
  get next() {
    return listNames(this.#node);
  }

  /**
   * What can be picked after one more name.
   * @param {string} name
   */
  nextAfter(name) {
    return listNames(/** @type {Trie | undefined} */ (this.#node[name]) ?? {});
  }

  /** The action text of the path picked so far, if it is complete. @returns {string | null} */
  get action() {
    const end = this.#node[""];
    return typeof end === "string" ? end : null;
  }

  get #node() {
    return this.path.reduce((node, name) => /** @type {Trie} */ (node[name]), this.#root);
  }

  /**
   * Pick the first of these names that continues the path; one gesture can mean several names.
   * @param {...string} names
   * @returns {Outcome}
   */
  pick(...names) {
    const leads = names.find((name) => Object.hasOwn(this.#node, name));
    if (leads !== undefined) return this.#step(leads);
    const [last] = this.path.slice(-1);
    if (last !== undefined && names.includes(last)) return this.action === null ? this.cancel() : this.finish();
    const afresh = names.find((name) => Object.hasOwn(this.#root, name));
    if (afresh !== undefined) {
      this.path = [];
      return this.#step(afresh);
    }
    return { kind: "wrong", path: [...this.path, names[0] ?? ""] };
  }

  /**
   * @param {string} name
   * @returns {Outcome}
   */
  #step(name) {
    this.path.push(name);
    return this.next.length === 0 ? this.finish() : { kind: "more" };
  }

  /**
   * Play the path as it is.
   * @returns {Outcome}
   */
  finish() {
    const text = this.action;
    this.path = [];
    return text === null ? { kind: "none" } : { kind: "action", text };
  }

  /**
   * Cancel the picks.
   * @returns {Outcome}
   */
  cancel() {
    this.path = [];
    return { kind: "none" };
  }

  /**
   * Read typed text: an action or the beginning of one. Spelling may differ where only one action fits.
   * @param {string} typed
   * @param {Map<string, string[]>} spellings what can be typed for a name, besides itself
   * @returns {Outcome | null} null if it is neither and the house must decide
   */
  readTyped(typed, spellings) {
    const wanted = normalize(typed);
    const all = this.#paths.map((action) => /** @type {const} */ ([readNames(action), readText(action)]));
    const known = new Map([...spellings].map(([name, forms]) => [name, [name, ...forms].map(normalize).filter(Boolean)]));
    const spelt = all.filter(([path, action]) => normalize(action) === wanted || countSpelt(path, wanted, known) === path.length);
    const meant = all.find(([, action]) => action === typed.trim()) ?? (spelt.length === 1 ? spelt[0] : undefined);
    if (meant) {
      this.path = [];
      return { kind: "action", text: meant[1] };
    }
    const begun = all.map(([path]) => ({ path, count: countSpelt(path, wanted, known) })).find(({ path, count }) => count > 0 && count < path.length);
    if (!begun) return this.#readUnoffered(wanted, known);
    this.path = begun.path.slice(0, begun.count);
    return { kind: "more" };
  }

  /**
   * Read two choices that are not offered together; the house says what comes of it.
   * @param {string} wanted
   * @param {Map<string, string[]>} known
   * @returns {Outcome | null}
   */
  #readUnoffered(wanted, known) {
    const names = [...known.keys()];
    const pairs = names.flatMap((name) => names.map((other) => [name, other]));
    const path = pairs.find((pair) => countSpelt(pair, wanted, known) === pair.length);
    return path ? { kind: "wrong", path } : null;
  }
}

/**
 * Return how many names of a path, from the first, this text spells; 0 if it spells something else.
 * @param {string[]} path
 * @param {string} wanted
 * @param {Map<string, string[]>} known how a name can be spelt, if not only as itself
 * @returns {number}
 */
function countSpelt([name, ...rest], wanted, known) {
  if (name === undefined || wanted === "") return 0;
  for (const form of known.get(name) ?? [normalize(name)]) {
    if (form === wanted) return 1;
    const count = wanted.startsWith(form) ? countSpelt(rest, wanted.slice(form.length), known) : 0;
    if (count > 0) return count + 1;
  }
  return 0;
}

/** @param {Trie} node */
const listNames = (node) => Object.keys(node).filter((name) => name !== "");

/**
 * Keep letters and digits only, so that "E2 f2" is read like "e2-f2".
 * @param {string} text
 */
function normalize(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
