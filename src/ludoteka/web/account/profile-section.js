/** The user's own profile: the link to it, and its visibility. */

import { HouseError } from "../common/api.js";
import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { residentUrl } from "../profiles/links.js";
import { hideProfile } from "../profiles/profiles-api.js";

/** @import {Account} from "./account-api.js" */

/**
 * Create the section.
 * @param {Account} account
 */
export function createProfileSection({ name, is_hidden: isHidden }) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const box = html("input", { type: "checkbox", checked: isHidden, change: () => void change() });
  const change = async () => {
    problem.textContent = "";
    try {
      await hideProfile(box.checked);
    } catch (error) {
      if (!(error instanceof HouseError)) throw error;
      box.checked = !box.checked;
      problem.textContent = error.message;
    }
  };
  const meaning = html("small", {}, t("Nobody else sees it, and you aren't listed among the best players."));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "profile" },
    html("h2", { id: "profile" }, t("Your profile")),
    html("p", {}, html("a", { href: residentUrl(name) }, t("See your ratings, results and matches"))),
    html("label", { class: "choice" }, box, html("span", {}, t("Hide my profile"), meaning)),
    problem,
  );
}
