/** The bans in force, and the forms that ban an address and annul a match. */

import { html } from "../common/elements.js";
import { createDeed, createField, createForm, createProblem, createSheet } from "../common/forms.js";
import { t } from "../common/texts.js";
import { describeMoment } from "../common/words.js";
import { createDuration, createEntry } from "./entries.js";
import { act } from "./moderation-api.js";

/** @import {Reopen} from "../common/forms.js" */
/** @import {Ban} from "./moderation-api.js" */

/**
 * Create the section.
 * @param {Ban[]} shutOuts
 * @param {Reopen} reopen
 */
export function createBanList(shutOuts, reopen) {
  const problem = createProblem();
  const rows = shutOuts.map((shutOut) => {
    const letIn = async () => {
      await act("let-in", t("Ban lifted early"), { act: shutOut.id });
      await reopen(t("The ban is lifted."), "shut-outs");
    };
    const row = createEntry(shutOut, createDeed(t("Lift the ban"), problem, letIn));
    const until = t("until {date}", { date: describeMoment(shutOut.until) });
    row.firstElementChild?.append(html("span", {}, [shutOut.address, until].filter(Boolean).join(" · ")));
    return row;
  });
  return createSheet(
    "shut-outs",
    t("Bans"),
    html("p", { class: "hint" }, t("Nobody gets in from these addresses, except users who sign in. A whole club or family may share one address.")),
    rows.length > 0 && html("ul", { class: "entries" }, ...rows),
    problem,
    createAddressForm(reopen),
  );
}

/** @param {Reopen} reopen */
function createAddressForm(reopen) {
  const address = createField("address", t("Address"), { maxlength: 40, autocomplete: "off", placeholder: "203.0.113.7" }, ["bad-address"]);
  const hours = createDuration("address-hours");
  const reason = createField("address-reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, ["bad-words"]);
  const send = async () => {
    await act("shut-out", reason.input.value, { address: address.input.value, hours: hours.read() });
    await reopen(t("The address is banned."), "shut-outs");
  };
  return html("details", {}, html("summary", {}, t("Ban an address")), createForm([address, hours.element, reason], t("Ban"), send, ""));
}

/**
 * Create the section.
 * @param {Reopen} reopen
 */
export function createAnnulment(reopen) {
  const match = createField("annulled", t("Link to the match"), { maxlength: 300, autocomplete: "off" }, ["no-such-match", "not-over", "annulled-already"]);
  const reason = createField("annulled-reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, ["bad-words"]);
  const send = async () => {
    await act("annul", reason.input.value, { match: readMatch(match.input.value) });
    await reopen(t("The match is annulled. The ratings follow in a moment."), "annulment");
  };
  return createSheet(
    "annulment",
    t("Annul a match"),
    html("p", { class: "hint" }, t("The match no longer counts: all ratings become what they would be without it. It stays in the lists and can't count again. The standings of tournaments don't change.")),
    createForm([match, reason], t("Annul the match"), send, ""),
  );
}

/** Return the id of a match, which may have been typed as a link. @param {string} typed */
const readMatch = (typed) => (typed.trim().split(/[?#]/)[0] ?? "").replace(/\/+$/, "").split("/").at(-1) ?? "";
