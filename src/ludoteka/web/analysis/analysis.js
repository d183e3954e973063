/** The analysis board: it opens the analysis that the address contains, or an empty one. The tree of moves lives in this page and in its address. */

import { fetchAnalysed } from "./analysis-api.js";
import { Engine } from "./engine.js";
import { MoveTree, openAnalysis, pack, START, unpack } from "./move-tree.js";
import { askForSetup, showAnalysisRecord, showLink } from "./dialogs.js";
import { listenToKeys, Steps, TreeList } from "./tree-list.js";
import { Throws } from "./throws.js";
import { PlayArea } from "./play-area.js";
import { Looks } from "../board/looks.js";
import { fetchHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { joinSentences, say, t } from "../common/texts.js";
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
  /** The positions that were fetched, by the actions that lead to them, as JSON. @type {Map<string, Promise<AnalysedPosition>>} */ #kept = new Map();
  /** @type {PlayArea} */ #area;
  #status = html("p", { class: "status" });
  #spoken = html("p", { class: "unseen", role: "status" });
  #throws = new Throws((text) => this.#play(text));
  #steps = new Steps((where) => void this.#step(where));
  #list = new TreeList((number) => void this.go(number));
  #engine = new Engine((moves) => void this.go(moves.reduce((number, text) => this.#tree.add(number, text), this.#shown)));
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
    this.#area = new PlayArea(looks, "analysis", {
      play: (text) => this.#play(text),
      playTyped: (text) => void this.#try(text),
      explain: (path) => void this.#try(path),
      tellPicks: (words) => (this.#spoken.textContent = words),
    });
    listenToKeys(this.#area.board.element, (where) => void this.#step(where));
    this.elements = this.#layOut();
  }

  #layOut() {
    const title = t("{game}: analysis", { game: say(this.#game.title) });
    const tools = [
      createButton(t("Copy the link"), () => showLink()),
      createButton(t("Record"), () => void showAnalysisRecord(this.#tree.plain())),
      createButton(t("Set up a position"), () => askForSetup(this.#game, this.#tree.options, this.#area.position?.position ?? "")),
      this.#area.turn.button,
      this.#promote,
      this.#remove,
    ];
    const { board, prompt, refusal, dice, choices, form, panel } = this.#area;
    return [
      html("div", { class: "title" }, html("h1", {}, title), createLinks(this.#game.name)),
      html("div", { class: "voice" }, this.#status, prompt, refusal, this.#spoken),
      html("div", { class: "stage" }, board.element),
      html("div", { class: "hand" }, this.#steps.element, dice.element, this.#throws.element, choices.element),
      this.#list.element,
      this.#engine.element,
      html("div", { class: "commenting" }, html("label", { for: "comment" }, t("Comment")), this.#comment),
      form.element,
      html("div", { class: "tools" }, ...tools),
      panel,
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
    this.#tree.learnActors(number, position.moves);
    this.#area.show(position, true);
    this.#area.turn.show({ game: this.#game.name, seats: seats.map((seat) => ({ ...seat, yours: seat.letter === side })) });
    this.#throws.show(throws);
    const status = throws.length > 0 ? t("Choose the throw, or throw the dice") : say(scene.status);
    this.#status.textContent = status;
    this.#spoken.textContent = joinSentences([this.#tree.at(number).text, ...position.says.map(say), status]);
    this.#comment.value = this.#tree.at(number).comment;
    this.#showTree();
    const hasLines = result === null && actor !== null;
    this.#engine.look(hasLines ? this.#question(number) : null, seats, throws.length > 0);
    this.#tellChange();
  }

  #showTree() {
    this.#list.show(this.#tree, this.#area.position?.seats[0]?.letter ?? "", this.#shown);
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
    if (this.#area.position && this.#area.position.throws.length > 0) {
      this.#area.refusal.textContent = t("Choose the throw first.");
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

  /**
   * @param {unknown} error
   * @param {string[]} places
   */
  #showError(error, places) {
    this.#area.showRefusal(error, places);
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
/** The letter of the seat from whose side the board is shown; none for the first. */ const side = new URLSearchParams(location.search).get("side");
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
