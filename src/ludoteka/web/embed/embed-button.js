/** The button that shows how other sites can embed the board of a match. */

import { matchUrl } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";

const [WIDTH, HEIGHT] = [480, 620]; // pixels: a board with two players above it

/**
 * Create the button.
 * @param {string} match
 * @param {string} title of the game
 */
export function createEmbedButton(match, title) {
  return createButton(t("Embed"), async () => {
    const { copyText, openRecordDialog } = await import("../record/record-dialog.js");
    const source = new URL(`/embed${matchUrl(match)}`, location.href).href;
    const named = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const text = html("textarea", { rows: 4, readonly: true, spellcheck: "false", "aria-label": t("Code for your page") });
    text.value = `<iframe src="${source}" title="${named}" width="${WIDTH}" height="${HEIGHT}" style="border:0;max-width:100%"></iframe>`;
    const told = html("p", { role: "status" });
    const copy = createButton(t("Copy"), async () => told.replaceChildren(await copyText(text)), "primary");
    const hint = html("p", { class: "hint" }, t("Put this code into a page of yours. It shows the board as the match is played; nobody can play there."));
    openRecordDialog(t("Embed the board"), hint, text, html("p", { class: "row" }, copy), told);
  });
}
