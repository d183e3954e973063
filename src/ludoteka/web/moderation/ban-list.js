/** The bans in force, and the form that bans an address. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { createField, createForm, reportRefusal } from "../account/forms.js";
import { createDuration } from "./duration.js";
import { createEntry } from "./log.js";
import { act } from "./moderation-api.js";
import { describeTime } from "./words.js";

/** @import {Ban} from "./moderation-api.js" */

/**
 * Create the section.
 * @param {Ban[]} shutOuts
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
export function createBanList(shutOuts, reopen) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const rows = shutOuts.map((one) => createRow(one, problem, reopen));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "shut-outs" },
    html("h2", { id: "shut-outs", tabindex: -1 }, t("Bans")),
    html("p", { class: "hint" }, t("Nobody gets in from these addresses, except users who sign in. A whole club or family may share one address.")),
    rows.length > 0 && html("ul", { class: "entries" }, ...rows),
    problem,
    createAddressForm(reopen),
  );
}

/**
 * @param {Ban} shutOut
 * @param {HTMLElement} problem
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
function createRow(shutOut, problem, reopen) {
  const letIn = createButton(t("Lift the ban"), () =>
    void reportRefusal(problem, async () => {
      await act("let-in", t("Ban lifted early"), { act: shutOut.id });
      await reopen(t("The ban is lifted."), "shut-outs");
    }),
  );
  const row = createEntry(shutOut, letIn);
  const until = t("until {date}", { date: describeTime(shutOut.until) });
  row.firstElementChild?.append(html("span", {}, [shutOut.address, until].filter(Boolean).join(" · ")));
  return row;
}

/** @param {(message: string, focused?: string) => Promise<void>} reopen */
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
