/** Playing a match: shows its views, and sends what is picked, typed or pressed. */

import { Absence } from "./clocks/absence.js";
import { Agreements } from "./seats/offers.js";
import { Board } from "../board/board.js";
import { Chat } from "./chat/chat.js";
import { button, Choices, prompt } from "./choices.js";
import { Clocks } from "./clocks/clocks.js";
import { Curtain } from "./curtain.js";
import { Dice } from "../dice/dice.js";
import { html } from "../common/elements.js";
import { Ending } from "./ending.js";
import { Leaving } from "./seats/exits.js";
import { Moves } from "./moves/move-list.js";
import { endsWithThrow, news } from "./moves/news.js";
import { Notes } from "./map-notes.js";
import { Notices } from "./turn-notices.js";
import { audience, plates } from "./seats/plates.js";
import { recordLink } from "../record/record-dialog.js";
import { salts } from "../dice/salts.js";
import { Sheets } from "../board/sheets.js";
import { click, hear, isHeard } from "./sound.js";
import { say, t } from "../common/texts.js";
import { Throwing } from "../dice/throw-button.js";
import { Voice } from "./announcer.js";
import { Waiting } from "./seats/free-seats.js";

/** @import {Connection} from "./connection/connection.js" */
/** @import {Looks} from "../board/looks.js" */
/** @import {ChatEntry, Message, Phrase, Refusal, Scene, View} from "../common/types.js" */

export class Play {
  /** @type {View} */ #view;
  /** @type {Connection} */ #connection;
  /** @type {Looks} */ #looks;
  /** @type {Board} */ #board;
  /** @type {Notes} */ #notes;
  /** @type {Throwing} */ #throwing;
  /** @type {Waiting} */ #waiting;
  /** @type {Agreements} */ #agreements;
  /** @type {Leaving} */ #leaving;
  /** @type {Curtain} */ #curtain;
  /** @type {Chat} */ #chat;
  /** @type {string} */ #title;
  /** @type {Absence} */ #absence;
  /** @type {Notices} */ #notices;
  #clocks = new Clocks();
  #moves = new Moves();
  #ending = new Ending();
  #seats = html("div", { class: "seats", role: "list", "aria-label": t("Players") });
  #voice = new Voice(this.#ending.element);
  #choices = new Choices();
  #dice = new Dice();
  #panel = html("dl", { class: "panel" });
  #audience = html("span", { class: "audience" });
  #text = html("input", {
    maxlength: "200",
    id: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  #turn = button(t("Turn the board"), () => this.#turnBoard(!this.#board.drawing.isTurned));
  #sound = button(t("Sound"), () => this.#hear(!isHeard()));
  /** The view shown before. @type {View | null} */ #before = null;
  /** What was pointed at in the last try. @type {string[]} */ #tried = [];

