/** Links from a sentence to the clauses of the rules that it names, as "(clause 4)" and "(clauses 7 and 9)" do in every language. */

import { html } from "../../common/elements.js";

const NAMED = /\((\p{L}+ \d+)([^()]*)\)/u;
const NUMBER = /(\d+)/;

/**
 * Return a text with links that open in a tab of their own, so that the match stays open.
 * @param {string} text
 * @param {string} game
 * @returns {(Node | string)[]}
 */
export function linkClauses(text, game) {
  const named = NAMED.exec(text);
  if (!named) return [text];
  const [whole, first = "", others = ""] = named;
  const further = others.split(NUMBER).map((part, index) => (index % 2 === 1 ? linkClause(part, game) : part));
  return [`${text.slice(0, named.index)}(`, linkClause(first, game), ...further, `)${text.slice(named.index + whole.length)}`];
}

/**
 * @param {string} text that ends with the number of a clause
 * @param {string} game
 */
function linkClause(text, game) {
  const [number] = /\d+$/.exec(text) ?? [""];
  return html("a", { href: `/rules/${game}#clause-${number}`, target: "_blank" }, text);
}
