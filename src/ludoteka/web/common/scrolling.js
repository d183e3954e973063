/** Scrolling of lists. */

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
