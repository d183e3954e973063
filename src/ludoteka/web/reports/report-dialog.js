/** The dialog in which the reader reports a person to the moderators. */

import { callHouse } from "../common/api.js";
import { createHeading, openDialog } from "../common/dialogs.js";
import { createButton, createOptions, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { describePlayer } from "../common/words.js";
import { createProblem, explainRefusal } from "../common/forms.js";

/** @import {Occupant, SeatStatus} from "#api" */

/** The names by kind. @returns {Record<string, string>} */
export const describeKinds = () => ({
  words: t("What they write in the chat"),
  name: t("Their name"),
  cheating: t("Help from a program"),
  stalling: t("They let the time run out or leave"),
  other: t("Something else"),
});

const LONGEST = 500; // characters; the house refuses more

/**
 * Report a user.
 * @param {string} name
 */
export const reportResident = (name) => askToReport(t("Report {name}", { name }), [], () => ({ name }));

/**
 * Report another player of a match.
 * @param {string} match
 * @param {(Occupant | SeatStatus)[]} seats
 */
export function reportPlayer(match, seats) {
  const others = seats.filter((seat) => seat.kind === "person" && !seat.yours);
  const whom = html("select", { id: "report-whom", name: "whom" }, ...createOptions(others.map((seat) => [seat.letter, describePlayer(seat)])));
  const field = html("label", { for: whom.id }, t("Who"), whom);
  askToReport(t("Report a player"), [field], () => ({ match, seat: whom.value }));
}

/**
 * @param {string} heading
 * @param {HTMLElement[]} fields
 * @param {() => Record<string, string>} readWhom
 */
function askToReport(heading, fields, readWhom) {
  const kind = html("select", { id: "report-kind", name: "kind" }, ...createOptions(Object.entries(describeKinds())));
  const text = html("textarea", { id: "report-text", rows: 3, maxlength: LONGEST, "aria-describedby": "report-hint" });
  const problem = createProblem();
  const send = async () => {
    await callHouse("/api/reports", { ...readWhom(), kind: kind.value, text: text.value });
    const thanks = html("p", { role: "status", tabindex: -1 }, t("Thank you. A moderator will look at it."));
    form.replaceWith(thanks, html("p", { class: "row" }, createButton(t("Close"), () => dialog.close(), "primary")));
    thanks.focus();
  };
  const form = html(
    "form",
    { class: "report", submit: (event) => (event.preventDefault(), void explainRefusal(problem, send)) },
    ...fields,
    html("label", { for: kind.id }, t("What it is about"), kind),
    html("label", { for: text.id }, t("What has happened"), text),
    html("p", { class: "hint", id: "report-hint" }, t("They won't be told who reported them.")),
    problem,
    html("p", { class: "row" }, html("button", { class: "button primary" }, t("Send the report")), createButton(t("Cancel"), () => dialog.close(), "quiet")),
  );
  const dialog = openDialog({ "aria-labelledby": "report-title" }, createHeading("report-title", heading), form);
}