  /**
   * @param {View} view the first
   * @param {{connection: Connection, looks: Looks, title: Message, levels: number, phrases: Phrase[]}} house levels: of the computer
   */
  constructor(view, { connection, looks, title, levels, phrases }) {
    this.#view = view;
    this.#connection = connection;
    this.#looks = looks;
    this.#title = say(title);
    this.#board = new Board(looks, new Sheets(view.id), {
      action: (text) => this.#act(text),
      wrong: (path) => this.#wrong(path),
      changed: () => this.#changed(),
      noted: (name) => this.#notes.ask(name),
    });
    this.#notes = new Notes(this.#board, (text) => this.#voice.remark(text));
    this.#throwing = new Throwing(connection, this.#board);
    this.#waiting = new Waiting(connection, levels);
    this.#agreements = new Agreements(connection, this.#board);
    this.#leaving = new Leaving(connection, this.#board);
    this.#curtain = new Curtain(connection, this.#board);
    this.#chat = new Chat(connection, view.id, phrases);
    this.#absence = new Absence(this.#board);
    this.#notices = new Notices(this.#title, (text) => this.#voice.remark(text));
    const told = [this.#absence.element, this.#agreements.element, this.#leaving.element, this.#clocks.element];
    this.#voice.element.append(...told);
    this.#board.element.setAttribute("aria-describedby", "board-help");
    this.#hear(isHeard());
    this.elements = this.#layout(view.game);
  }

  /**
   * The page, in the order in which it is read.
   * @param {string} game
   */
  #layout(game) {
    const words = t("Arrow keys move over the board, Enter picks, Escape puts down. Moves can also be typed.");
    const help = html("p", { id: "board-help", class: "unseen" }, words);
    const read = (/** @type {Event} */ event) => this.#read(event);
    const asking = [...this.#agreements.buttons, ...this.#leaving.buttons];
    const buttons = [...asking, this.#turn, this.#sound, this.#notices.button, recordLink(this.#view.id)];
    const actions = html("div", { class: "actions" }, ...buttons, this.#notes.element);
    const ways = html(
      "nav",
      { class: "ways", "aria-label": t("Elsewhere") },
      html("a", { href: `/rules/${game}` }, t("Rules")),
      html("a", { href: `/#${game}` }, t("New game")),
    );
    return [
      html("div", { class: "title" }, html("h1", {}, this.#title), this.#audience, ways),
      this.#seats,
      this.#voice.element,
      this.#waiting.element,
      html("div", { class: "stage" }, this.#board.element, help, this.#curtain.element),
      html("div", { class: "hand" }, this.#dice.element, this.#throwing.element, this.#choices.element, actions),
      this.#chat.element,
      this.#moves.element,
      html(
        "form",
        { class: "typed", submit: read },
        html("label", { for: "text" }, t("Type a move")),
        this.#text,
        html("button", { class: "button" }, t("Go")),
      ),
      this.#panel,
    ];
  }

  /**
   * Show a view.
   * @param {View} view
   */
  show(view) {
    const { scene } = view;
    this.#view = view;
    this.#board.sheets.belongTo(view);
    this.#board.show(scene, view.whole);
    if (this.#curtain.show(view)) this.#text.value = "";
    if (!this.#before) this.#turnBoard(localStorage.getItem(this.#turnedKey) === "yes");
    const length = this.#moves.list.length;
    const added = this.#moves.take(view.moves, view.seats);
    salts(view, this.#moves.list, this.#connection);
    const told = news(this.#before, view, added, this.#moves.list.length < length);
    if (told.length > 0) click();
    this.#clocks.show(view);
    this.#seats.replaceChildren(...plates(view, this.#looks, this.#clocks));
    this.#dice.show(scene.dice, told.length > 0 && endsWithThrow(added));
    this.#showAround(view);
    this.#choices.show(this.#board, scene);
    this.#notes.show();
    const asked = prompt(this.#board, scene);
    const heard = asked === "" ? told : [...told, asked];
    this.#voice.report(say(scene.status), heard, { isOver: view.result !== null, isThinking: view.thinking });
    this.#voice.ask(asked);
    this.#voice.recall(this.#moves.lastSaid);
    this.#throwing.show(view.can.throw);
    this.#moves.showLast();
    this.#absence.show(view, this.#moves.list, added);
    this.#before = view;
  }

  /**
   * Show what stands around the board.
   * @param {View} view
   */
  #showAround(view) {
    const { scene } = view;
    this.#audience.textContent = audience(view);
    this.#panel.replaceChildren(
      ...scene.panel.flatMap(({ label, value }) => [html("dt", {}, say(label)), html("dd", {}, say(value))]),
    );
    this.#agreements.show(view);
    this.#leaving.show(view);
    this.#chat.show(view);
    this.#ending.show(view, this.#moves.list);
    this.#waiting.show(view);
    this.#notices.show(view);
    this.#text.placeholder = firstAction(scene);
  }

  /**
   * Show why something was refused, and where: at the places it names, or else at those that were picked.
   * @param {Refusal} refusal
   * @param {string} command that was refused
   */
  refuse({ message, places }, command) {
    if (command === "salt") return; // nobody asked for that; the dice are fair without it
    if (command === "chat") {
      this.#chat.refuse(say(message));
      return;
    }
    this.#voice.refuse(say(message));
    this.#board.refuse(places.length > 0 ? places : this.#tried);
    this.#choices.show(this.#board, this.#view.scene);
    this.#throwing.show(this.#view.can.throw);
  }

  /**
   * Show what was said.
   * @param {ChatEntry[]} entries
   */
  hear(entries) {
    for (const entry of entries) this.#chat.take(entry);
  }

  /**
   * Tell that a rematch has been made.
   * @param {string} match
   */
  invite(match) {
    this.#ending.invite(match);
  }

  /** @param {string | string[]} what */
  #act(what) {
    this.#tried = typeof what === "string" ? [] : what;
    this.#voice.hush();
    this.#choices.show(this.#board, this.#view.scene);
    this.#connection.command("act", what);
  }

  /**
   * A pick that leads nowhere: the house knows why, unless it is plain that one may not act at all.
   * @param {string[]} path
   */
  #wrong(path) {
    if (this.#connection.isBusy) return;
    if (this.#view.yours) this.#act(path);
    else this.#voice.remark(this.#whyNot());
  }

  /** Why this reader may not act now. */
  #whyNot() {
    if (this.#view.curtain) return t("Have the board shown first.");
    if (this.#view.can.throw) return t("Throw first.");
    if (this.#view.result) return t("This match is over.");
    if (!this.#view.seats.some((seat) => seat.yours)) return t("You are watching.");
    return t("It is not your turn yet.");
  }

  /** Something was picked or put down: offer what may follow. */
  #changed() {
    const asked = prompt(this.#board, this.#view.scene);
    const ways = this.#choices.show(this.#board, this.#view.scene);
    this.#voice.tell(this.#board.path.length > 0 ? `${asked} ${ways}` : ways);
    this.#voice.ask(asked);
    this.#notes.show();
  }

  /** @param {Event} event */
  #read(event) {
    event.preventDefault();
    const typed = this.#text.value.trim();
    if (typed === "" || this.#connection.isBusy) return;
    if (!this.#view.yours) this.#voice.remark(this.#whyNot());
    else if (!this.#board.read(typed)) this.#act(typed);
    this.#text.value = "";
  }

  /**
   * Turn the board by half, or back, for good: this browser remembers it for the game.
   * @param {boolean} isTurned
   */
  #turnBoard(isTurned) {
    localStorage.setItem(this.#turnedKey, isTurned ? "yes" : "no");
    this.#turn.setAttribute("aria-pressed", String(isTurned));
    if (isTurned !== this.#board.drawing.isTurned) this.#board.turn(isTurned);
  }

  get #turnedKey() {
    return `turned ${this.#view.game}`;
  }

  /** @param {boolean} isOn */
  #hear(isOn) {
    if (isOn !== isHeard()) hear(isOn);
    this.#sound.setAttribute("aria-pressed", String(isOn));
  }
}

/**
 * Some action that may be typed, as an example.
 * @param {Scene} scene
 */
function firstAction(scene) {
  /** @type {import("../common/types.js").Trie | string | undefined} */ let node = scene.paths;
  while (typeof node === "object") node = Object.values(node)[0];
  return node ?? "";
}
