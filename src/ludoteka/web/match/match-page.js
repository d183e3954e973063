/** The page of a match: it shows views and sends what is picked, typed or pressed. */

import { Board } from "../board/board.js";
import { MapNotes } from "../board/map-notes.js";
import { Sheets } from "../board/sheets.js";
import { html } from "../common/elements.js";
import { joinSentences, say, t } from "../common/texts.js";
import { Dice } from "../dice/dice.js";
import { exchangeSalts } from "../dice/salts.js";
import { ThrowButton } from "../dice/throw-button.js";
import { Announcer } from "./announcer.js";
import { BoardTurn } from "./board-turn.js";
import { Chat } from "./chat/chat.js";
import { Choices, findPrompt } from "./choices.js";
import { AbsenceReport } from "./clocks/absence.js";
import { Clocks } from "./clocks/clocks.js";
import { Curtain } from "./curtain.js";
import { Ending } from "./ending.js";
import { ReportButton } from "./menu.js";
import { createActions, layOutMatch, showPanel } from "./layout.js";
import { Hints } from "./moves/hints.js";
import { LastTurn } from "./moves/last-turn.js";
import { linkClauses } from "./moves/clauses.js";
import { MoveForm } from "./moves/move-form.js";
import { MoveList } from "./moves/move-list.js";
import { describeNews, endsWithThrow } from "./moves/news.js";
import { listenForSteps } from "./moves/step-keys.js";
import { Review } from "./moves/review.js";
import { reasonNotToAct } from "./moves/reasons.js";
import { Exits } from "./seats/exits.js";
import { FreeSeats } from "./seats/free-seats.js";
import { Offers } from "./seats/offers.js";
import { createPlates, describeAudience } from "./seats/plates.js";
import { RatedNotice } from "../ratings/rated-notice.js";
import { SecretsNotice } from "./seats/secrets-notice.js";
import { playClick } from "./sound.js";
import { TurnNotices } from "./turn-notices.js";

/** @import {Looks} from "../board/looks.js" */
/** @import {ChatEntry, Hint, Message, Phrase, Refusal, Scene, View} from "../common/types.js" */
/** @import {Connection} from "./connection/connection.js" */

/** @typedef {{title: Message, levels: number, usualLevel: number, phrases: Phrase[], canBeAnalysed: boolean, canBeReviewed: boolean}} GameDetails what the house says about the game */

