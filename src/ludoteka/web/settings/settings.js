/** The owner's page of settings, and the form to become the first owner. */

import { callConfirmed } from "../account/account-api.js";
import { callHouse } from "../common/api.js";
import { createOptions, html } from "../common/elements.js";
import { createField, createForm, createSheet } from "../common/forms.js";
import { openPage, residentName, showContent, showPage } from "../common/page.js";
import { reopen, showReopenable } from "../common/reopening.js";
import { language, LANGUAGES, plural, t } from "../common/texts.js";
import { describeMoment } from "../common/words.js";

/** @import {HouseFacts, HouseSettings, OwnSettings} from "#api" */

// Facts about the house

const DAY = 86_400; // seconds
const LATE_DAYS = 7; // after which a backup is due
const MEBIBYTE = 1 << 20;
const GIBIBYTE = 1 << 30;

/**
 * @param {OwnSettings} settings
 * @param {HouseFacts} facts
 */
function createFacts({ backed_up_at: backup }, facts) {
  const rows = [
    [t("Version"), facts.version],
    [t("Database"), facts.database],
    [t("Schema"), facts.schema],
    ["Python", facts.python],
    [t("Accounts"), facts.accounts.toLocaleString(language)],
    ...(facts.files ? [[t("Size of the database"), describeSize(facts.files.size)], [t("Free disk space"), describeSize(facts.files.free)]] : []),
    ...(facts.broker ? [["Redis", facts.broker === "up" ? t("reachable") : t("not reachable")]] : []),
    [t("Last backup"), backup === null ? t("none is known") : describeMoment(backup)],
  ];
  const limits = [
    [t("Connections from one address"), facts.sockets === 0 ? t("no limit") : String(facts.sockets)],
    [t("Unfinished matches are kept for"), facts.keep === 0 ? t("ever") : plural("{count} day", "{count} days", facts.keep)],
    [t("Trusted proxies"), facts.proxies || "–"],
    [t("Mail server"), facts.mail ?? t("none; the server sends no e-mail")],
    [t("Public address"), facts.public_address || "–"],
    [t("Names of the server on the network"), facts.names.join(", ") || "–"],
  ];
  const isLate = backup === null || Date.now() / 1000 - backup > LATE_DAYS * DAY;
  const advice = t("`ludoteka backup FILE` makes a backup while the server is running. The server knows only of backups made that way.");
  return createSheet(
    "facts",
    t("The server"),
    createList(rows),
    isLate && html("p", { class: "late" }, t("A backup is due."), " ", advice),
    html("h3", {}, t("Set on the command line")),
    createList(limits),
  );
}

/** @param {(string | undefined)[][]} rows */
const createList = (rows) => html("dl", {}, ...rows.flatMap(([term, value]) => [html("dt", {}, term), html("dd", {}, value)]));

/** @param {number} bytes */
function describeSize(bytes) {
  const [unit, name] = bytes < GIBIBYTE ? [MEBIBYTE, "MiB"] : [GIBIBYTE, "GiB"];
  return `${(bytes / unit).toLocaleString(language, { maximumFractionDigits: 1 })} ${name}`;
}

// The settings

const LONGEST_NAME = 40; // characters
const LONGEST_WELCOME = 500;

/**
 * @param {OwnSettings} settings
 * @param {HouseFacts} facts
 */
function createSettingsForm(settings, facts) {
  const name = createField("house-name", t("Name of the house"), { required: false, maxlength: LONGEST_NAME, autocomplete: "off", value: settings.name, placeholder: "Ludoteka" }, ["bad-words"]);
  const welcome = createField("welcome", t("Welcome on the start page"), { required: false, maxlength: LONGEST_WELCOME, autocomplete: "off", value: settings.welcome }, [], t("One or two sentences. Without them, the page says what it always says, in the reader's language."));
  const boxes = Object.entries(LANGUAGES).map(([code, title]) =>
    html("label", { class: "choice", lang: code }, html("input", { type: "checkbox", name: "language", value: code, checked: settings.languages.includes(code) }), html("span", {}, title)),
  );
  const languages = html("fieldset", {}, html("legend", {}, t("Languages")), ...boxes);
  /** @type {Record<string, string>} */
  const words = { open: t("Everybody"), invitation: t("People with an invitation"), providers: t("People who come through a sign-in service"), closed: t("Nobody") };
  const usual = t("As the command line says: {who}", { who: words[facts.started_registration] ?? facts.started_registration });
  const select = html("select", { id: "registration" }, ...createOptions([["", usual], ...Object.entries(words)], settings.registration));
  const registration = html("div", { class: "field" }, html("label", { for: "registration" }, t("Who can create an account")), select);
  const save = async () => {
    const chosen = [...languages.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
    await callConfirmed("/api/settings", { name: name.input.value, welcome: welcome.input.value, languages: chosen, registration: select.value });
    await reopen(t("The settings are saved. Pages that are open show them when they are loaded again."));
  };
  const form = createForm([name, welcome, languages, registration], t("Save the settings"), save);
  return createSheet("settings", t("Settings"), form);
}

// The page

await openPage();
await showReopenable(show);

/** Show the current settings, or why the reader can't see them. */
async function show() {
  const title = t("Settings of the house");
  await showPage(title, async () => {
    const { has_owner: hasOwner, is_local: isLocal } = await callHouse("/api/owner");
    if (!hasOwner) return showContent(title, ...createFirstSteps(title, isLocal));
    /** @type {HouseSettings} */
    const { settings, facts } = await callConfirmed("/api/settings");
    const ways = html("p", {}, html("a", { href: "/order" }, t("Moderation")));
    const columns = html("div", { class: "columns" }, createSettingsForm(settings, facts), createFacts(settings, facts));
    showContent(title, html("div", { class: "title" }, html("h1", {}, title), ways), columns);
  });
}

/**
 * Create the page to become the first owner.
 * @param {string} title
 * @param {boolean} isLocal
 */
function createFirstSteps(title, isLocal) {
  const text = t("This house has no owner yet. To become its owner, you need an account, the machine that runs the server, and the code that the server printed when it started.");
  const lead = html("p", { class: "lead" }, text);
  const elsewhere = html("p", {}, t("This is not the machine that runs the server. There, `ludoteka account role NAME owner` does the same."));
  const signIn = html("p", {}, html("a", { class: "button primary", href: "/account" }, t("Sign in or create an account")), " ", t("Then come back to this page."));
  const next = isLocal ? (residentName() ? createCodeForm() : signIn) : elsewhere;
  return [html("h1", {}, title), html("section", { class: "sheet first" }, lead, next)];
}

function createCodeForm() {
  const code = createField("code", t("Code"), { autocomplete: "off", maxlength: 40, value: location.hash.slice(1) }, ["bad-code"]);
  return createForm([code], t("Become the owner"), async () => {
    await callHouse("/api/owner", { code: code.input.value });
    history.replaceState(null, "", location.pathname);
    await reopen(t("You are the owner of this house."));
  });
}
