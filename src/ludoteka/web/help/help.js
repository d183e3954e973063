/** A page of the help: the server renders it; this script adds the header, and folds the list of pages on a narrow screen. */

import { openPage } from "../common/page.js";

const contents = /** @type {HTMLDetailsElement} */ (document.querySelector(".contents"));
const wide = matchMedia("(min-width: 60rem)"); // as in help.css
const unfold = () => {
  contents.open = wide.matches;
};
unfold();
wide.addEventListener("change", unfold);
await openPage();
