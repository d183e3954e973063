/** The page of a match: it shows views and sends what is picked, typed or pressed. */

import { Board } from "../board/board.js";
import { Sheets } from "../board/sheets.js";
import { html } from "../common/elements.js";
import { joinSentences, say, t } from "../common/texts.js";
import { Dice } from "../dice/dice.js";
import { exchangeSalts } from "../dice/salts.js";
import { ThrowButton } from "../dice/throw-button.js";
import { createRecordLink } from "../record/record-dialog.js";
import { Announcer } from "./announcer.js";
import { BoardTurn } from "./board-turn.js";
import { Chat } from "./chat/chat.js";
import { Choices, findPrompt } from "./choices.js";
import { AbsenceReport } from "./clocks/absence.js";
import { Clocks } from "./clocks/clocks.js";
import { Curtain } from "./curtain.js";
import { Ending } from "./ending.js";
import { Hints } from "./moves/hints.js";
import { MapNotes } from "./map-notes.js";
import { Menu, createAccountLink, createLinks, createReportButton } from "./menu.js";
import { MoveForm } from "./moves/move-form.js";
import { MoveList } from "./moves/move-list.js";
import { describeNews, endsWithThrow } from "./moves/news.js";
import { Review } from "./moves/review.js";
import { reasonNotToAct } from "./moves/reasons.js";
import { Exits } from "./seats/exits.js";
import { FreeSeats } from "./seats/free-seats.js";
import { Offers } from "./seats/offers.js";
import { createPlates, describeAudience } from "./seats/plates.js";
import { RatedNotice } from "../ratings/rated-notice.js";
import { SecretsNotice } from "./seats/secrets-notice.js";
import { playClick, SoundSwitch } from "./sound.js";
import { TurnNotices } from "./turn-notices.js";

/** @import {Looks} from "../board/looks.js" */
/** @import {ChatEntry, Hint, Message, Phrase, Refusal, Scene, View} from "../common/types.js" */
/** @import {Connection} from "./connection/connection.js" */

/** @typedef {{title: Message, levels: number, usualLevel: number, phrases: Phrase[], canBeAnalysed: boolean, canBeReviewed: boolean}} GameDetails what the house says about the game */

export class MatchPage {
  /** @type {View} */ #view;
  /** @type {Connection} */ #connection;
  /** @type {Looks} */ #looks;
  /** @type {Board} */ #board;
  /** @type {BoardTurn} */ #boardTurn;
  /** @type {MapNotes} */ #mapNotes;
  /** @type {ThrowButton} */ #throwButton;
  /** @type {FreeSeats} */ #freeSeats;
  /** @type {Offers} */ #offers;
  /** @type {Exits} */ #exits;
  /** @type {Hints} */ #hints;
  /** @type {Curtain} */ #curtain;
  /** @type {Chat} */ #chat;
  /** @type {string} */ #title;
  /** @type {AbsenceReport} */ #absenceReport;
  /** @type {TurnNotices} */ #turnNotices;
  #clocks = new Clocks();
  #review = new Review((scene, number) => this.#showPosition(scene, number));
  #moves = new MoveList((number) => void this.#review.go(number));
  /** @type {RatedNotice} */ #rated;
  #ending = new Ending();
  #seats = html("div", { class: "seats", role: "list", "aria-label": t("Players") });
  #announcer = new Announcer(this.#ending.element);
  #choices = new Choices();
  #dice = new Dice();
  #panel = html("dl", { class: "panel" });
  #audience = html("span", { class: "audience" });
  #form = new MoveForm((text) => this.#playTyped(text));
  /** The view shown before. @type {View | null} */ #previousView = null;
  /** The picks sent last; empty if an action text was sent. @type {string[]} */ #lastPath = [];

