/** The section of the account page about notifications, with the form for their settings. */

import { html } from "../common/elements.js";
import { createDeed, createForm, createProblem, createSheet } from "../common/forms.js";
import { andReopen } from "../common/reopening.js";
import { language, t } from "../common/texts.js";
import { describeObstacle, isOn, ownZone, removeBrowser, switchOff, switchOn } from "./notices-api.js";
import { callHouse } from "../common/api.js";

/** @import {NoticeRequest, Notices} from "#api" */

const NIGHT = { from: 22 * 60, to: 8 * 60 }; // the default quiet hours, in minutes after midnight
const HOURS = 24;

/** @param {Notices} notices */
function createNoticeForm(notices) {
  const usual = { turns: true, challenges: true, rounds: true, quiet_from: null, quiet_to: null, zone: ownZone(), mail: false, digest_hour: null };
  const chosen = notices.settings ?? usual;
  const turns = createBox(chosen.turns, t("It is my turn in a match with days for each turn"));
  const challenges = createBox(chosen.challenges, t("Somebody challenges me"));
  const rounds = createBox(chosen.rounds, t("My next match in a tournament begins"));
  const events = html("fieldset", {}, html("legend", {}, t("Tell me when")), turns.element, challenges.element, rounds.element);
  const mail = notices.mail === "possible" ? createMailChoice(chosen) : null;
  const quiet = createQuietHours(chosen);
  const save = () =>
    callHouse("/api/account/notices", {
      turns: turns.box.checked,
      challenges: challenges.box.checked,
      rounds: rounds.box.checked,
      ...quiet.read(),
      ...(mail?.read() ?? { mail: false, digest_hour: null }),
    });
  const parts = [events, mail?.element, quiet.element].filter((part) => part !== undefined);
  return createForm(parts, t("Save"), andReopen(save, t("Notification settings saved."), "notices"), "");
}

/**
 * @param {boolean} isChecked
 * @param {string} label
 * @param {() => void} [change]
 */
function createBox(isChecked, label, change = () => {}) {
  const box = html("input", { type: "checkbox", checked: isChecked, change });
  return { box, element: html("label", { class: "choice" }, box, html("span", {}, label)) };
}

/** @param {Required<NoticeRequest>} chosen */
function createMailChoice(chosen) {
  const hour = chosen.digest_hour ?? null;
  const times = Array.from({ length: HOURS }, (_, one) => html("option", { value: one, selected: one === hour }, t("Once a day, at {time}", { time: clock(one * 60) })));
  const select = html("select", { id: "notice-mails" }, html("option", { value: "", selected: hour === null }, t("At once")), ...times);
  const show = () => (when.hidden = !box.checked);
  const { box, element } = createBox(chosen.mail, t("Also by e-mail"), show);
  const when = html("div", { class: "field" }, html("label", { for: "notice-mails" }, t("When to write")), select);
  show();
  const read = () => ({ mail: box.checked, digest_hour: box.checked && select.value !== "" ? Number(select.value) : null });
  return { element: html("div", {}, element, when), read };
}

/** @param {Required<NoticeRequest>} chosen */
function createQuietHours(chosen) {
  const from = html("input", { id: "quiet-from", type: "time", required: true, value: clock(chosen.quiet_from ?? NIGHT.from) });
  const to = html("input", { id: "quiet-to", type: "time", required: true, value: clock(chosen.quiet_to ?? NIGHT.to) });
  const zones = [...new Set([chosen.zone, ownZone()])].map((zone) => html("option", { value: zone, selected: zone === chosen.zone }, zoneName(zone)));
  const zone = html("select", { id: "notice-zone" }, ...zones);
  const show = () => {
    hours.hidden = !box.checked;
    from.disabled = to.disabled = !box.checked;
  };
  const { box, element } = createBox(chosen.quiet_from !== null, t("Quiet hours: tell me afterwards, all at once"), show);
  const hours = html(
    "div",
    { class: "hours" },
    html("div", { class: "field" }, html("label", { for: "quiet-from" }, t("From")), from),
    html("div", { class: "field" }, html("label", { for: "quiet-to" }, t("To")), to),
  );
  show();
  const place = html("div", { class: "field" }, html("label", { for: "notice-zone" }, t("Time zone")), zone);
  const read = () => ({
    quiet_from: box.checked ? minutes(from.value) : null,
    quiet_to: box.checked ? minutes(to.value) : null,
    zone: zone.value,
  });
  return { element: html("div", {}, element, hours, place), read };
}

/** Format a time for a time field. @param {number} after minutes after midnight */
const clock = (after) => [Math.floor(after / 60), after % 60].map((number) => String(number).padStart(2, "0")).join(":");

/** @param {string} written as time fields do */
function minutes(written) {
  const [hour = 0, minute = 0] = written.split(":").map(Number);
  return hour * 60 + minute;
}

/** Name a time zone in the reader's language. @param {string} zone */
function zoneName(zone) {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts();
    return parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
  } catch {
    return zone; // this browser doesn't know it
  }
}

/** @param {Notices} notices */
export async function createNoticeSection(notices) {
  const hasAny = notices.browsers.length > 0 || notices.mail === "possible";
  const sheet = createSheet(
    "notices",
    t("Notifications"),
    html("p", { class: "hint" }, t("You can be notified of what waits for you: your turn in a match with days for each turn, a challenge, the next round of a tournament. Nothing is sent that you don't switch on.")),
    await createSwitch(notices),
    createOthers(notices),
    notices.mail === "unconfirmed" && html("p", { class: "hint" }, html("a", { href: "#mail" }, t("To get notifications by e-mail, confirm your address first."))),
    hasAny && createNoticeForm(notices),
  );
  if (location.hash === "#notices") requestAnimationFrame(() => sheet.firstElementChild?.scrollIntoView()); // it was not there when the page was opened
  return sheet;
}

/** @param {Notices} notices */
async function createSwitch(notices) {
  const obstacle = describeObstacle();
  if (obstacle) return html("p", { class: "obstacle" }, obstacle);
  const problem = createProblem();
  if (await isOn(notices)) {
    const off = createDeed(t("Switch off in this browser"), problem, andReopen(() => switchOff(notices), t("Notifications are off in this browser."), "notices"));
    return html("div", {}, html("p", {}, t("Notifications are on in this browser.")), html("p", { class: "row" }, off), problem);
  }
  const on = createDeed(t("Switch on in this browser"), problem, andReopen(() => switchOn(notices), t("Notifications are on in this browser."), "notices"), "primary");
  return html("div", {}, html("p", { class: "row" }, on), problem);
}

/** @param {Notices} notices */
function createOthers({ browsers }) {
  const others = browsers.filter((one) => !one.is_this);
  if (others.length === 0) return null;
  const problem = createProblem();
  const rows = others.map(({ id, device }) => {
    const remove = andReopen(() => removeBrowser(id), t("This browser won't get any more notifications."), "notices");
    return html("li", {}, html("div", {}, html("strong", {}, device)), createDeed(t("Remove"), problem, remove, "", device));
  });
  return html("div", {}, html("h3", {}, t("Other browsers with notifications")), html("ul", {}, ...rows), problem);
}
