/** The cover of a game. */

import { html } from "../common/elements.js";

/**
 * The cover of a game; without one, its initial on plain linen.
 * @param {string} game
 * @param {string} title
 */
export function createCover(game, title) {
  const plain = () =>
    picture.replaceWith(html("div", { class: "cover plain", "aria-hidden": "true" }, title.charAt(0)));
  const picture = html("img", {
    class: "cover",
    src: `/games/${game}/cover.svg`,
    alt: "",
    width: 320,
    height: 400,
    error: plain,
  });
  return picture;
}
