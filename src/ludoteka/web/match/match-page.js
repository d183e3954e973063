/** Playing a match: shows its views, and sends what is picked, typed or pressed. */

import { AbsenceReport } from "./clocks/absence.js";
import { Offers } from "./seats/offers.js";
import { Board } from "../board/board.js";
import { Chat } from "./chat/chat.js";
import { Choices, findPrompt } from "./choices.js";
import { Clocks } from "./clocks/clocks.js";
import { Curtain } from "./curtain.js";
import { Dice } from "../dice/dice.js";
import { createButton, html } from "../common/elements.js";
import { Ending } from "./ending.js";
import { Exits } from "./seats/exits.js";
import { MoveList } from "./moves/move-list.js";
import { endsWithThrow, describeNews } from "./moves/news.js";
import { MapNotes } from "./map-notes.js";
import { TurnNotices } from "./turn-notices.js";
import { describeAudience, createPlates } from "./seats/plates.js";
import { createRecordLink } from "../record/record-dialog.js";
import { exchangeSalts } from "../dice/salts.js";
import { Sheets } from "../board/sheets.js";
import { playClick, setSound, isSoundOn } from "./sound.js";
import { say, t } from "../common/texts.js";
import { ThrowButton } from "../dice/throw-button.js";
import { Announcer } from "./announcer.js";
import { FreeSeats } from "./seats/free-seats.js";

/** @import {Connection} from "./connection/connection.js" */
/** @import {Looks} from "../board/looks.js" */
/** @import {ChatEntry, Message, Phrase, Refusal, Scene, View} from "../common/types.js" */

