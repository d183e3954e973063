/** The user's sessions. */

import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { describeMoment } from "./moments.js";
import { reportRefusal } from "./forms.js";

/** @import {Session} from "./account-api.js" */

/**
 * Create the list of sessions.
 * @param {Session[]} sessions
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
export function createSessionList(sessions, reopen) {
  const problem = html("p", { class: "refusal", role: "alert" });
  /** @param {string} id @param {string} message */
  const end = (id, message) =>
    void reportRefusal(problem, async () => {
      await callHouse("/api/account/sessions/end", { id });
      await reopen(message, "sessions");
    });
  const sorted = [...sessions].sort((one, other) => Number(other.is_this) - Number(one.is_this));
  const rows = sorted.map(({ id, seen_at, device, is_this }) => {
    const seen = is_this ? t("This browser") : t("Last seen: {date}", { date: describeMoment(seen_at) });
    const button = createButton(t("End the session"), () => end(id, t("The session is ended: that browser is signed out.")));
    button.append(html("span", { class: "unseen" }, ` ${device}`));
    return html("li", {}, html("div", {}, html("strong", {}, device), html("span", {}, seen)), is_this ? null : button);
  });
  const endOthers = createButton(t("Sign out everywhere else"), () => end("others", t("All other browsers are signed out.")));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "sessions" },
    html("h2", { id: "sessions" }, t("Where you are signed in")),
    html("ul", {}, ...rows),
    sessions.length > 1 ? html("p", { class: "row" }, endOthers) : html("p", { class: "hint" }, t("Nowhere else.")),
    problem,
  );
}
