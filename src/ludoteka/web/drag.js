/** Dragging pieces with mouse, pen or finger. A drag that goes nowhere is a click and stays one. */

const THRESHOLD = 6; // pixels before a press becomes a drag

/**
 * @typedef {object} Drags
 * @property {(name: string) => SVGGElement | null} lift the element to be dragged from a place, if there is one
 * @property {(name: string | null) => void} drop the place where it was let go
 */

/**
 * Report drags that begin on the places of a board.
 * @param {SVGSVGElement} board
 * @param {Drags} drags
 */
export function followDrags(board, drags) {
  /** @type {{x: number, y: number, name: string, pointer: number} | null} */ let press = null;
  /** @type {SVGGElement | null} */ let man = null;
  let swallowsClick = false;

  board.addEventListener("pointerdown", (event) => {
    swallowsClick = false;
    const name = nameUnder(event);
    if (event.button === 0 && event.isPrimary && name)
      press = { x: event.clientX, y: event.clientY, name, pointer: event.pointerId };
  });

  addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!man && Math.hypot(event.clientX - press.x, event.clientY - press.y) < THRESHOLD) return;
    man ??= drags.lift(press.name);
    if (!man) {
      press = null;
      return;
    }
    man.classList.add("dragged");
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());
    man.style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
  });

  /** @param {string | null} name */
  const end = (name) => {
    const dragged = man;
    press = man = null;
    if (!dragged) return;
    swallowsClick = true;
    drags.drop(name);
    dragged.getBoundingClientRect(); // where it was let go it stays: settle there before gliding is allowed again
    dragged.classList.remove("dragged");
  };
  addEventListener("pointerup", (event) => event.pointerId === press?.pointer && end(nameUnder(event)));
  addEventListener("pointercancel", () => end(null));
  board.addEventListener(
    "click",
    (event) => {
      if (swallowsClick) event.stopImmediatePropagation();
      swallowsClick = false;
    },
    { capture: true },
  );
}

/** @param {PointerEvent} event */
function nameUnder(event) {
  return (
    document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-name]")?.getAttribute("data-name") ?? null
  );
}
