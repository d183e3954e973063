/** The page of a match: it connects, shows views, and sends what is picked, typed or pressed. */

import { listPanel } from "../board/board-words.js";
import { Board } from "../board/board.js";
import { createLegend } from "../board/legend.js";
import { Looks } from "../board/looks.js";
import { endMotionOnPress } from "../board/motion.js";
import { MapNotes, Sheets } from "../board/sheets.js";
import { createThemeSwitch } from "../board/themes.js";
import { fetchHouse } from "../common/api.js";
import { byId, html } from "../common/elements.js";
import { createNavigation, createNotice, openPage, residentName, showContent } from "../common/page.js";
import { joinSentences, plural, say, t } from "../common/texts.js";
import { describeHostsKnowledge } from "../common/words.js";
import { Dice, ThrowButton } from "../dice/dice.js";
import { exchangeSalts } from "../dice/salts.js";
import { Announcer, linkClauses, reasonNotToAct } from "./announcer.js";
import { BoardTurn } from "./board-turn.js";
import { Chat } from "./chat.js";
import { Choices, findPrompt, MoveForm } from "./choices.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { Curtain } from "./curtain.js";
import { Ending } from "./ending.js";
import { Exits } from "./exits.js";
import { FirstMatch } from "./first-match.js";
import { FreeSeats } from "./free-seats.js";
import { Hints } from "./hints.js";
import { createCoordinatesSwitch, createHelpLink, createLinks, createMenu, createMenuGroup, ReportButton } from "./menu.js";
import { MoveList } from "./move-list.js";
import { AbsenceReport, describeNews, endsWithThrow, findThrow, LastTurn } from "./news.js";
import { Offers } from "./offers.js";
import { Pace } from "./pace.js";
import { Plates } from "./plates.js";
import { Premoves } from "./premoves.js";
import { RatedNotice } from "./rated-notice.js";
import { listenForSteps, listenForWheel, Review } from "./review.js";
import { createSoundSettings, createSoundSwitch, findSounds, playSound, sayNews } from "./sound.js";
import { TurnNotices } from "./turn-notices.js";
import { Zen } from "./zen.js";
import { createEmbedButton } from "../embed/embed-button.js";
import { createRecordLink } from "../record/record-link.js";

/** @import {Game, FoundHint, Phrase, RefusalContent} from "#api" */
/** @import {Scene, View} from "../common/types.js" */

const NARROW = "(max-width: 40rem)";

class MatchPage {
  /** The present scene with its layout, which changes leave out. */ #scene;
  /** The scene that the board shows: the present one or an earlier one. */ #shown;
  #isPast = false; // it is an earlier one
  #report = new ReportButton();
  #clocks = new Clocks();
  #review = new Review((scene, number) => this.#showPosition(scene, number), () => this.#returnToPresent());
  #moves = new MoveList((number) => void this.#review.go(number));
  ending = new Ending();
  /** @type {Plates} */ #plates;
  #announcer = new Announcer(this.ending.element);
  #choices = new Choices(true);
  /** @type {Dice} */ #dice;
  #firstMatch = new FirstMatch();
  #lastTurn = new LastTurn();
  #panel = html("dl", { class: "panel" });
  #audience = html("span", { class: "audience" });
  #form = new MoveForm((text) => this.#playTyped(text));
  /** The view shown before. @type {View | null} */ #previousView = null;
  /** The picks sent last; empty if an action text was sent. @type {string[]} */ #lastPath = [];

