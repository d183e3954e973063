/** Paths as the house sends them, and what it says of them (docs/protocol.md). */

/** @typedef {import("#api").Scene["paths"]} Paths */
/** Names that can be picked, and what may follow each; at "", the text of the action that the names so far are. @typedef {{[name: string]: Trie | string}} Trie */

/**
 * Return the text of an action.
 * @param {Paths[number]} action
 */
export const readText = (action) => (typeof action === "string" ? action : (action[0] ?? ""));

/**
 * Return the names to pick for an action.
 * @param {Paths[number]} action
 */
export const readNames = (action) => (typeof action === "string" ? action.split("-") : action.slice(1));

/**
 * Fold paths by their names.
 * @param {Paths} paths
 */
export function foldPaths(paths) {
  /** @type {Trie} */ const root = {};
  for (const action of paths) {
    let node = root;
    for (const name of readNames(action)) node = /** @type {Trie} */ (node[name] ??= {});
    node[""] = readText(action);
  }
  return root;
}

/**
 * Return what these pairs say of a path.
 * @template Value
 * @param {[Value, string[][]][]} pairs a value, and the paths that have it
 * @param {string[]} path
 */
export function findFor(pairs, path) {
  const isSame = (/** @type {string[]} */ one) => one.length === path.length && one.every((name, index) => name === path[index]);
  return pairs.find(([, paths]) => paths.some(isSame))?.[0];
}
