/** The covers of games. */

import { html } from "../common/elements.js";

/**
 * Create the cover of a game; without a picture, it shows the game's initial.
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
