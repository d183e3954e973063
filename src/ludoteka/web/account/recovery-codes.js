/** Recovery codes, which are shown only once. */

import { createButton, html } from "../common/elements.js";
import { showContent } from "../common/page.js";
import { t } from "../common/texts.js";

/**
 * Show new recovery codes in place of the page, until the reader confirms that they have saved them.
 * @param {string[]} codes
 * @param {() => void} finish
 */
export function showRecoveryCodes(codes, finish) {
  const title = html("h1", { tabindex: -1 }, t("Save your recovery codes"));
  const answer = html("span", { role: "status" });
  const text = `${codes.join("\n")}\n`;
  const file = new Blob([`Ludoteka, ${location.host}\n${t("Recovery codes")}\n\n${text}`], { type: "text/plain" });
  const address = URL.createObjectURL(file);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    answer.textContent = t("Copied");
  };
  const end = () => {
    URL.revokeObjectURL(address);
    finish();
  };
  showContent(
    t("Recovery codes"),
    html(
      "section",
      { class: "sheet codes" },
      title,
      html("p", {}, t("If you lose your passkey or forget your password, one of these codes lets you in. Each works once. Nobody can show them to you again.")),
      html("ol", {}, ...codes.map((code) => html("li", {}, html("code", {}, code)))),
      html(
        "p",
        { class: "row tools" },
        "clipboard" in navigator ? createButton(t("Copy"), () => void copy()) : null,
        html("a", { class: "button", href: address, download: "ludoteka-recovery-codes.txt" }, t("Download")),
        createButton(t("Print"), () => print()),
        answer,
      ),
      html("p", { class: "row tools" }, createButton(t("I have saved them"), end, "primary")),
    ),
  );
  title.focus();
}
