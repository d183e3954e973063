/** The moderators' page: reports, a person, rated play, the bans in force and the log. */

import { fetchAccountState } from "../account/account-api.js";
import { callHouse, fetchHouse, HouseError, matchPath } from "../common/api.js";
import { createButton, createOptions, html } from "../common/elements.js";
import { createDeed, createField, createForm, createProblem, createSheet, explainRefusal, fillPlace, reportRefusal } from "../common/forms.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { andReopen, reopen, showReopenable } from "../common/reopening.js";
import { isolate, plural, t } from "../common/texts.js";
import { describeMoment } from "../common/words.js";
import { act, createDuration, createEntry, createLog, createReport, createReportList, describeRoles, fetchActs, linkPerson } from "./entries.js";
import { createPoolChoice } from "../profiles/ratings.js";

/** @import {Ban, KnownPerson, RatedPlay} from "#api" */
/** @import {Whom} from "./entries.js" */

// Bans and annulments

/** @param {Ban[]} shutOuts */
function createBanList(shutOuts) {
  const problem = createProblem();
  const rows = shutOuts.map((shutOut) => {
    const letIn = andReopen(() => act("let-in", t("Ban lifted early"), { act: shutOut.id }), t("The ban is lifted."), "shut-outs");
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
    createAddressForm(),
  );
}

function createAddressForm() {
  const address = createField("address", t("Address"), { maxlength: 40, autocomplete: "off", placeholder: "203.0.113.7" }, ["bad-address"]);
  const hours = createDuration("address-hours");
  const reason = createField("address-reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, ["bad-words"]);
  const send = () => act("shut-out", reason.input.value, { address: address.input.value, hours: hours.read() });
  const form = createForm([address, hours.element, reason], t("Ban"), andReopen(send, t("The address is banned."), "shut-outs"), "");
  return html("details", {}, html("summary", {}, t("Ban an address")), form);
}

function createAnnulment() {
  const match = createField("annulled", t("Link to the match"), { maxlength: 300, autocomplete: "off" }, ["no-such-match", "not-over", "annulled-already"]);
  const reason = createField("annulled-reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, ["bad-words"]);
  const annul = () => act("annul", reason.input.value, { match: readMatch(match.input.value) });
  const send = andReopen(annul, t("The match is annulled. The ratings follow in a moment."), "annulment");
  return createSheet(
    "annulment",
    t("Annul a match"),
    html("p", { class: "hint" }, t("The match no longer counts: all ratings become what they would be without it. It stays in the lists and can't count again. The standings of tournaments don't change.")),
    createForm([match, reason], t("Annul the match"), send, ""),
  );
}

/** Return the id of a match, which may have been typed as a link. @param {string} typed */
const readMatch = (typed) => (typed.trim().split(/[?#]/)[0] ?? "").replace(/\/+$/, "").split("/").at(-1) ?? "";

// A person

/**
 * @param {KnownPerson} known
 * @param {Whom} whom
 * @param {string} role of the reader
 */
function createDeeds(known, whom, role) {
  const reason = createField("reason", t("Reason, for the log"), { maxlength: 500, autocomplete: "off" }, []);
  const problem = createProblem();
  const address = known.role === null ? whom : { name: known.person.name }; // a new name leads on to the same account
  const perform = (/** @type {string} */ kind, /** @type {Record<string, unknown>} */ more, /** @type {string} */ message) =>
    void reportRefusal(problem, async () => {
      await act(kind, reason.input.value, { ...address, ...more });
      if (typeof more["new_name"] === "string" && whom.name) history.replaceState(null, "", `?${new URLSearchParams({ name: more["new_name"] })}`);
      await reopen(message, "person");
    });
  const row = (/** @type {import("../common/elements.js").Child[]} */ ...parts) => html("p", { class: "row" }, ...parts);
  const name = html("input", { id: "new-name", value: known.person.name, autocomplete: "off", "aria-label": t("New name") });
  const rename = createButton(t("Rename"), () => perform("rename", { new_name: name.value }, t("The name is changed.")));
  const removed = t("The messages are removed.");
  const { match } = known;
  const removeHere = () => perform("remove-words", whom.report ? { ...whom, name: "" } : { match }, removed);
  const here = match && createButton(t("Remove their messages in the match"), removeHere);
  const everywhere = createButton(t("Remove all their messages"), () => perform("remove-words", { everywhere: true }, removed));
  const closing = known.is_closed
    ? createButton(t("Open the account"), () => perform("open", {}, t("The account is open.")))
    : createButton(t("Close the account"), () => perform("close", {}, t("The account is closed.")));
  const hours = createDuration("hours");
  const ban = createButton(t("Ban"), () => perform("shut-out", { hours: hours.read() }, t("They are banned.")));
  const roles = html("select", { id: "role", "aria-label": t("Role") }, ...createOptions(Object.entries(describeRoles()), known.role));
  const changeRole = createButton(t("Change the role"), () => perform("role", { role: roles.value }, t("The role is changed.")));
  const closeReport = () => perform("close-report", { report: whom.report }, t("The report is closed."));
  return html(
    "div",
    { class: "deeds" },
    reason.element,
    problem,
    row(name, rename),
    row(here, everywhere),
    known.role !== null && row(closing),
    html("div", { class: "row" }, hours.element, ban),
    role === "owner" && known.role !== null && row(roles, changeRole),
    whom.report && row(createButton(t("Close the report"), closeReport, "primary")),
  );
}

/** Create the field that finds a user by name. */
function createSearch() {
  const name = createField("search", t("Look somebody up"), { maxlength: 60, autocomplete: "off", placeholder: t("Name") }, []);
  return html("div", { class: "search" }, createForm([name], t("Look up"), () => look({ name: name.input.value }), ""));
}

/**
 * @param {KnownPerson} known
 * @param {Whom} whom
 * @param {string} role of the reader
 */
function createPersonPanel(known, whom, role) {
  const reports = known.reports.map((report) => createReport(report));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "person" },
    html("div", { class: "head" }, html("h2", { id: "person", tabindex: -1 }, linkPerson(known.person)), createButton(t("Close"), () => void look(null), "quiet")),
    html("p", { class: "hint" }, describeAccount(known)),
    createDeeds(known, whom, role),
    reports.length > 0 && html("h3", {}, t("Reports about them")),
    reports.length > 0 && html("ul", { class: "entries" }, ...reports),
    known.acts.length > 0 && html("h3", {}, t("What was done")),
    known.acts.length > 0 && html("ul", { class: "entries" }, ...known.acts.map((one) => createEntry(one))),
  );
}

/** @param {KnownPerson} known */
function describeAccount({ role, made_at: since, is_closed: isClosed }) {
  if (role === null || since === null) return t("Without an account");
  const facts = [describeRoles()[role] ?? role, t("Account created on {date}", { date: describeMoment(since) })];
  return (isClosed ? [...facts, t("Account closed")] : facts).join(" · ");
}

// Rated play

const MANY_CHOICES = 60; // fewer say nothing
const MANY_MATCHES = 15;
const STRIKING = 0.85; // share of choices that match a search

/** Create the section with statistics of the strongest users' rated play, for moderators to judge; they are fetched when it is opened. */
function createRatedPlay() {
  const content = html("div", { class: "figures" });
  const open = async () => {
    if (content.firstChild) return;
    const { games } = await fetchHouse();
    const list = html("div", { "aria-live": "polite" });
    const show = async (/** @type {string} */ game, /** @type {string} */ speed) => {
      /** @type {RatedPlay[]} */
      const found = await callHouse(`/api/order/play/${encodeURIComponent(game)}/${speed}`);
      const none = html("p", { class: "hint" }, t("Nobody has a settled rating here yet."));
      return found.length > 0 ? html("ul", { class: "entries" }, ...found.map(createFigureRow)) : none;
    };
    const choice = createPoolChoice(games, (game, speed) => void fillPlace(list, () => show(game, speed)));
    content.append(html("p", { class: "row" }, ...choice), list);
  };
  const text = t("How the strongest players have played lately. Somebody who nearly always chooses what the engine would choose, and never loses on time, may have help; or they are good. Look at the matches before you judge.");
  const figures = html("details", { toggle: () => void open() }, html("summary", {}, t("Show the figures")), html("p", { class: "hint" }, text), content);
  return createSheet("play", t("Rated play"), figures);
}

/** @param {RatedPlay} figures */
function createFigureRow(figures) {
  const { name, rating, matches, won, lost_on_time: late, reviewed, choices, best } = figures;
  const share = choices > 0 ? t("as the engine: {percent}% ({best} of {choices})", { percent: String(Math.round((100 * best) / choices)), best: String(best), choices: String(choices) }) : t("no match reviewed yet");
  const isStriking = choices >= MANY_CHOICES && matches >= MANY_MATCHES && late === 0 && best / choices >= STRIKING;
  const facts = [
    plural("{count} match", "{count} matches", matches),
    t("won: {won}", { won: String(won) }),
    t("lost on time: {late}", { late: String(late) }),
    t("reviewed: {reviewed}", { reviewed: String(reviewed) }),
    share,
  ];
  return html(
    "li",
    {},
    html("div", {}, html("strong", {}, `${isolate(name)} · ${rating}`), html("span", {}, facts.join(" · ")), isStriking && html("p", { class: "striking" }, t("stands out")), createReviewing(figures)),
    createButton(t("Look into it"), () => void look({ name })),
  );
}

/** Create the button that requests reviews of the latest matches. @param {RatedPlay} figures */
function createReviewing({ not_reviewed: matches }) {
  if (matches.length === 0) return null;
  const told = html("span", { role: "status" });
  const begin = async () => {
    button.disabled = true;
    const refused = await explainRefusal(told, async () => {
      for (const match of matches) await callHouse(`${matchPath(match)}/review`, {});
      told.textContent = t("The engine is at work. Look again in a few minutes.");
    });
    if (refused) button.disabled = false;
  };
  const button = createButton(plural("Review {count} more match", "Review {count} more matches", matches.length), () => void begin(), "quiet");
  return html("p", {}, button, told);
}

// The page

await openPage();
await showReopenable(show);
addEventListener("popstate", () => void reopen());

/** Return the person whom the address names, or null. @returns {Whom | null} */
function readWhom() {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  return asked["name"] || asked["report"] || asked["match"] ? asked : null;
}

/** @param {Whom | null} whom */
async function look(whom) {
  history.pushState(null, "", whom ? `?${new URLSearchParams(whom)}` : location.pathname);
  await reopen("", "person");
}

/** Show the current state of everything. */
async function show() {
  await showPage(t("Moderation"), async () => {
    const [{ account }, reports, shutOuts, log] = await Promise.all([
      fetchAccountState(),
      callHouse("/api/order/reports"),
      callHouse("/api/order/shut-outs"),
      fetchActs(null),
    ]);
    const person = await createPerson(account?.role ?? "");
    const title = html("div", { class: "title" }, html("h1", {}, t("Moderation")), createSearch());
    const left = html("div", { class: "column" }, person, createReportList(reports, look), createRatedPlay());
    const right = html("div", { class: "column" }, createBanList(shutOuts), createAnnulment(), createLog(log));
    showContent(t("Moderation"), title, html("div", { class: "columns" }, left, right));
  });
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
    return createPersonPanel(await callHouse(`/api/order/person?${new URLSearchParams(whom)}`), whom, role);
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    return html("p", { class: "refusal", role: "alert" }, error.message);
  }
}
