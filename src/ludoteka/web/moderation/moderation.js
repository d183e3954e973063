/** The moderators' page: reports, a person, the bans in force and the log. */

import { callHouse, HouseError } from "../common/api.js";
import { byId, html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { t } from "../common/texts.js";
import { createAnnulment, createBanList } from "./ban-list.js";
import { createLog, createReportList } from "./entries.js";
import { fetchActs } from "./moderation-api.js";
import { createPersonPanel, createSearch } from "./person-panel.js";
import { createRatedPlay } from "./rated-play.js";
import { fetchAccountState } from "../account/account-api.js";

/** @import {Whom} from "./moderation-api.js" */

const announcement = html("p", { class: "announcement", role: "status" });

await openPage();
byId("main").before(announcement);
await show();
addEventListener("popstate", () => void show());

/** Return the person whom the address names, or null. @returns {Whom | null} */
function readWhom() {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  return asked["name"] || asked["report"] || asked["match"] ? asked : null;
}

/**
 * Show a person, or none.
 * @param {Whom | null} whom
 */
async function look(whom) {
  history.pushState(null, "", whom ? `?${new URLSearchParams(whom)}` : location.pathname);
  await show("", "person");
}

/**
 * Show the current state of everything.
 * @param {string} [message] what has happened
 * @param {string} [focused] the id of the heading that gets the focus
 */
async function show(message = "", focused = "") {
  await showPage(t("Moderation"), async () => {
    const [{ account }, reports, shutOuts, log] = await Promise.all([
      fetchAccountState(),
      callHouse("/api/order/reports"),
      callHouse("/api/order/shut-outs"),
      fetchActs(null),
    ]);
    const person = await createPerson(account?.role ?? "");
    const title = html("div", { class: "title" }, html("h1", {}, t("Moderation")), createSearch(look));
    const left = html("div", { class: "column" }, person, createReportList(reports, look), createRatedPlay(look));
    const right = html("div", { class: "column" }, createBanList(shutOuts, show), createAnnulment(show), createLog(log));
    showContent(t("Moderation"), title, html("div", { class: "columns" }, left, right));
  });
  announcement.textContent = message;
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * Create the panel about the person whom the address names; an empty text if it names nobody.
 * @param {string} role of the reader
 * @returns {Promise<HTMLElement | string>}
 */
async function createPerson(role) {
  const whom = readWhom();
  if (!whom) return "";
  try {
    return createPersonPanel(await callHouse(`/api/order/person?${new URLSearchParams(whom)}`), whom, role, show, () => void look(null));
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    return html("p", { class: "refusal", role: "alert" }, error.message);
  }
}
