/** The page of a puzzle: the reader plays the solution on the board, and the house answers for the other side. */

import { fetchAnalysed } from "../analysis/analysis-api.js";
import { listPanel } from "../board/board-words.js";
import { Board } from "../board/board.js";
import { Looks } from "../board/looks.js";
import { Sheets } from "../board/sheets.js";
import { callHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { joinSentences, say, t } from "../common/texts.js";
import { Dice } from "../dice/dice.js";
import { BoardTurn } from "../match/board-turn.js";
import { Choices, findPrompt, MoveForm, nameChoice } from "../match/choices.js";
import { markSolved } from "./progress.js";

/** @import {AnalysedPosition, Attempt, AttemptRequest, Puzzle} from "#api" */

class PuzzlePage {
  /** @type {Puzzle} */ #puzzle;
  /** The reader's actions so far that are right, or of a turn that isn't over. @type {string[]} */ #actions = [];
  /** The position that is shown. @type {AnalysedPosition | null} */ #position = null;
  /** Whether the solution was shown. */ #isGivenUp = false;
  #isOver = false;
  /** @type {Board} */ #board;
  /** @type {BoardTurn} */ #boardTurn;
  #feedback = html("p", { class: "status", role: "status" });
  #prompt = html("p", { class: "prompt" });
  #refusal = html("p", { class: "refusal", role: "alert" });
  #solution = html("p", { class: "solution", hidden: true });
  #dice = new Dice();
  #choices = new Choices();
  #form = new MoveForm((text) => this.#playTyped(text));
  #panel = html("dl", { class: "panel" });
  #hint = createButton(t("Hint"), () => void this.#ask("hint"));
  #giveUp = createButton(t("Show the solution"), () => void this.#ask("solution"));
  /** What to do after an attempt. @type {HTMLElement[]} */ #after = [];

  /**
   * @param {Puzzle} puzzle
   * @param {Looks} looks
   */
  constructor(puzzle, looks) {
    this.#puzzle = puzzle;
    this.#board = new Board(looks, new Sheets("puzzle"), {
      onAction: (text) => void this.#play(text),
      onDeadEnd: (path) => void this.#explain(path),
      onPick: () => this.#showPicks(),
    });
    this.#boardTurn = new BoardTurn(this.#board);
    this.elements = this.#layOut();
  }

  #layOut() {
    const { title, number, count, task, level, game } = this.#puzzle;
    const next = number < count ? number + 1 : 1;
    const values = { game: say(title), number: String(number) };
    const nextLink = html("a", { class: "button primary", href: `/puzzle/${game}/${next}` }, t("Next puzzle"));
    this.#after = [createButton(t("Try again"), () => void this.begin()), nextLink];
    this.#showAfter(false);
    return [
      html(
        "div",
        { class: "title" },
        html("h1", {}, t("{game}: puzzle {number}", values)),
        html(
          "nav",
          { class: "ways", "aria-label": t("More about this game") },
          html("a", { href: `/rules/${game}` }, t("Rules")),
          html("a", { href: "/puzzles" }, t("All puzzles")),
        ),
      ),
      html(
        "div",
        { class: "voice" },
        html("p", { class: "task" }, say(task)),
        html("p", { class: "difficulty" }, t("Difficulty: {level}", { level: String(level) })),
        this.#feedback,
        this.#prompt,
        this.#refusal,
        this.#solution,
      ),
      html("div", { class: "stage" }, this.#board.element),
      html("div", { class: "hand" }, this.#dice.element, this.#choices.element),
      this.#form.element,
      html("div", { class: "tools" }, this.#hint, this.#giveUp, ...this.#after, this.#boardTurn.button),
      this.#panel,
    ];
  }

  /** Let the house judge all actions of an attempt. @param {AttemptRequest} attempt @returns {Promise<Attempt>} */
  #judge(attempt) {
    const { game, number } = this.#puzzle;
    return callHouse(`/api/puzzles/${encodeURIComponent(game)}/${number}`, attempt);
  }

  /** @param {boolean} isTried */
  #showAfter(isTried) {
    for (const one of this.#after) one.hidden = !isTried;
  }

  /** Begin, or begin again. */
  async begin() {
    this.#actions = [];
    this.#isOver = false;
    this.#solution.hidden = true;
    await this.#show([]);
    this.#say(t("Find the best play."));
  }

  /**
   * Show the position after these actions of both sides.
   * @param {string[]} played
   */
  async #show(played) {
    const { game, options, position } = this.#puzzle;
    const shown = await fetchAnalysed({ game, options, position, actions: played });
    const isFirst = this.#position === null;
    const { scene, seats, to_act: actor } = shown;
    if (isFirst) {
      const isTurned = seats.some((seat) => seat.letter === actor && seat.turned);
      this.#boardTurn.show({ game, seats: [{ letter: "", yours: true, turned: isTurned }] });
    }
    this.#position = shown;
    this.#board.show(this.#isOver ? { ...scene, paths: {} } : scene, isFirst);
    this.#board.hinted = [];
    this.#dice.show(scene.dice, false);
    this.#choices.show(this.#board, this.#isOver ? { ...scene, choices: [] } : scene);
    this.#form.show(this.#isOver ? { scene, result: {} } : shown);
    this.#panel.replaceChildren(...listPanel(scene));
    this.#prompt.textContent = this.#isOver ? "" : findPrompt(this.#board, scene);
    for (const button of [this.#hint, this.#giveUp]) button.disabled = this.#isOver;
  }

  /** @param {string} text */
  async #play(text) {
    try {
      await this.#showAttempt(await this.#judge({ actions: [...this.#actions, text] }));
    } catch (error) {
      this.#showError(error, []);
    }
  }

  /** @param {Attempt} attempt */
  async #showAttempt({ verdict, actions, played }) {
    this.#showAfter(true);
    const answers = played.slice(played.lastIndexOf(actions.at(-1) ?? "") + 1); // after the reader's last action
    this.#actions = actions;
    this.#isOver = verdict === "solved";
    await this.#show(played);
    if (verdict === "wrong") this.#say(t("That isn't the best. Try again."));
    else if (verdict === "right") this.#say(t("Right. The answer is {moves}. Go on.", { moves: answers.join(" ") }));
    else if (verdict === "solved") {
      if (!this.#isGivenUp) markSolved(this.#puzzle);
      this.#say(joinSentences([t("Solved."), ...(this.#position?.says ?? []).map(say)]));
    } else this.#say(t("Go on with the rest of the throw."));
  }

  /** @param {"hint" | "solution"} wish */
  async #ask(wish) {
    try {
      const { actions, played, hint, solution } = await this.#judge({ actions: this.#actions, wish });
      this.#actions = actions;
      if (solution) await this.#showSolution(solution);
      if (hint === null) return;
      await this.#show(played);
      this.#board.hinted = [{ kind: "hinted", place: hint }];
      this.#board.rearrange();
      const { scene } = /** @type {AnalysedPosition} */ (this.#position);
      this.#choices.show(this.#board, scene);
      this.#say(t("Hint: begin with {pick}.", { pick: nameChoice(scene, hint) ?? hint }));
    } catch (error) {
      this.#showError(error, []);
    }
  }

  /** @param {string[]} solution */
  async #showSolution(solution) {
    this.#isGivenUp = this.#isOver = true;
    this.#showAfter(true);
    this.#solution.textContent = t("The solution: {moves}", { moves: solution.join(" ") });
    this.#solution.hidden = false;
    await this.#show(solution);
    this.#say(t("This is the position after the solution."));
  }

  /**
   * Say why no action begins like this.
   * @param {string[]} action
   */
  async #explain(action) {
    if (this.#isOver || !this.#position) return;
    const { game, options } = this.#puzzle;
    try {
      await fetchAnalysed({ game, options, position: this.#position.position, actions: [], action });
    } catch (error) {
      this.#showError(error, action);
    }
  }

  /** @param {string} text */
  #playTyped(text) {
    if (!this.#board.readTyped(text)) void this.#play(text);
    return true;
  }

  /** Show the possible next picks, after something was picked or cancelled. */
  #showPicks() {
    if (!this.#position || this.#isOver) return;
    this.#refusal.textContent = "";
    this.#choices.show(this.#board, this.#position.scene);
    this.#prompt.textContent = findPrompt(this.#board, this.#position.scene);
  }

  /** @param {string} text */
  #say(text) {
    this.#refusal.textContent = "";
    this.#feedback.textContent = text;
  }

  /**
   * @param {unknown} error
   * @param {string[]} places
   */
  #showError(error, places) {
    if (!(error instanceof HouseError)) throw error;
    this.#refusal.textContent = error.message;
    this.#board.showRefusal(error.places.length > 0 ? error.places : places);
  }
}

await openPage();
const [game = "", number = ""] = location.pathname.split("/").slice(-2).map(decodeURIComponent);
/** Fetch and show the puzzle. */
const show = async () => {
  const [puzzle, looks] = await Promise.all([callHouse(`/api/puzzles/${encodeURIComponent(game)}/${Number(number)}`), Looks.load(game)]);
  const page = new PuzzlePage(puzzle, looks);
  const values = { game: say(puzzle.title), number: String(puzzle.number) };
  showContent(t("{game}: puzzle {number}", values), ...page.elements);
  await page.begin();
};
await showPage(t("Puzzles"), show, t("This puzzle can't be opened"));
