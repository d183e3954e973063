/** The chat beside the board: preset phrases, free words where they are allowed, and the guests whom the reader has muted. */

import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { markMain, residentName } from "../common/page.js";
import { PartList } from "../common/part-list.js";
import { joinSentences, language, plural, say, t } from "../common/texts.js";
import { describePlayer } from "../common/words.js";
import { CHAT, createIconButton, nameButton } from "./icons.js";

/** @import {Blocked, ChatEntry, ChatRequest, Phrase} from "#api" */
/** @import {View} from "../common/types.js" */
/** @import {Connection} from "./connection.js" */

const KEY = "muted"; // in localStorage: guest numbers
const MOST = 500; // guests that are remembered

/** The guests whom the reader has muted; this browser remembers them. */
class MuteList {
  element = html("div", { class: "muting" });
  /** Guest numbers of those whom the reader has blocked. @type {number[]} */ #blocked = [];
  /** The switches of people who have written here, by guest number. @type {Map<number, HTMLButtonElement>} */ #switches = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.guests = loadRemembered();
    void this.#addBlocked();
  }

  /** Also mute the people whom the user has blocked. */
  async #addBlocked() {
    if (!residentName()) return;
    const blocked = await callHouse("/api/account/blocked").catch(() => []); // without an answer, nobody is muted
    this.#blocked = blocked.map((/** @type {Blocked} */ one) => one.guest);
    if (blocked.length > 0) this.changed();
  }

  /**
   * Tell whether the author of an entry is muted.
   * @param {ChatEntry} said
   */
  isMuted({ guest }) {
    return this.guests.includes(guest) || this.#blocked.includes(guest);
  }

  /**
   * Add a switch that mutes the author of an entry.
   * @param {ChatEntry} said
   */
  addSwitch(said) {
    const { guest } = said;
    if (said.yours) return;
    const known = this.#switches.get(guest) ?? html("button", { type: "button", class: "button quiet", click: () => this.#toggle(guest) });
    if (!this.#switches.has(guest)) this.element.append(known);
    this.#switches.set(guest, known);
    known.textContent = t("Mute {name}", { name: describeSpeaker(said) });
    known.setAttribute("aria-pressed", String(this.guests.includes(guest)));
  }

  /** @param {number} guest */
  #toggle(guest) {
    const wasMuted = this.guests.includes(guest);
    this.guests = wasMuted ? this.guests.filter((one) => one !== guest) : [...this.guests, guest].slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(this.guests));
    this.#switches.get(guest)?.setAttribute("aria-pressed", String(!wasMuted));
    this.changed();
  }
}

/** @returns {number[]} */
function loadRemembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // written by something else
  }
}

const LONGEST = 200; // characters; the house refuses more
const WIDE = "(min-width: 56rem)"; // where the panel stands open beside the board