export class MatchPage {
  /** @type {View} */ #view;
  /** @type {Connection} */ #connection;
  /** @type {Looks} */ #looks;
  /** @type {Board} */ #board;
  /** @type {MapNotes} */ #mapNotes;
  /** @type {ThrowButton} */ #throwButton;
  /** @type {FreeSeats} */ #freeSeats;
  /** @type {Offers} */ #offers;
  /** @type {Exits} */ #exits;
  /** @type {Curtain} */ #curtain;
  /** @type {Chat} */ #chat;
  /** @type {string} */ #title;
  /** @type {AbsenceReport} */ #absenceReport;
  /** @type {TurnNotices} */ #turnNotices;
  #clocks = new Clocks();
  #moves = new MoveList();
  #ending = new Ending();
  #seats = html("div", { class: "seats", role: "list", "aria-label": t("Players") });
  #announcer = new Announcer(this.#ending.element);
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
  #turn = createButton(t("Turn the board"), () => this.#turnBoard(!this.#board.drawing.isTurned));
  #sound = createButton(t("Sound"), () => this.#switchSound(!isSoundOn()));
  /** The view shown before. @type {View | null} */ #previousView = null;
  /** What was pointed at in the last try. @type {string[]} */ #lastPath = [];

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
      onAction: (text) => this.#act(text),
      onDeadEnd: (path) => this.#tryDeadEnd(path),
      onPick: () => this.#showPicks(),
      onNote: (name) => this.#mapNotes.ask(name),
    });
    this.#mapNotes = new MapNotes(this.#board, (text) => this.#announcer.showNote(text));
    this.#throwButton = new ThrowButton(connection, this.#board);
    this.#freeSeats = new FreeSeats(connection, levels);
    this.#offers = new Offers(connection, this.#board);
    this.#exits = new Exits(connection, this.#board);
    this.#curtain = new Curtain(connection, this.#board);
    this.#chat = new Chat(connection, view.id, phrases);
    this.#absenceReport = new AbsenceReport(this.#board);
    this.#turnNotices = new TurnNotices(this.#title, (text) => this.#announcer.showNote(text));
    const news = [this.#absenceReport.element, this.#offers.element, this.#exits.element, this.#clocks.element];
    this.#announcer.element.append(...news);
    this.#board.element.setAttribute("aria-describedby", "board-help");
    this.#switchSound(isSoundOn());
    this.elements = this.#layout(view.game);
  }

  /**
   * The page, in the order in which it is read.
   * @param {string} game
   */
  #layout(game) {
    const words = t("Arrow keys move over the board, Enter picks, Escape puts down. Moves can also be typed.");
    const help = html("p", { id: "board-help", class: "unseen" }, words);
    const read = (/** @type {Event} */ event) => this.#playTyped(event);
    const asking = [...this.#offers.buttons, ...this.#exits.buttons];
    const buttons = [...asking, this.#turn, this.#sound, this.#turnNotices.button, createRecordLink(this.#view.id)];
    const actions = html("div", { class: "actions" }, ...buttons, this.#mapNotes.element);
    const ways = html(
      "nav",
      { class: "ways", "aria-label": t("Elsewhere") },
      html("a", { href: `/rules/${game}` }, t("Rules")),
      html("a", { href: `/#${game}` }, t("New game")),
    );
    return [
      html("div", { class: "title" }, html("h1", {}, this.#title), this.#audience, ways),
      this.#seats,
      this.#announcer.element,
      this.#freeSeats.element,
      html("div", { class: "stage" }, this.#board.element, help, this.#curtain.element),
      html("div", { class: "hand" }, this.#dice.element, this.#throwButton.element, this.#choices.element, actions),
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
    this.#board.sheets.bindTo(view);
    this.#board.show(scene, view.whole);
    if (this.#curtain.show(view)) this.#text.value = "";
    if (!this.#previousView) this.#turnBoard(localStorage.getItem(this.#turnedKey) === "yes");
    const length = this.#moves.list.length;
    const added = this.#moves.update(view.moves, view.seats);
    exchangeSalts(view, this.#moves.list, this.#connection);
    const news = describeNews(this.#previousView, view, added, this.#moves.list.length < length);
    if (news.length > 0) playClick();
    this.#clocks.show(view);
    this.#seats.replaceChildren(...createPlates(view, this.#looks, this.#clocks));
    this.#dice.show(scene.dice, news.length > 0 && endsWithThrow(added));
    this.#showAround(view);
    this.#choices.show(this.#board, scene);
    this.#mapNotes.show();
    const asked = findPrompt(this.#board, scene);
    const spoken = asked === "" ? news : [...news, asked];
    this.#announcer.showStatus(say(scene.status), spoken, { isOver: view.result !== null, isThinking: view.thinking });
    this.#announcer.showPrompt(asked);
    this.#announcer.showLastAction(this.#moves.lastSaid);
    this.#throwButton.show(view.can.throw);
    this.#moves.scrollToEnd();
    this.#absenceReport.show(view, this.#moves.list, added);
    this.#previousView = view;
  }

  /**
   * Show what stands around the board.
   * @param {View} view
   */
  #showAround(view) {
    const { scene } = view;
    this.#audience.textContent = describeAudience(view);
    this.#panel.replaceChildren(
      ...scene.panel.flatMap(({ label, value }) => [html("dt", {}, say(label)), html("dd", {}, say(value))]),
    );
    this.#offers.show(view);
    this.#exits.show(view);
    this.#chat.show(view);
    this.#ending.show(view, this.#moves.list);
    this.#freeSeats.show(view);
    this.#turnNotices.show(view);
    this.#text.placeholder = firstAction(scene);
  }

  /**
   * Show why something was refused, and where: at the places it names, or else at those that were picked.
   * @param {Refusal} refusal
   * @param {string} command that was refused
   */
  showRefusal({ message, places }, command) {
    if (command === "salt") return; // nobody asked for that; the dice are fair without it
    if (command === "chat") {
      this.#chat.showRefusal(say(message));
      return;
    }
    this.#announcer.showRefusal(say(message));
    this.#board.showRefusal(places.length > 0 ? places : this.#lastPath);
    this.#choices.show(this.#board, this.#view.scene);
    this.#throwButton.show(this.#view.can.throw);
  }

  /**
   * Show what was said.
   * @param {ChatEntry[]} entries
   */
  showChat(entries) {
    for (const entry of entries) this.#chat.add(entry);
  }

  /**
   * Tell that a rematch has been made.
   * @param {string} match
   */
  offerRematch(match) {
    this.#ending.offerRematch(match);
  }

  /** @param {string | string[]} what */
  #act(what) {
    this.#lastPath = typeof what === "string" ? [] : what;
    this.#announcer.clear();
    this.#choices.show(this.#board, this.#view.scene);
    this.#connection.command("act", what);
  }

  /**
   * A pick that leads nowhere: the house knows why, unless it is plain that one may not act at all.
   * @param {string[]} path
   */
  #tryDeadEnd(path) {
    if (this.#connection.isBusy) return;
    if (this.#view.yours) this.#act(path);
    else this.#announcer.showNote(this.#whyNot());
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
  #showPicks() {
    const asked = findPrompt(this.#board, this.#view.scene);
    const ways = this.#choices.show(this.#board, this.#view.scene);
    this.#announcer.announce(this.#board.path.length > 0 ? `${asked} ${ways}` : ways);
    this.#announcer.showPrompt(asked);
    this.#mapNotes.show();
  }

  /** @param {Event} event */
  #playTyped(event) {
    event.preventDefault();
    const typed = this.#text.value.trim();
    if (typed === "" || this.#connection.isBusy) return;
    if (!this.#view.yours) this.#announcer.showNote(this.#whyNot());
    else if (!this.#board.readTyped(typed)) this.#act(typed);
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
  #switchSound(isOn) {
    if (isOn !== isSoundOn()) setSound(isOn);
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
