/** The colours of all boards: those of the materials, or colours that are easy to tell apart without seeing all of them. */

const KEY = "theme"; // in localStorage
const DISTINCT = "distinct"; // looks.css says what it is: `[data-theme="distinct"] .board`

/** Whether the reader has chosen colours that are easy to tell apart. */
export const areColoursDistinct = () => localStorage.getItem(KEY) === DISTINCT;

/** @param {boolean} areDistinct */
export function setDistinctColours(areDistinct) {
  if (areDistinct) localStorage.setItem(KEY, DISTINCT);
  else localStorage.removeItem(KEY);
  applyTheme();
}

/** Apply the choice to the page. */
export function applyTheme() {
  if (areColoursDistinct()) document.documentElement.dataset["theme"] = DISTINCT;
  else delete document.documentElement.dataset["theme"];
}
