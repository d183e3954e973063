/** What moves on the page: a press ends it at once, and what should follow it can wait for its end. */

/** Whether the reader wants no motion. */
export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Find the animations and transitions in these elements that end by themselves.
 * @param {Element[]} elements
 */
function findMotion(elements) {
  const all = elements.flatMap((element) => element.getAnimations({ subtree: true }));
  return all.filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)));
}

/**
 * Let any press of a key, mouse button or finger end what moves in these elements.
 * @param {...Element} elements
 */
export function endMotionOnPress(...elements) {
  const end = () => {
    for (const one of findMotion(elements)) one.finish();
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, end, { capture: true });
}

/** What waits for the rest of an element. @type {[element: Element, then: () => void][]} */
let waiting = [];

/**
 * Do something once an element and all in it stand still: before the next frame, if style sheets do not move them.
 * @param {Element} element
 * @param {() => void} then
 */
export function whenStill(element, then) {
  if (waiting.push([element, then]) === 1) queueMicrotask(startWaiting);
}

/** Find what moves all these elements: together, as the browser must compute styles anew for that. */
function startWaiting() {
  const moves = waiting.map(([element]) => element.getAnimations({ subtree: true }));
  const thens = waiting.map(([, then]) => then);
  waiting = [];
  for (const [index, then] of thens.entries()) {
    const own = moves[index] ?? [];
    if (own.length === 0) then();
    else void Promise.allSettled(own.map((move) => move.finished)).then(then);
  }
}

/**
 * Wait until nothing moves in these elements any more.
 * @param {...Element} elements
 */
export async function waitForRest(...elements) {
  await Promise.allSettled(findMotion(elements).map((one) => one.finished));
}