  /**
   * @param {View} view the first one
   * @param {{connection: Connection, looks: Looks, details: GameDetails}} house
   */
  constructor(view, { connection, looks, details }) {
    this.#view = view;
    this.#connection = connection;
    this.#looks = looks;
    this.#title = say(details.title);
    this.#ending.canBeAnalysed = details.canBeAnalysed;
    this.#ending.canBeReviewed = details.canBeReviewed;
    this.#ending.shownMove = () => this.#review.number;
    this.#board = new Board(looks, new Sheets(view.id), {
      onAction: (text) => this.#act(text),
      onDeadEnd: (path) => this.#tryDeadEnd(path),
      onPick: () => this.#showPicks(),
      onNote: (name) => this.#mapNotes.ask(name),
    });
    const showNote = (/** @type {string} */ text) => this.#announcer.showNote(text);
    this.#boardTurn = new BoardTurn(this.#board);
    this.#mapNotes = new MapNotes(this.#board, showNote);
    this.#throwButton = new ThrowButton(connection, this.#board);
    this.#freeSeats = new FreeSeats(connection, details);
    this.#offers = new Offers(connection, this.#board);
    this.#exits = new Exits(connection, this.#board);
    this.#hints = new Hints(connection, this.#board, showNote);
    this.#curtain = new Curtain(connection, this.#board);
    this.#chat = new Chat(connection, view.id, details.phrases);
    this.#absenceReport = new AbsenceReport(this.#board);
    this.#turnNotices = new TurnNotices(this.#title, showNote);
    this.#rated = new RatedNotice(view);
    this.#announcer.append(new SecretsNotice(view), this.#freeSeats.notice, this.#rated, this.#absenceReport, this.#offers, this.#exits, this.#clocks);
    this.#board.element.setAttribute("aria-describedby", "board-help");
    this.elements = this.#layOut(view.game);
  }

  /**
   * Lay out the page in the order in which it is read.
   * @param {string} game
   */
  #layOut(game) {
    const text = t("Arrow keys move around the board, Enter picks, Escape cancels. You can also type moves.");
    const help = html("p", { id: "board-help", class: "unseen" }, text);
    return [
      html("div", { class: "title" }, html("h1", {}, this.#title), this.#audience, createLinks(game)),
      this.#seats,
      this.#announcer.element,
      this.#freeSeats.element,
      html("div", { class: "stage" }, this.#board.element, help, this.#curtain.element),
      html(
        "div",
        { class: "hand" },
        this.#review.element,
        this.#dice.element,
        this.#throwButton.element,
        this.#choices.element,
        this.#createActions(game),
      ),
      this.#chat.element,
      this.#moves.element,
      this.#form.element,
      this.#panel,
    ];
  }

  /** @param {string} game */
  #createActions(game) {
    const [takeBack, ...offers] = this.#offers.buttons;
    const menu = new Menu(
      ...offers,
      ...this.#exits.buttons,
      this.#boardTurn.button,
      new SoundSwitch().button,
      this.#turnNotices.button,
      createRecordLink(this.#view.id),
      createReportButton(this.#view.id, () => this.#view.seats),
      this.#mapNotes.element,
      createLinks(game),
      createAccountLink(),
    );
    return html("div", { class: "actions" }, takeBack, this.#hints.button, menu.toggle, menu.element);
  }

  /**
   * Show a view.
   * @param {View} view
   */
  show(view) {
    const { scene } = view;
    this.#view = view;
    this.#hints.show(view);
    this.#board.sheets.bindTo(view);
    this.#board.show(scene, view.whole);
    if (this.#curtain.show(view)) this.#form.clear();
    this.#boardTurn.show(view);
    const length = this.#moves.list.length;
    const added = this.#moves.update(view);
    exchangeSalts(view, this.#moves.list, this.#connection);
    const news = describeNews(this.#previousView, view, added, this.#moves.list.length < length);
    if (news.length > 0) playClick();
    this.#clocks.show(view);
    this.#seats.replaceChildren(...createPlates(view, this.#looks, this.#clocks));
    this.#dice.show(scene.dice, news.length > 0 && endsWithThrow(added));
    this.#showSurroundings(view);
    this.#choices.show(this.#board, scene);
    this.#mapNotes.show();
    const prompt = findPrompt(this.#board, scene);
    const state = { prompt, isOver: view.result !== null, isThinking: view.thinking };
    this.#announcer.showStatus(say(scene.status), news, state);
    this.#announcer.showPrompt(prompt);
    this.#announcer.showLastAction(this.#moves.lastSaid);
    this.#throwButton.show(view.can.throw);
    this.#moves.scrollToEnd();
    this.#absenceReport.show(view, this.#moves.list, added);
    this.#review.show(view, this.#moves.list.length);
    this.#previousView = view;
  }

  /**
   * Show what is around the board.
   * @param {View} view
   */
  #showSurroundings(view) {
    this.#audience.textContent = describeAudience(view);
    this.#showPanel(view.scene);
    this.#offers.show(view);
    this.#exits.show(view);
    this.#chat.show(view);
    this.#rated.show(view);
    this.#ending.show(view, this.#moves.list);
    this.#freeSeats.show(view);
    this.#turnNotices.show(view);
    this.#form.show(view);
  }

  /** @param {Scene} scene */
  #showPanel({ panel }) {
    this.#panel.replaceChildren(
      ...panel.flatMap(({ label, value }) => [html("dt", {}, say(label)), html("dd", {}, say(value))]),
    );
  }

  /**
   * Show an earlier position of a finished match.
   * @param {Scene} scene
   * @param {number} number how many moves had been played
   */
  #showPosition(scene, number) {
    this.#board.show(scene, true);
    this.#dice.show(scene.dice, false);
    this.#showPanel(scene);
    this.#moves.mark(number);
  }

  /**
   * Show why a command was refused, and where: at the places the refusal names, else at those that were picked.
   * @param {Refusal} refusal
   * @param {string} command
   */
  showRefusal({ message, places }, command) {
    if (command === "salt") return; // the page sent it by itself, and the dice are fair without it
    if (command === "chat") {
      this.#chat.showRefusal(say(message));
      return;
    }
    if (command === "hint") this.#hints.forget();
    this.#announcer.showRefusal(say(message));
    this.#board.showRefusal(places.length > 0 ? places : this.#lastPath);
    this.#choices.show(this.#board, this.#view.scene);
    this.#throwButton.show(this.#view.can.throw);
  }

  /** @param {ChatEntry[]} entries */
  showChat(entries) {
    for (const entry of entries) this.#chat.add(entry);
  }

  /** @param {Hint | null} hint */
  showHint(hint) {
    this.#hints.tell(hint);
    this.#choices.show(this.#board, this.#view.scene);
  }

  /**
   * Show the link to a rematch that somebody has made.
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
   * Say why a pick leads nowhere: the house gives the reason to the player whose turn it is, this page to everybody else.
   * @param {string[]} path
   */
  #tryDeadEnd(path) {
    if (this.#connection.isBusy) return;
    if (this.#view.yours) this.#act(path);
    else this.#announcer.showNote(reasonNotToAct(this.#view));
  }

  /** Show and announce the possible next picks, after something was picked or cancelled. */
  #showPicks() {
    const prompt = findPrompt(this.#board, this.#view.scene);
    const options = this.#choices.show(this.#board, this.#view.scene);
    this.#announcer.announce(joinSentences([this.#board.path.length > 0 ? prompt : "", options]));
    this.#announcer.showPrompt(prompt);
    this.#mapNotes.show();
  }

  /** @param {string} text */
  #playTyped(text) {
    if (this.#connection.isBusy) return false;
    if (!this.#view.yours) this.#announcer.showNote(reasonNotToAct(this.#view));
    else if (!this.#board.readTyped(text)) this.#act(text);
    return true;
  }
}
