/** What every page has: its texts, and the header with the account and the language switch. */

import { HouseError } from "./api.js";
import { byId, createText, html } from "./elements.js";
import { isolate, language, LANGUAGES, loadTexts, switchLanguage, t } from "./texts.js";

const RESIDENT = "resident"; // in sessionStorage: the user who was signed in when this tab last showed a page

/** The link to the reader's account, with the user's name. */
const accountLink = html("a", { class: "resident", href: "/account" });

/** Return the name of the signed-in user, which the house has written into the page; "" for a guest. */
export const residentName = () => document.body.dataset["resident"] ?? "";

/** Return the name of the house. */
export const houseName = () => document.body.dataset["house"] ?? "Ludoteka";

/**
 * Show the signed-in user.
 * @param {string} name "" for a guest
 */
export function showResident(name) {
  document.body.dataset["resident"] = name;
  accountLink.replaceChildren(createText(name || t("Sign in"), accountLink));
  sessionStorage.setItem(RESIDENT, name);
}

/** Create the links to the main pages; the one to which this page belongs is marked. */
export function createNavigation() {
  const titles = { "/": t("Play"), "/puzzles": t("Puzzles"), "/watch": t("Watch"), "/tournaments": t("Tournaments") };
  const here = location.pathname;
  const [, section = ""] = here.split("/"); // /tournament/… belongs to /tournaments
  const links = Object.entries(titles).map(([href, title]) => {
    const current = href === here ? "page" : section !== "" && href.startsWith(`/${section}`) && "true";
    return html("a", { href, "aria-current": current }, title);
  });
  return html("nav", { class: "pages", "aria-label": t("Main pages") }, ...links);
}

/**
 * Load the texts and create the header.
 * @param {"" | "/start"} [texts] the part of the catalogue to load
 */
export async function openPage(texts = "") {
  await loadTexts(texts);
  const offered = (document.body.dataset["languages"] ?? "").split(" ");
  const languages = Object.entries(LANGUAGES).filter(([code]) => offered.includes(code)).map(([code, name]) => {
    const isCurrent = code === language;
    const attributes = {
      type: "button",
      lang: code,
      "aria-pressed": String(isCurrent),
      click: () => isCurrent || switchLanguage(code),
    };
    return html("button", attributes, name);
  });
  showResident(residentName());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && sessionStorage.getItem(RESIDENT) !== residentName()) location.reload(); // somebody signed in or out meanwhile
  });
  byId("top").replaceChildren(
    html("a", { class: "skip", href: "#main" }, t("Skip to the content")),
    html(
      "a",
      { class: "brand", href: "/" },
      html("img", { src: "/web/common/emblem.svg", alt: "", width: 32, height: 32 }),
      html("span", {}, houseName()),
    ),
    createNavigation(),
    accountLink,
    languages.length > 1 ? html("div", { class: "languages", role: "group", "aria-label": t("Language") }, ...languages) : "",
  );
}

/**
 * Show the main content of the page and set its title.
 * @param {string} title
 * @param {...(Node | string)} content
 */
export function showContent(title, ...content) {
  document.title = [title, houseName()].filter(Boolean).map(isolate).join(" · ");
  byId("main").replaceChildren(...content);
}

/**
 * Show a page, or why the house refuses it.
 * @param {string} title
 * @param {() => Promise<void>} show
 * @param {string} [heading] of the reason, if not the title
 * @param {...HTMLElement} ways to continue after a refusal
 */
export async function showPage(title, show, heading = title, ...ways) {
  try {
    await show();
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    showContent(title, createNotice(heading, error.message, ...ways));
  }
}

/**
 * Create a page that says one thing, with links to continue.
 * @param {string} title
 * @param {string} text
 * @param {...HTMLElement} ways
 */
export function createNotice(title, text, ...ways) {
  const home = html("a", { class: "button primary", href: "/" }, t("Go to the start page"));
  return html(
    "section",
    { class: "notice" },
    html("h1", {}, title),
    html("p", {}, text),
    html("p", { class: "row" }, ...ways, home),
  );
}

/**
 * Set or remove a mark, which is a class. A style with `:has()` would need no mark, but then the browser would calculate the
 * styles of the whole page at every change on the board.
 * @param {string} mark
 * @param {boolean} isSet
 */
export function markMain(mark, isSet) {
  byId("main").classList.toggle(mark, isSet);
}
