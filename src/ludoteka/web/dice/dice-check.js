/** The check of the dice, with its findings in words. */

import { callHouse, HouseError, matchUrl } from "../common/api.js";
import { html, loadStyle } from "../common/elements.js";
import { plural, t } from "../common/texts.js";
import { loadNotes } from "./salts.js";
import { conclude, verify } from "./verify.js";

/** @import {Verification} from "#api" */
/** @import {Finding} from "./verify.js" */

const SIGNS = { right: "✓", wrong: "✗", unknown: "?" };

/**
 * Check the dice of a match.
 * @param {string} match
 * @param {string[]} shown the throws in the list of moves
 * @returns {Promise<Node[]>} the findings
 */
export async function checkDice(match, shown) {
  try {
    /** @type {[Verification, void]} */
    const [dice] = await Promise.all([callHouse(`${matchUrl(match)}/dice`), loadStyle(new URL("dice-check.css", import.meta.url))]);
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
  const way = html("a", { href: "/dice" }, t("All dice in this house"));
  const verdicts = {
    wrong: t("Something is wrong with these dice."),
    unproven: t("No fault was found, but not everything could be checked."),
    proven: t("The dice are fair: nobody could choose what they showed."),
  };
  return [html("p", { class: "verdict" }, verdicts[conclude(findings)]), html("ul", { class: "findings" }, ...rows), html("p", {}, way)];
}

/** @param {Finding} finding */
function describeFinding({ about, is, number = 0, text = "", due = [], count = 0 }) {
  switch (about) {
    case "seed":
      return is === "right"
        ? t("The seed is the one that the server committed to.")
        : t("The seed isn't the one that the server says it committed to.");
    case "commitment":
      if (is === "unknown" && count > 0) {
        return plural(
          "This browser saved the server's commitment only after {count} throw.",
          "This browser saved the server's commitment only after {count} throws.",
          count,
        );
      }
      if (is === "unknown") return t("This browser didn't save the server's commitment during the match.");
      return is === "right"
        ? t("The server committed to it before the first throw: this browser saved the commitment.")
        : t("This browser saved a commitment to another seed.");
    case "salts":
      if (is === "unknown") return t("What this browser added isn't part of the throws.");
      return is === "right"
        ? t("What this browser added is part of the throws, so the server couldn't know them in advance.")
        : t("What the players added to the throws isn't what this browser saved.");
    case "throws":
      if (is === "unknown") return t("No throw could be checked.");
      return is === "right"
        ? plural("{count} throw follows from the seed.", "All {count} throws follow from the seed.", count)
        : t("Throw {number} is {throw}, but the seed gives {due}.", { number, throw: text, due: due.join(" ") });
    case "elsewhere":
      return is === "wrong"
        ? t("The server says that throw {number} was made elsewhere, but it was made here.", { number })
        : plural(
            "{count} throw was made elsewhere and can't be checked.",
            "{count} throws were made elsewhere and can't be checked.",
            count,
          );
    case "moves":
      if (is === "unknown") return t("In this game, only the program “ludoteka verify” can check what the throws mean.");
      return is === "right"
        ? t("They're the throws that the match was played with.")
        : t("Throw {number} isn't the one that the match was played with.", { number });
  }
}