  /**
   * @param {View} view the first one
   * @param {Connection} connection
   * @param {Looks} looks
   * @param {Game | undefined} game what the house says about it
   * @param {Phrase[]} phrases
   */
  constructor(view, connection, looks, game, phrases) {
    const title = say(game?.title ?? view.game);
    this.view = view;
    this.#scene = this.#shown = view.scene;
    this.connection = connection;
    this.looks = looks;
    this.#plates = new Plates(looks, this.#clocks);
    this.#review.canLookBack = game?.analysis ?? false;
    [this.ending.game, this.ending.looks] = [game, looks];
    this.ending.shownMove = () => this.#review.number;
    /** @type {Board} */
    this.board = new Board(looks, new Sheets(view.id), {
      onAction: (text) => this.#act(text),
      onDeadEnd: (path) => this.#tryDeadEnd(path),
      onPick: () => this.#showPicks(),
      onNote: (name) => this.mapNotes.ask(name),
    });
    this.#dice = new Dice(this.board.drawing.dice);
    listenForSteps(this.#review, this.board);
    listenForWheel(this.#review, this.board);
    this.#announcer.bubble.prepare(this.board);
    const showNote = (/** @type {string} */ text) => this.#announcer.showNote(text);
    this.boardTurn = new BoardTurn(this.board);
    this.zen = new Zen(this.board, (text) => this.#announcer.announce(text));
    /** @type {MapNotes} */
    this.mapNotes = new MapNotes(this.board, showNote);
    this.throwButton = new ThrowButton(connection, this.board);
    this.pace = new Pace(connection);
    endMotionOnPress(this.board.element, this.#dice.element);
    this.freeSeats = new FreeSeats(connection, game?.levels ?? 0, game?.usual_level ?? 0);
    this.offers = new Offers(connection, this.board);
    this.exits = new Exits(connection, this.board);
    this.hints = new Hints(connection, this.board, showNote);
    this.premoves = new Premoves(this.board, game?.analysis ?? false, () => !this.#isPast, showNote);
    this.curtain = new Curtain(connection, this.board);
    this.chat = new Chat(connection, view.id, phrases);
    this.absenceReport = new AbsenceReport(this.board);
    this.turnNotices = new TurnNotices(title, showNote);
    this.rated = new RatedNotice(view);
    const secrets = html("p", { class: "secrets", hidden: !view.host_knows_secrets }, describeHostsKnowledge());
    const below = [this.rated, this.absenceReport, this.offers, this.exits, this.#clocks].map((part) => part.element);
    this.#announcer.element.append(secrets, this.freeSeats.notice, ...below);
    this.elements = this.#layOut(title);
  }

  /**
   * Lay out the page in the order in which it is read.
   * @param {string} title of the game
   */
  #layOut(title) {
    const text = t("Arrow keys move around the board, Enter picks, Escape cancels. You can also type moves.");
    const help = html("p", { id: "board-help", class: "unseen" }, text);
    this.board.element.setAttribute("aria-describedby", help.id);
    const legend = createLegend(this.#scene.legend, this.looks, this.view.game);
    const hand = [this.#dice, this.throwButton, this.#choices].map((part) => part.element);
    return [
      html("div", { class: "title" }, html("h1", {}, title), this.#audience, createLinks(this.view.game)),
      this.#plates.element,
      this.#announcer.element,
      this.freeSeats.element,
      html("div", { class: "stage" }, this.board.element, help, this.curtain.element),
      html("div", { class: "hand" }, ...hand, this.#createActions(title), this.#review.element),
      this.#firstMatch.element,
      this.chat.element,
      this.#moves.element,
      this.#form.element,
      this.#panel,
      ...(legend ? [legend] : []),
    ];
  }

  /**
   * Create the buttons beside the board, and the menu of those that are rarely needed.
   * @param {string} title of the game
   */
  #createActions(title) {
    const { id, game } = this.view;
    const [takeBack, ...others] = this.offers.buttons;
    const { resign } = this.exits;
    const [more, menu] = createMenu(
      createMenuGroup(t("Match"), ...others, ...this.exits.buttons, createRecordLink(id), createEmbedButton(id, title), this.#report.button, this.mapNotes.element, createHelpLink(game)),
      createMenuGroup(t("Board"), this.boardTurn.button, this.boardTurn.eachButton, this.zen.button, createCoordinatesSwitch(), createThemeSwitch()),
      createMenuGroup(t("Tempo"), this.throwButton.switch, this.pace.element, this.premoves.switch),
      createMenuGroup(t("Sound and notices"), ...createSoundSettings(), this.turnNotices.button),
      createLinks(game),
      createNavigation(),
      html("div", { class: "ways" }, html("a", { href: "/account" }, residentName() || t("Sign in"))), // the top of a narrow screen has no room for it
    );
    const buttons = [takeBack, this.hints.button, createSoundSwitch(), this.chat.button, more, menu, this.zen.exit];
    const actions = html("div", { class: "actions" }, ...buttons);
    const narrow = matchMedia(NARROW);
    const putResign = () => (narrow.matches ? menu : actions).append(resign); // a narrow screen has no room for it
    narrow.addEventListener("change", putResign);
    putResign();
    return actions;
  }

  /**
   * Show a view.
   * @param {View} view
   */
  show(view) {
    const { scene } = view;
    this.view = view;
    this.#scene = { ...this.#scene, ...scene };
    this.hints.show(view);
    this.pace.show(view);
    this.throwButton.offerSwitch(view);
    this.board.sheets.bindTo(view);
    const length = this.#moves.list.length;
    const added = this.#moves.update(view, this.#review.canLookBack || view.result !== null);
    const isBack = this.#moves.list.length < length;
    const news = describeNews(this.#previousView, view, added, isBack);
    this.#lastTurn.update(view, this.#moves.list, added, isBack);
    this.#review.show(view, this.#moves.list.length);
    this.boardTurn.show(view); // first, so that the pieces of a page that opens stand where they belong at once
    if (this.#review.isBack) this.#moves.mark(this.#review.number);
    else this.#showPresent(view.whole, news.length > 0 && endsWithThrow(added));
    if (this.curtain.show(view)) this.#form.clear();
    exchangeSalts(view, this.#moves.list, this.connection);
    void playSound(...findSounds(this.#previousView, view, added));
    void sayNews(news, view, this.#moves.isSaid);
    this.#clocks.show(view);
    this.#plates.show(view);
    this.#showSurroundings(view);
    const prompt = findPrompt(this.board, this.#shown);
    this.#announcer.showStatus(view, news, prompt);
    this.#announcer.showLastAction(this.#moves.tellLast(view), this.#review.canLookBack ? "" : this.#moves.answerTo(view));
    this.absenceReport.show(view, this.#moves.list, added);
    if (this.#previousView?.result === null && view.result) void this.#walkWays();
    this.#firstMatch.show({ ...view, scene: this.#scene }, this.#moves.list);
    this.#previousView = view;
    this.premoves.show(view);
  }

  /** Let everybody walk their way at the end of a match whose ways were hidden. */
  async #walkWays() {
    const { walkWays } = await import("../board/ways.js");
    walkWays(this.board.drawing, this.#scene.pieces);
  }

  /**
   * @param {boolean} isNew it does not continue the one that is shown
   * @param {boolean} isThrown
   */
  #showPresent(isNew, isThrown) {
    this.board.trail = this.#lastTurn.trail;
    this.#dice.share = this.pace.share;
    this.#showScene(this.#scene, isNew || this.#isPast);
    const { faces, seat } = this.#lastTurn.thrown;
    this.#dice.show(this.#scene.dice, isThrown, faces, seat);
    this.#isPast = false;
    this.throwButton.show(this.view.can.throw);
    if (this.view.can.accept.length === 0) void this.throwButton.throwAutomatically(); // a throw declines offers
    this.#moves.scrollToEnd();
  }

  /** Show the present position after an earlier one. */
  #returnToPresent() {
    this.#showPresent(true, false);
    this.#moves.mark(this.#moves.list.length);
    this.#announcer.announce(joinSentences([findPrompt(this.board, this.#scene), say(this.#scene.status)]));
  }

  /**
   * @param {Scene} scene
   * @param {number} number how many moves had been played
   */
  #showPosition(scene, number) {
    this.board.trail = [];
    this.premoves.cancel();
    this.#showScene(scene, true);
    const { faces, seat } = findThrow(this.view, this.#moves.list, number, scene.dice);
    this.#dice.show(scene.dice, false, faces, seat);
    this.#isPast = true;
    this.throwButton.show(false);
    this.#announcer.hideLastAction(this.view.result !== null && number < this.#moves.list.length);
    this.#moves.mark(number);
  }

  /**
   * Show a scene on the board, and what belongs to it.
   * @param {Scene} scene
   * @param {boolean} isNew
   */
  #showScene(scene, isNew) {
    this.board.show(scene, isNew);
    this.#shown = scene;
    this.#panel.replaceChildren(...listPanel(scene));
    this.#choices.show(this.board, scene);
    this.mapNotes.show();
    this.#announcer.showPrompt(findPrompt(this.board, scene));
  }

  /** @param {View} view */
  #showSurroundings(view) {
    const { watching } = view;
    this.#audience.textContent = watching > 0 ? plural("{count} watching", "{count} watching", watching) : "";
    this.ending.show(view, this.#moves.list);
    const parts = [this.offers, this.exits, this.#report, this.chat, this.rated, this.freeSeats, this.turnNotices, this.#form];
    for (const part of parts) part.show(view);
  }

  /**
   * Show why a command was refused, and where: at the places the refusal names, else at those that were picked.
   * @param {RefusalContent} refusal
   * @param {string} command
   */
  showRefusal({ message, places }, command) {
    if (command === "salt") return; // the page sent it by itself, and the dice are fair without it
    if (command === "chat") return this.chat.showRefusal(say(message));
    if (command === "hint") this.hints.forget();
    this.#announcer.showRefusal(...linkClauses(say(message), this.view.game));
    if (this.#isPast) return;
    this.board.showRefusal(places.length > 0 ? places : this.#lastPath);
    this.#choices.show(this.board, this.#shown);
    this.throwButton.show(this.view.can.throw);
  }

  /** @param {FoundHint | null} hint */
  showHint(hint) {
    this.#review.leave();
    this.hints.tell(hint);
    this.#choices.show(this.board, this.#shown);
  }

  /** @param {string | string[]} what */
  #act(what) {
    this.premoves.cancel();
    this.#lastPath = typeof what === "string" ? [] : what;
    this.#announcer.clear();
    this.#announcer.bubble.renew();
    this.#choices.show(this.board, this.#shown);
    this.connection.command("act", what);
  }

  /**
   * Say why a pick leads nowhere: the house gives the reason to the player whose turn it is, this page to everybody else.
   * @param {string[]} path
   */
  #tryDeadEnd(path) {
    if (this.connection.isBusy) return;
    if (this.#isPast && !this.view.result) this.#announcer.showNote(t("This is an earlier position."));
    else if (this.view.yours) this.#act(path);
    else this.#announcer.showNote(reasonNotToAct(this.view));
  }

  /** Show and announce the possible next picks, after something was picked or cancelled. */
  #showPicks() {
    const prompt = findPrompt(this.board, this.#shown);
    const options = this.#choices.show(this.board, this.#shown);
    this.#announcer.announce(joinSentences([this.board.path.length > 0 ? prompt : "", options]));
    this.#announcer.showPrompt(prompt);
    this.mapNotes.show();
  }

  /** @param {string} text */
  #playTyped(text) {
    if (this.connection.isBusy) return false;
    this.#review.leave();
    if (!this.view.yours) this.#announcer.showNote(reasonNotToAct(this.view));
    else if (!this.board.readTyped(text)) this.#act(text);
    return true;
  }
}

await openPage();
const match = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
byId("top").after(html("p", { id: "connection", role: "status" }));
showContent("", html("p", { class: "setting-up", role: "status" }, html("span", { class: "thinking" }, t("Setting up the board"))));
const house = fetchHouse().catch(() => ({ games: [], phrases: [] }));
/** @type {Promise<MatchPage> | null} */ let play = null;

const connection = new Connection(match, {
  onView(view) {
    const isFirst = play === null;
    play ??= createMatchPage(view);
    void play.then((one) => {
      one.show(view);
      if (isFirst) focusBoard(view);
    });
  },
  onRefusal(refusal, command) {
    if (play) void play.then((one) => one.showRefusal(refusal, command));
    else showContent("", createNotice(t("This match can't be opened"), say(refusal.message)));
  },
  onChat: (entries) => void play?.then((one) => one.chat.add(entries)),
  onHint: (hint) => void play?.then((one) => one.showHint(hint)),
  onRematch: (id) => void play?.then((one) => one.ending.offerRematch(id)),
  onState(isOpen) {
    const text = isOpen ? [] : [html("span", { class: "thinking" }, t("Connection lost. Reconnecting"))];
    byId("connection").replaceChildren(...text);
    document.body.classList.toggle("offline", !isOpen);
  },
  onMissing() {
    const reason = t("There's no match at this address. Part of the address may be missing.");
    showContent(t("Match not found"), createNotice(t("Match not found"), reason));
  },
});

/** @param {View} view */
async function createMatchPage(view) {
  const [looks, { games, phrases = [] }] = await Promise.all([Looks.load(view.game), house]);
  const play = new MatchPage(view, connection, looks, games.find((one) => one.name === view.game), phrases);
  showContent("", ...play.elements);
  return play;
}

/**
 * Put a player's focus on the board, unless it is already where it is needed.
 * @param {View} view the first one
 */
function focusBoard({ seats, waiting, result }) {
  const isPlaying = seats.some((seat) => seat.yours) && !waiting && !result;
  /** @type {SVGElement | null} */ const board = document.querySelector(".stage > .board");
  if (isPlaying && document.activeElement === document.body) board?.focus({ preventScroll: true });
}
