/** The form that annuls a match. */

import { html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createField, createForm } from "../account/forms.js";
import { act } from "./moderation-api.js";

/**
 * Create the section.
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
export function createAnnulment(reopen) {
  const match = createField("annulled", t("Link to the match"), { maxlength: 300, autocomplete: "off" }, ["no-such-match", "not-over", "annulled-already"]);
  const reason = createField("annulled-reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, ["bad-words"]);
  const send = async () => {
    await act("annul", reason.input.value, { match: readMatch(match.input.value) });
    await reopen(t("The match is annulled. The ratings follow in a moment."), "annulment");
  };
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "annulment" },
    html("h2", { id: "annulment", tabindex: -1 }, t("Annul a match")),
    html("p", { class: "hint" }, t("The match no longer counts: all ratings become what they would be without it. It stays in the lists and can't count again. The standings of tournaments don't change.")),
    createForm([match, reason], t("Annul the match"), send, ""),
  );
}

/** Return the id of a match, which may have been typed as a link. @param {string} typed */
const readMatch = (typed) => (typed.trim().split(/[?#]/)[0] ?? "").replace(/\/+$/, "").split("/").at(-1) ?? "";