export class MatchPage {
  /** @type {View} */ #view;
  /** The present scene with its layout, which changes leave out. @type {Scene} */ #scene;
  /** The scene that the board shows: the present one or an earlier one. @type {Scene} */ #shown;
  #isPast = false; // it is an earlier one
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
  /** @type {AbsenceReport} */ #absenceReport;
  /** @type {TurnNotices} */ #turnNotices;
  #report = new ReportButton();
  #clocks = new Clocks();
  #review = new Review((scene, number) => this.#showPosition(scene, number), () => this.#returnToPresent());
  #moves = new MoveList((number) => void this.#review.go(number));
  /** @type {RatedNotice} */ #rated;
  #ending = new Ending();
  #seats = html("div", { class: "seats", role: "list", "aria-label": t("Players") });
  #announcer = new Announcer(this.#ending.element);
  #choices = new Choices(true);
  #dice = new Dice();
  #lastTurn = new LastTurn();
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
    this.#scene = this.#shown = view.scene;
    this.#connection = connection;
    this.#looks = looks;
    const title = say(details.title);
    this.#ending.canBeAnalysed = details.canBeAnalysed;
    this.#ending.canBeReviewed = details.canBeReviewed;
    this.#review.canLookBack = details.canBeAnalysed;
    this.#ending.shownMove = () => this.#review.number;
    this.#board = new Board(looks, new Sheets(view.id), {
      onAction: (text) => this.#act(text),
      onDeadEnd: (path) => this.#tryDeadEnd(path),
      onPick: () => this.#showPicks(),
      onNote: (name) => this.#mapNotes.ask(name),
    });
    listenForSteps(this.#review, this.#board);
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
    this.#turnNotices = new TurnNotices(title, showNote);
    this.#rated = new RatedNotice(view);
    this.#announcer.append(new SecretsNotice(view), this.#freeSeats.notice, this.#rated, this.#absenceReport, this.#offers, this.#exits, this.#clocks);
    const [offers, exits, hints, boardTurn] = [this.#offers, this.#exits, this.#hints, this.#boardTurn];
    const [turnNotices, report, mapNotes] = [this.#turnNotices, this.#report, this.#mapNotes];
    const actions = createActions(view, { offers, exits, hints, boardTurn, turnNotices, report, mapNotes });
    const [audience, seats, panel] = [this.#audience, this.#seats, this.#panel];
    const [announcer, freeSeats, curtain, review] = [this.#announcer, this.#freeSeats, this.#curtain, this.#review];
    const [dice, throwButton, choices, chat] = [this.#dice, this.#throwButton, this.#choices, this.#chat];
    this.elements = layOutMatch(
      { game: view.game, title, audience, seats, panel, actions, board: this.#board },
      { announcer, freeSeats, curtain, review, dice, throwButton, choices, chat, moves: this.#moves, form: this.#form },
    );
  }

  /**
   * Show a view.
   * @param {View} view
   */
  show(view) {
    const { scene } = view;
    this.#view = view;
    this.#scene = { ...this.#scene, ...scene };
    this.#hints.show(view);
    this.#board.sheets.bindTo(view);
    const length = this.#moves.list.length;
    const added = this.#moves.update(view, this.#review.canLookBack || view.result !== null);
    const isBack = this.#moves.list.length < length;
    const news = describeNews(this.#previousView, view, added, isBack);
    this.#lastTurn.update(view, added, isBack);
    this.#review.show(view, this.#moves.list.length);
    if (this.#review.isBack) this.#moves.mark(this.#review.number);
    else this.#showPresent(view.whole, news.length > 0 && endsWithThrow(added));
    if (this.#curtain.show(view)) this.#form.clear();
    this.#boardTurn.show(view);
    exchangeSalts(view, this.#moves.list, this.#connection);
    if (news.length > 0) playClick();
    this.#clocks.show(view);
    this.#seats.replaceChildren(...createPlates(view, this.#looks, this.#clocks));
    this.#showSurroundings(view);
    const prompt = findPrompt(this.#board, this.#shown);
    const state = { prompt, isOver: view.result !== null, isThinking: view.thinking };
    this.#announcer.showStatus(say(scene.status), news, state);
    this.#announcer.showLastAction(this.#moves.lastSaid, this.#review.canLookBack ? "" : this.#moves.answerTo(view));
    this.#absenceReport.show(view, this.#moves.list, added);
    this.#previousView = view;
  }

  /**
   * Show the present position.
   * @param {boolean} isNew it does not continue the one that is shown
   * @param {boolean} isThrown
   */
  #showPresent(isNew, isThrown) {
    this.#board.trail = this.#lastTurn.trail;
    this.#showScene(this.#scene, isNew || this.#isPast);
    this.#dice.show(this.#scene.dice, isThrown, this.#lastTurn.thrown);
    this.#isPast = false;
    this.#throwButton.show(this.#view.can.throw);
    this.#moves.scrollToEnd();
  }

  /** Show the present position after an earlier one. */
  #returnToPresent() {
    this.#showPresent(true, false);
    this.#moves.mark(this.#moves.list.length);
    this.#announcer.announce(joinSentences([findPrompt(this.#board, this.#scene), say(this.#scene.status)]));
  }

  /**
   * Show an earlier position.
   * @param {Scene} scene
   * @param {number} number how many moves had been played
   */
  #showPosition(scene, number) {
    this.#board.trail = [];
    this.#showScene(scene, true);
    this.#dice.show(scene.dice, false);
    this.#isPast = true;
    this.#throwButton.show(false);
    this.#moves.mark(number);
  }

  /**
   * Show a scene on the board, and what belongs to it.
   * @param {Scene} scene
   * @param {boolean} isNew
   */
  #showScene(scene, isNew) {
    this.#board.show(scene, isNew);
    this.#shown = scene;
    showPanel(this.#panel, scene);
    this.#choices.show(this.#board, scene);
    this.#mapNotes.show();
    this.#announcer.showPrompt(findPrompt(this.#board, scene));
  }

  /**
   * Show what is around the board.
   * @param {View} view
   */
  #showSurroundings(view) {
    this.#audience.textContent = describeAudience(view);
    this.#offers.show(view);
    this.#exits.show(view);
    this.#report.show(view);
    this.#chat.show(view);
    this.#rated.show(view);
    this.#ending.show(view, this.#moves.list);
    this.#freeSeats.show(view);
    this.#turnNotices.show(view);
    this.#form.show(view);
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
    this.#announcer.showRefusal(...linkClauses(say(message), this.#view.game));
    if (this.#isPast) return;
    this.#board.showRefusal(places.length > 0 ? places : this.#lastPath);
    this.#choices.show(this.#board, this.#shown);
    this.#throwButton.show(this.#view.can.throw);
  }

  /** @param {ChatEntry[]} entries */
  showChat(entries) {
    for (const entry of entries) this.#chat.add(entry);
  }

  /** @param {Hint | null} hint */
  showHint(hint) {
    this.#review.leave();
    this.#hints.tell(hint);
    this.#choices.show(this.#board, this.#shown);
  }

  /** Show the link to a rematch that somebody has made. @param {string} match */
  offerRematch(match) {
    this.#ending.offerRematch(match);
  }

  /** @param {string | string[]} what */
  #act(what) {
    this.#lastPath = typeof what === "string" ? [] : what;
    this.#announcer.clear();
    this.#choices.show(this.#board, this.#shown);
    this.#connection.command("act", what);
  }

  /**
   * Say why a pick leads nowhere: the house gives the reason to the player whose turn it is, this page to everybody else.
   * @param {string[]} path
   */
  #tryDeadEnd(path) {
    if (this.#connection.isBusy) return;
    if (this.#isPast && !this.#view.result) this.#announcer.showNote(t("This is an earlier position."));
    else if (this.#view.yours) this.#act(path);
    else this.#announcer.showNote(reasonNotToAct(this.#view));
  }

  /** Show and announce the possible next picks, after something was picked or cancelled. */
  #showPicks() {
    const prompt = findPrompt(this.#board, this.#shown);
    const options = this.#choices.show(this.#board, this.#shown);
    this.#announcer.announce(joinSentences([this.#board.path.length > 0 ? prompt : "", options]));
    this.#announcer.showPrompt(prompt);
    this.#mapNotes.show();
  }

  /** @param {string} text */
  #playTyped(text) {
    if (this.#connection.isBusy) return false;
    this.#review.leave();
    if (!this.#view.yours) this.#announcer.showNote(reasonNotToAct(this.#view));
    else if (!this.#board.readTyped(text)) this.#act(text);
    return true;
  }
}
