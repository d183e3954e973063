/** Checking the dice in words: what was found, for people. */

import { html, loadStyle } from "../common/elements.js";
import { HouseError, fetchDice } from "../common/api.js";
import { loadNotes } from "./salts.js";
import { plural, t } from "../common/texts.js";
import { verify } from "./verify.js";

/** @import {Finding} from "./verify.js" */

const SIGNS = { right: "✓", wrong: "✗", unknown: "?" };

/**
 * Check the dice of a match.
 * @param {string} match
 * @param {string[]} shown the throws in the list of moves
 * @returns {Promise<Node[]>} what was found
 */
export async function checkDice(match, shown) {
  try {
    const [dice] = await Promise.all([fetchDice(match), loadStyle("/web/dice/dice-check.css")]);
    return renderFindings(verify(dice, loadNotes(match), shown));
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    return [html("p", { class: "refusal" }, error.message)];
  }
}

/** @param {Finding[]} findings */
function renderFindings(findings) {
  const rows = findings.map((one) => {
    return html("li", { class: one.is }, html("span", { "aria-hidden": "true" }, SIGNS[one.is]), describeFinding(one));
  });
  const way = html("a", { href: "/dice" }, t("All dice of the house"));
  const verdict = html("p", { class: "verdict" }, describeVerdict(findings));
  return [verdict, html("ul", { class: "findings" }, ...rows), html("p", {}, way)];
}

/** @param {Finding[]} findings */
function describeVerdict(findings) {
  if (findings.some((one) => one.is === "wrong")) return t("These dice are not right.");
  if (findings.some((one) => one.is === "unknown")) return t("No fault was found, but not everything could be checked.");
  return t("The dice are right: nobody could choose how they fell.");
}

/** @param {Finding} finding */
function describeFinding({ about, is, number = 0, text = "", due = [], count = 0 }) {
  switch (about) {
    case "seed":
      return is === "right"
        ? t("The seed is the one to which the house was bound.")
        : t("The seed is not the one to which the house says it was bound.");
    case "commitment":
      if (is === "unknown" && count > 0) {
        return plural(
          "This browser noted to what the house was bound only after {count} throw.",
          "This browser noted to what the house was bound only after {count} throws.",
          count,
        );
      }
      if (is === "unknown") return t("This browser did not note during the match to what the house was bound.");
      return is === "right"
        ? t("The house was bound to it before the throws: this browser noted that.")
        : t("This browser noted that the house was bound to another seed.");
    case "salts":
      if (is === "unknown") return t("What this browser added is not in the throws.");
      return is === "right"
        ? t("What this browser added is in the throws, so the house could not know them before.")
        : t("What the players added is not in the throws as this browser noted it.");
    case "throws":
      return is === "right"
        ? plural("{count} throw follows from the seed.", "All {count} throws follow from the seed.", count)
        : t("Throw {number} is {throw}, but from the seed follows {due}.", { number, throw: text, due: due.join(" ") });
    case "elsewhere":
      return is === "wrong"
        ? t("Throw {number} is said to have fallen elsewhere, but it fell here.", { number })
        : plural(
            "{count} throw fell elsewhere and cannot be checked.",
            "{count} throws fell elsewhere and cannot be checked.",
            count,
          );
    case "moves":
      if (is === "unknown") return t("What the throws mean in this game only the program “ludoteka verify” can tell.");
      return is === "right"
        ? t("They are the throws that were played with.")
        : t("Throw {number} is not the one that was played with.", { number });
  }
}
