/** Playing a match: shows its views, and sends what is picked, typed or pressed. */

import { Board } from "./board.js";
import { button, Choices } from "./choices.js";
import { dice } from "./dice.js";
import { html } from "./elements.js";
import { Ending } from "./ending.js";
import { Moves } from "./moves.js";
import { confirmed } from "./page.js";
import { plates } from "./people.js";
import { click, hear, isHeard } from "./sound.js";
import { say, t } from "./texts.js";
import { Voice } from "./voice.js";

/** @import {Connection} from "./connection.js" */
/** @import {Looks} from "./looks.js" */
/** @import {Message, Move, Piece, Refusal, Scene, View} from "./types.js" */

const CENTRE = 0.5; // places that one's pieces must on average lie above the middle for the board to be turned

export class Play {
  /** @type {View} */ #view;
  /** @type {Connection} */ #connection;
  /** @type {Looks} */ #looks;
  /** @type {Board} */ #board;
  /** @type {string} */ #title;
  #moves = new Moves();
  #ending = new Ending();
  #seats = html("div", { class: "seats", role: "list", "aria-label": t("Players") });
  #voice = new Voice(this.#ending.element);
  #choices = new Choices();
  #dice = html("div", { class: "thrown" });
  #panel = html("dl", { class: "panel" });
  #text = html("input", {
    maxlength: "200",
    id: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  #back = button(t("Take back"), () => this.#connection.command("back"));
  #resign = button(t("Resign"), () => this.#giveUp());
  #turn = button(t("Turn the board"), () => this.#board.turn(!this.#board.drawing.isTurned));
  #sound = button(t("Sound"), () => this.#hear(!isHeard()));
  /** The pieces of the view shown before. @type {Piece[] | null} */ #before = null;

  /**
   * @param {View} view the first
   * @param {{connection: Connection, looks: Looks, title: Message}} house
   */
  constructor(view, { connection, looks, title }) {
    this.#view = view;
    this.#connection = connection;
    this.#looks = looks;
    this.#title = say(title);
    this.#board = new Board(looks, {
      action: (text) => this.#act(text),
      wrong: (path) => this.#wrong(path),
      changed: () => this.#changed(),
    });
    this.#board.element.setAttribute("aria-describedby", "board-help");
    this.#hear(isHeard());
    this.elements = this.#layout(view.game);
  }

  /**
   * The page, in the order in which it is read.
   * @param {string} game
   */
  #layout(game) {
    const help = t("Arrow keys move over the board, Enter picks, Escape puts down. Moves can also be typed.");
    const read = (/** @type {Event} */ event) => this.#read(event);
    const actions = html("div", { class: "actions" }, this.#back, this.#resign, this.#turn, this.#sound);
    const ways = html(
      "nav",
      { class: "ways", "aria-label": t("Elsewhere") },
      html("a", { href: `/rules/${game}` }, t("Rules")),
      html("a", { href: `/#${game}` }, t("New game")),
    );
    return [
      html("div", { class: "title" }, html("h1", {}, this.#title), ways),
      this.#seats,
      this.#voice.element,
      html("div", { class: "stage" }, this.#board.element, html("p", { id: "board-help", class: "unseen" }, help)),
      html("div", { class: "hand" }, this.#dice, this.#choices.element, actions),
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
    this.#board.show(scene);
    if (!this.#before && isAbove(scene, view)) this.#board.turn(true);
    const length = this.#moves.list.length;
    const added = this.#moves.take(view.moves, view.seats);
    const news = this.#before ? this.#told(added, this.#moves.list.length < length) : [];
    if (news.length > 0) click();
    this.#seats.replaceChildren(...plates(view, this.#looks));
    this.#showAround(view);
    this.#moves.showLast();
    this.#choices.show(this.#board, scene);
    this.#voice.report(say(scene.status), news, { isOver: view.result !== null, isThinking: view.thinking });
    this.#before = scene.pieces;
  }

  /**
   * Show what stands around the board.
   * @param {View} view
   */
  #showAround(view) {
    const { scene, can } = view;
    this.#dice.replaceChildren(...(scene.dice.length ? [dice(scene.dice)] : []));
    this.#panel.replaceChildren(
      ...scene.panel.flatMap(({ label, value }) => [html("dt", {}, say(label)), html("dd", {}, say(value))]),
    );
    this.#back.disabled = !can.back;
    this.#resign.disabled = !can.resign;
    this.#ending.show(view);
    const isAwaited = view.yours && view.seats.some((seat) => !seat.yours);
    document.title = `${isAwaited ? `● ${t("Your turn")} · ` : ""}${this.#title} · Ludoteka`;
    this.#text.placeholder = firstAction(scene);
  }

  /**
   * What has happened, in words.
   * @param {Move[]} moves
   * @param {boolean} isBack
   */
  #told(moves, isBack) {
    const titles = new Map(this.#view.seats.map((seat) => [seat.letter, say(seat.title)]));
    const acts = moves.map(([letter, text]) => `${titles.get(letter) ?? t("Throw")}: ${text ?? t("a hidden move")}`);
    const now = new Set(this.#view.scene.pieces.map((piece) => piece.id));
    const gone = (this.#before ?? [])
      .filter((piece) => !now.has(piece.id))
      .map((piece) => `${say(piece.label)} ${piece.place}`);
    if (isBack) return [t("Taken back")];
    return acts.length > 0 && gone.length > 0 ? [...acts, t("taken: {pieces}", { pieces: gone.join(", ") })] : acts;
  }

  /**
   * Show why something was refused.
   * @param {Refusal} refusal
   */
  refuse({ message, places }) {
    this.#voice.refuse(say(message));
    this.#board.refuse(places);
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
    this.#voice.hush();
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
    if (this.#view.result) return t("This match is over.");
    if (!this.#view.seats.some((seat) => seat.yours)) return t("You are watching.");
    return t("It is not your turn yet.");
  }

  /** Something was picked or put down: offer what may follow. */
  #changed() {
    this.#voice.tell(this.#choices.show(this.#board, this.#view.scene));
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

  async #giveUp() {
    const mine = this.#view.seats.filter((seat) => seat.yours);
    const seat = mine.find((one) => one.letter === this.#view.to_act) ?? mine[0];
    if (!seat) return;
    const question =
      mine.length > 1 ? t("Resign for this side: {seat}?", { seat: seat.title }) : t("Resign this match?");
    if (await confirmed(question, t("Resign"))) this.#connection.command("resign", seat.letter);
  }

  /** @param {boolean} isOn */
  #hear(isOn) {
    if (isOn !== isHeard()) hear(isOn);
    this.#sound.setAttribute("aria-pressed", String(isOn));
  }
}

/**
 * Whether the reader's only seat has its pieces in the upper half, so that the board should be turned for him.
 * @param {Scene} scene
 * @param {View} view
 */
function isAbove(scene, view) {
  const mine = view.seats.flatMap((seat, index) => (seat.yours ? [index] : []));
  const rows = new Map(scene.places?.map((place) => [place.name, place.y]));
  const heights = scene.pieces.filter((piece) => piece.seat === mine[0]).map((piece) => rows.get(piece.place) ?? 0);
  if (mine.length !== 1 || heights.length === 0) return false;
  const middle = (Math.min(...rows.values()) + Math.max(...rows.values())) / 2;
  return mean(heights) < middle - CENTRE;
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/**
 * Some action that may be typed, as an example.
 * @param {Scene} scene
 */
function firstAction(scene) {
  /** @type {import("./types.js").Trie | string | undefined} */ let node = scene.paths;
  while (typeof node === "object") node = Object.values(node)[0];
  return node ?? "";
}
