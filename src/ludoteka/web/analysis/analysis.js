/** The analysis board: it opens the analysis that the address contains, or an empty one. The tree of moves lives in this page and in its address. */

import { fetchAnalysed } from "./analysis-api.js";
import { Engine } from "./engine.js";
import { MoveTree, openAnalysis, pack, START, unpack } from "./move-tree.js";
import { askForSetup, showAnalysisRecord, showLink } from "./dialogs.js";
import { listenToKeys, Steps, TreeList } from "./tree-list.js";
import { Throws } from "./throws.js";
import { listPanel } from "../board/board-words.js";
import { Board } from "../board/board.js";
import { Looks } from "../board/looks.js";
import { Sheets } from "../board/sheets.js";
import { fetchHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { joinSentences, say, t } from "../common/texts.js";
import { Dice } from "../dice/dice.js";
import { BoardTurn } from "../match/board-turn.js";
import { Choices, findPrompt, MoveForm } from "../match/choices.js";
import { createLinks } from "../match/menu.js";

/** @import {AnalysedPosition, Game} from "#api" */
/** @import {PlainTree} from "./move-tree.js" */

const MOST_KEPT = 500; // positions
const LONGEST_COMMENT = 2000; // characters

/** The page of an analysis: board, tree of moves, comments and engine. */
class AnalysisPage {
  /** @type {MoveTree} */ #tree;
  /** @type {Game} */ #game;
  /** The move that led to the position that is shown. */ #shown = START;
  /** The move whose position is wanted. */ #wanted = START;
  #isLoading = false;
  /** The position that is shown. @type {AnalysedPosition | null} */ #position = null;
  /** The positions that were fetched, by the actions that lead to them, as JSON. @type {Map<string, Promise<AnalysedPosition>>} */ #kept = new Map();
  /** @type {Board} */ #board;
  /** @type {BoardTurn} */ #boardTurn;
  #status = html("p", { class: "status" });
  #prompt = html("p", { class: "prompt" });
  #refusal = html("p", { class: "refusal", role: "alert" });
  #spoken = html("p", { class: "unseen", role: "status" });
  #dice = new Dice();
  #throws = new Throws((text) => this.#play(text));
  #choices = new Choices();
  #steps = new Steps((where) => void this.#step(where));
  #form = new MoveForm((text) => this.#playTyped(text));
  #list = new TreeList((number) => void this.go(number));
  #engine = new Engine((moves) => void this.go(moves.reduce((number, text) => this.#tree.add(number, text), this.#shown)));
  #panel = html("dl", { class: "panel" });
  #comment = html("textarea", { id: "comment", rows: 2, maxlength: LONGEST_COMMENT, input: () => this.#write() });
  #promote = createButton(t("Make it the main line"), () => this.#promoteLine());
  #remove = createButton(t("Delete from here"), () => void this.go(this.#tree.remove(this.#shown)));

  /**
   * @param {Game} game
   * @param {Looks} looks
   * @param {PlainTree} tree
   * @param {(analysis: PlainTree & {at: number}) => void} onChange the tree has changed, or another position is shown
   */
  constructor(game, looks, tree, onChange) {
    this.#game = game;
    this.onChange = onChange;
    this.#tree = new MoveTree(tree);
    this.#board = new Board(looks, new Sheets("analysis"), {
      onAction: (text) => this.#play(text),
      onDeadEnd: (path) => void this.#try(path),
      onPick: () => this.#showPicks(),
    });
    this.#boardTurn = new BoardTurn(this.#board);
    this.#boardTurn.show({ game: game.name, seats: [] });
    listenToKeys(this.#board.element, (where) => void this.#step(where));
    this.elements = this.#layOut();
  }

  #layOut() {
    const title = t("{game}: analysis", { game: say(this.#game.title) });
    const tools = [
      createButton(t("Copy the link"), () => showLink()),
      createButton(t("Record"), () => void showAnalysisRecord(this.#tree.plain())),
      createButton(t("Set up a position"), () => askForSetup(this.#game, this.#tree.options, this.#position?.position ?? "")),
      this.#boardTurn.button,
      this.#promote,
      this.#remove,
    ];
    return [
      html("div", { class: "title" }, html("h1", {}, title), createLinks(this.#game.name)),
      html("div", { class: "voice" }, this.#status, this.#prompt, this.#refusal, this.#spoken),
      html("div", { class: "stage" }, this.#board.element),
      html("div", { class: "hand" }, this.#steps.element, this.#dice.element, this.#throws.element, this.#choices.element),
      this.#list.element,
      this.#engine.element,
      html("div", { class: "commenting" }, html("label", { for: "comment" }, t("Comment")), this.#comment),
      this.#form.element,
      html("div", { class: "tools" }, ...tools),
      this.#panel,
    ];
  }

  /** @param {PlainTree & {at: number}} analysis */
  async open({ at, ...plain }) {
    this.#tree = new MoveTree(plain);
    this.#kept.clear();
    await this.go(Math.min(Math.max(at, START), this.#tree.size));
    await this.#learnMainLine();
  }

  /** Learn who plays the moves of the main line, so that they get numbers. */
  async #learnMainLine() {
    const end = this.#tree.end(START);
    if (this.#tree.at(end).actor !== null || end === START) return;
    const { moves } = await this.#fetch(end).catch(() => ({ moves: [] }));
    this.#tree.learnActors(end, moves);
    this.#showTree();
  }

  /**
   * Show the position after a move. The house answers one request after the other: what is wanted last comes next.
   * @param {number} number
   */
  async go(number) {
    this.#wanted = number;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (let loaded = -1; loaded !== this.#wanted; ) {
        loaded = this.#wanted;
        await this.#load(loaded);
      }
    } finally {
      this.#isLoading = false;
    }
  }

  /** @param {number} number */
  async #load(number) {
    try {
      const position = await this.#fetch(number);
      if (number === this.#wanted) this.#show(number, position);
    } catch (error) {
      if (number === this.#wanted) this.#wanted = this.#shown;
      this.#showError(error, []);
    }
  }

  /** Fetch the position after a move, unless that was done before. @param {number} number */
  #fetch(number) {
    const question = this.#question(number);
    const key = JSON.stringify(question.actions);
    const kept = this.#kept.get(key) ?? fetchAnalysed(question);
    this.#kept.set(key, kept);
    kept.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  /** @param {number} number */
  #question(number) {
    const { game, options, position } = this.#tree;
    return { game, options, position, actions: this.#tree.texts(number) };
  }

  /**
   * @param {number} number
   * @param {AnalysedPosition} position
   */
  #show(number, position) {
    const { scene, seats, result, to_act: actor, throws } = position;
    this.#shown = number;
    this.#position = position;
    this.#tree.learnActors(number, position.moves);
    this.#refusal.textContent = "";
    this.#board.show(scene, true);
    this.#dice.show(scene.dice, false);
    this.#throws.show(throws);
    this.#choices.show(this.#board, scene);
    this.#form.show(position);
    this.#panel.replaceChildren(...listPanel(scene));
    const status = throws.length > 0 ? t("Choose the throw, or throw the dice") : say(scene.status);
    this.#status.textContent = status;
    this.#prompt.textContent = findPrompt(this.#board, scene);
    this.#spoken.textContent = joinSentences([this.#tree.at(number).text, ...position.says.map(say), status]);
    this.#comment.value = this.#tree.at(number).comment;
    this.#showTree();
    const hasLines = result === null && actor !== null;
    this.#engine.look(hasLines ? this.#question(number) : null, seats, throws.length > 0);
    this.#tellChange();
  }

  #showTree() {
    this.#list.show(this.#tree, this.#position?.seats[0]?.letter ?? "", this.#shown);
    this.#steps.show(this.#shown !== START, this.#tree.at(this.#shown).following.length > 0);
    for (const button of [this.#promote, this.#remove]) button.disabled = this.#shown === START;
  }

  #tellChange() {
    this.onChange({ ...this.#tree.plain(), at: this.#tree.place(this.#shown) });
  }

  /** @param {string} text */
  #play(text) {
    void this.go(this.#tree.add(this.#shown, text));
  }

  /**
   * Play what may be an action; the house says why it is none.
   * @param {string | string[]} action
   */
  async #try(action) {
    if (this.#position && this.#position.throws.length > 0) {
      this.#refusal.textContent = t("Choose the throw first.");
      return;
    }
    try {
      const { moves } = await fetchAnalysed({ ...this.#question(this.#shown), action });
      const [, text] = moves.at(-1) ?? [];
      if (text) this.#play(text);
    } catch (error) {
      this.#showError(error, typeof action === "string" ? [] : action);
    }
  }

  /** @param {string} text */
  #playTyped(text) {
    if (!this.#board.readTyped(text)) void this.#try(text);
    return true;
  }

  /** Show the possible next picks, after something was picked or cancelled. */
  #showPicks() {
    if (!this.#position) return;
    const { scene } = this.#position;
    this.#refusal.textContent = "";
    this.#prompt.textContent = findPrompt(this.#board, scene);
    this.#spoken.textContent = joinSentences([this.#prompt.textContent, this.#choices.show(this.#board, scene)]);
  }

  /**
   * @param {unknown} error
   * @param {string[]} places
   */
  #showError(error, places) {
    if (!(error instanceof HouseError)) throw error;
    this.#refusal.textContent = error.message;
    this.#board.showRefusal(error.places.length > 0 ? error.places : places);
    this.#showTree();
  }

  /** @param {import("./tree-list.js").Where} where */
  #step(where) {
    const number = this.#wanted;
    const { after, following } = this.#tree.at(number);
    const goals = {
      start: START,
      previous: after,
      next: following[0] ?? number,
      end: this.#tree.end(number),
      above: this.#tree.sibling(number, -1),
      below: this.#tree.sibling(number, 1),
    };
    if (goals[where] !== number) void this.go(goals[where]);
  }

  #write() {
    this.#tree.at(this.#shown).comment = this.#comment.value.trim().replace(/\s+/g, " ");
    this.#showTree();
    this.#tellChange();
  }

  #promoteLine() {
    this.#tree.promote(this.#shown);
    this.#showTree();
    this.#tellChange();
  }
}

/** @typedef {PlainTree & {at: number}} Analysis */

await openPage();
const name = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
/** The part of the address after "#" that this page has written last. */ let written = "";
/** The number of changes so far; of several that are packed at the same time, the last counts. */ let changes = 0;

const show = async () => {
  const { games } = await fetchHouse();
  const game = games.find((one) => one.name === name);
  await fetchAnalysed({ game: name, options: {}, position: null, actions: [] }); // refused for games with secrets
  if (game) await openBoard(game);
};
await showPage(t("Analysis"), show, t("This game can't be analysed"));

/** @param {Game} game */
async function openBoard(game) {
  const page = new AnalysisPage(game, await Looks.load(name), emptyAnalysis(), (analysis) => void remember(analysis));
  showContent(t("{game}: analysis", { game: say(game.title) }), ...page.elements);
  const open = async () => {
    const analysis = await readAddress();
    await page.open(analysis ?? emptyAnalysis());
    if (!analysis) showWarning(); // now nothing changes any more that somebody may click
  };
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== written) void open();
  });
  await open();
}

/** @returns {Analysis} */
function emptyAnalysis() {
  return { game: name, options: {}, position: null, comment: "", moves: [], at: START };
}

/**
 * Write an analysis into the address of the page, so that the address is its link.
 * @param {Analysis} analysis
 */
async function remember(analysis) {
  const change = ++changes;
  const packed = await pack(analysis);
  if (change !== changes) return;
  written = packed;
  history.replaceState(null, "", `#${packed}`);
}

/** Read the analysis in the address; null if it is damaged. @returns {Promise<Analysis | null>} */
async function readAddress() {
  const packed = location.hash.slice(1);
  if (packed === "") return emptyAnalysis();
  try {
    const analysis = await unpack(packed);
    new MoveTree(analysis).path(analysis.at); // throws if the moves are no tree
    if (analysis.game !== name) await openAnalysis(analysis);
    return analysis.game === name ? analysis : emptyAnalysis();
  } catch (error) {
    console.warn("a damaged link:", error);
    return null;
  }
}

function showWarning() {
  const dialog = html(
    "dialog",
    { class: "ask", "aria-labelledby": "damaged" },
    html("h2", { id: "damaged" }, t("This link is damaged, so the analysis begins anew.")),
    html("form", { method: "dialog", class: "row" }, html("button", { class: "button primary" }, t("Close"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
