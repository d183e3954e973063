/** The page of dice statistics for all matches of the house. */

import { createButton, html } from "../common/elements.js";
import { callHouse } from "../common/api.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { plural, language, say, t } from "../common/texts.js";

/** @import {DiceStatistics, GameDice} from "#api" */

const RARE = 0.001; // probability with fair dice below which the page calls the throws uneven

await openPage();
await showStatistics();

/** Fetch the throw counts and show them. */
async function showStatistics() {
  const show = async () => {
    /** @type {DiceStatistics} */
    const { dice } = await callHouse("/api/dice");
    const introduction = t(
      "Before the first throw of a match, the server commits itself to a secret number. The players add numbers of their own, and every throw follows from all of these. When the match is over, anybody can check that with the button below the result.",
    );
    const told = dice.length > 0 ? dice.map(createCard) : [html("p", { class: "empty" }, t("No dice have been thrown here yet."))];
    showContent(t("The dice"), html("h1", {}, t("The dice")), html("p", { class: "lead" }, introduction), ...told);
  };
  await showPage("", show, t("The server doesn't answer"), createButton(t("Try again"), () => void showStatistics()));
}

/** @param {GameDice} fallen */
function createCard(fallen) {
  const { kind, counts, throws, run } = fallen;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const title = kind === "bag" ? t("{game}, from a bag", { game: say(fallen.title) }) : say(fallen.title);
  const thrown = plural("{count} throw", "{count} throws", throws);
  const faces = [...run.text].filter((sign) => /\d/.test(sign)).join(", "); // in the games of this page
  const longest = plural("The longest run: {throw}, {count} time in a row.", "The longest run: {throw}, {count} times in a row.", run.length, { throw: faces });
  return html(
    "section",
    { class: "fallen", "aria-label": title },
    html("h2", {}, title),
    html("p", { class: "total" }, thrown),
    createTable(counts, total),
    html("p", {}, describeFairness(fallen).replaceAll(" = ", "\u00a0=\u00a0")), // no line ends within an equation
    run.length > 1 && html("p", {}, longest),
  );
}

/**
 * Create the table of how often each face was thrown, with bars.
 * @param {number[]} counts
 * @param {number} total
 */
function createTable(counts, total) {
  const most = Math.max(...counts, 1);
  const rows = counts.map((count, index) => {
    const part = total > 0 ? count / total : 0;
    const share = part.toLocaleString(language, { style: "percent", minimumFractionDigits: 1 });
    const bar = html("span", { class: "bar" });
    bar.style.inlineSize = `${(100 * count) / most}%`;
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, String(index + 1)),
      html("td", { class: "drawn", "aria-hidden": "true" }, bar),
      html("td", {}, count.toLocaleString(language)),
      html("td", {}, share),
    );
  });
  const head = html(
    "tr",
    {},
    html("th", { scope: "col" }, t("Face")),
    html("td", { class: "drawn", "aria-hidden": "true" }),
    html("th", { scope: "col" }, t("Thrown")),
    html("th", { scope: "col" }, t("Share")),
  );
  return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
}

/** @param {GameDice} fallen */
function describeFairness({ kind, chi_square, degrees, p }) {
  if (kind === "bag") return t("A bag holds every face ten times, so all faces come up almost equally often.");
  if (p === null) return t("There are too few throws to say how even they are.");
  const told = { chi: formatNumber(chi_square, 2), degrees: degrees.toLocaleString(language), p: formatNumber(p, 3) };
  return p < RARE
    ? t("χ² = {chi} with {degrees} degrees of freedom, p = {p}: fair dice are rarely so uneven.", told)
    : t("χ² = {chi} with {degrees} degrees of freedom, p = {p}: this is what fair dice look like.", told);
}

/**
 * @param {number} number
 * @param {number} places
 */
function formatNumber(number, places) {
  return number.toLocaleString(language, { minimumFractionDigits: places, maximumFractionDigits: places });
}