export class Chat {
  #rows = new PartList(html("ol"), (/** @type {ChatEntry & {id: number}} */ said) => this.#row(said));
  #log = html("div", { class: "log", role: "log", "aria-label": t("Messages"), tabindex: 0 }, this.#rows.element);
  #unread = html("span", { class: "unread", hidden: true });
  #field = html("input", { id: "say", maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send" });
  #words = html(
    "form",
    { class: "speak", submit: (/** @type {Event} */ event) => this.#submit(event) },
    html("label", { for: "say", class: "unseen" }, t("Your message")),
    this.#field,
    html("button", { class: "button" }, t("Send")),
  );
  #phrases = html("div", { class: "phrases", role: "group", "aria-label": t("Phrases") });
  #refusal = html("p", { class: "unsaid", role: "alert" });
  #muted = new MuteList(() => this.#draw());
  element = html(
    "details",
    { class: "chat", hidden: true, toggle: () => (this.#showPanel(), this.#markRead()) },
    html("summary", {}, html("h2", {}, t("Chat")), this.#unread),
    html("div", { class: "talk" }, this.#log, this.#phrases, this.#words, this.#refusal, this.#muted.element),
  );
  /** The way to the chat where it is out of sight, with the number of unread entries. */
  button = createIconButton(t("Chat"), () => this.#open(), "chat-button", CHAT);
  #count = html("span", { class: "unread", "aria-hidden": "true" });
  /** Entries by number. @type {Map<number, ChatEntry>} */ #entries = new Map();
  #seen = 0; // the number of the last entry that was read; this tab remembers it
  #key = "";
  #can = "";
  #last = ""; // the last text sent, which may be refused

  /**
   * @param {Connection} connection
   * @param {string} match
   * @param {Phrase[]} phrases
   */
  constructor(connection, match, phrases) {
    this.connection = connection;
    this.#key = `read ${match}`;
    this.#seen = Number(sessionStorage.getItem(this.#key));
    this.texts = new Map(phrases.map(({ id, text }) => [id, say(text)]));
    this.#phrases.append(...phrases.map(({ id, text }) => createButton(say(text), () => this.#send({ phrase: id }), "phrase")));
    this.element.open = matchMedia(WIDE).matches;
    this.button.append(this.#count);
  }

  /**
   * Show the fields for what the reader may send.
   * @param {View} view
   */
  show({ can }) {
    this.#can = can.chat;
    this.#phrases.hidden = this.#can === "";
    this.#words.hidden = this.#can !== "words";
    this.#showPanel();
  }

  /** @param {ChatEntry[]} entries of which some may be known already */
  add(entries) {
    for (const entry of entries) this.#add(entry);
  }

  /** @param {ChatEntry} said */
  #add(said) {
    const known = this.#entries.get(said.n);
    if (known && known.text === said.text) return;
    this.#entries.set(said.n, said);
    if (said.yours) {
      this.#refusal.textContent = "";
      this.#seen = Math.max(this.#seen, said.n);
    }
    this.#muted.addSwitch(said);
    this.#draw();
  }

  /**
   * Show beside the field why an entry was refused.
   * @param {string} text
   */
  showRefusal(text) {
    this.#refusal.textContent = text;
    this.#field.value ||= this.#last; // so that it can be changed
  }

  #open() {
    this.element.open = true;
    this.element.scrollIntoView({ block: "start" });
    this.element.querySelector("summary")?.focus({ preventScroll: true });
  }

  #showPanel() {
    this.element.hidden = this.button.hidden = this.#can === "" && this.#entries.size === 0;
    markMain("with-chat", !this.element.hidden);
    markMain("with-open-chat", !this.element.hidden && this.element.open);
  }

  #draw() {
    const heard = [...this.#entries.values()].filter((said) => said.yours || !this.#muted.isMuted(said));
    heard.sort((one, other) => one.n - other.n);
    this.#rows.show(heard.map((said) => ({ ...said, id: said.n })));
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#showPanel();
    this.#markRead();
  }

  /** @param {ChatEntry} said */
  #row(said) {
    const at = new Date(said.at * 1000);
    const text = said.phrase === undefined ? said.text : (this.texts.get(said.phrase) ?? said.phrase);
    return html(
      "li",
      { class: said.yours ? "own" : "" },
      html("strong", {}, describeSpeaker(said)),
      " ",
      text === "" ? html("em", {}, t("(removed)")) : html("span", { class: "text", dir: "auto" }, text),
      " ",
      html("time", { datetime: at.toISOString() }, at.toLocaleTimeString(language, { timeStyle: "short" })),
    );
  }

  /** Mark entries as read while the chat is open; count the unread ones on its summary. */
  #markRead() {
    const last = Math.max(0, ...this.#entries.keys());
    if (this.element.open) this.#seen = last;
    sessionStorage.setItem(this.#key, String(this.#seen));
    const unread = [...this.#entries.values()].filter((said) => said.n > this.#seen && !this.#muted.isMuted(said)).length;
    this.#unread.hidden = this.#count.hidden = unread === 0;
    this.#count.textContent = String(unread);
    nameButton(this.button, joinSentences([t("Chat"), unread > 0 ? plural("{count} unread", "{count} unread", unread) : ""]));
    this.#unread.replaceChildren(
      html("span", { "aria-hidden": "true" }, String(unread)),
      html("span", { class: "unseen" }, plural("{count} unread", "{count} unread", unread)),
    );
    if (this.element.open) this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (text) this.#send({ text });
  }

  /** @param {ChatRequest} what */
  #send(what) {
    this.#refusal.textContent = "";
    this.connection.command("chat", what);
    this.#last = "text" in what ? what.text : "";
    if (this.#last) this.#field.value = "";
  }
}

/** @param {ChatEntry} said */
function describeSpeaker({ name, guest, yours }) {
  return describePlayer({ kind: "person", level: 0, name, guest, yours });
}
