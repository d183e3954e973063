/** Dice, drawn with pips; a die with more faces than six shows its number. */

import { html, svg } from "./elements.js";
import { t } from "./texts.js";

/** Which of the nine spots of a face are pips, row by row. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * Draw dice.
 * @param {number[]} faces
 */
export function dice(faces) {
  const drawn = faces.map((face) => {
    const pips = PIPS[face]?.map((spot) => svg("circle", { cx: (spot % 3) - 1, cy: Math.floor(spot / 3) - 1, r: 0.3 }));
    const body = svg("rect", { x: -1.75, y: -1.75, width: 3.5, height: 3.5, rx: 0.6 });
    return svg(
      "svg",
      { class: "die", viewBox: "-2 -2 4 4" },
      body,
      ...(pips ?? [svg("text", { y: 0.6 }, String(face))]),
    );
  });
  return html(
    "div",
    { class: "dice", role: "img", "aria-label": t("Dice: {faces}", { faces: faces.join(", ") }) },
    ...drawn,
  );
}
