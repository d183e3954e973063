/** The page of a puzzle: the reader plays the solution on the board, and the house answers for the other side. */

import { fetchAnalysed } from "../analysis/analysis-api.js";
import { PlayArea } from "../analysis/play-area.js";
import { Looks } from "../board/looks.js";
import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { joinSentences, say, t } from "../common/texts.js";
import { nameChoice } from "../match/choices.js";
import { markSolved } from "./progress.js";

/** @import {AnalysedPosition, Attempt, AttemptRequest, Puzzle} from "#api" */

class PuzzlePage {
  /** @type {Puzzle} */ #puzzle;
  /** The reader's actions so far that are right, or of a turn that isn't over. @type {string[]} */ #actions = [];
  /** Whether the solution was shown. */ #isGivenUp = false;
  #isOver = false;
  /** @type {PlayArea} */ #area;
  #feedback = html("p", { class: "status", role: "status" });
  #solution = html("p", { class: "solution", hidden: true });
  #hint = createButton(t("Hint"), () => void this.#ask("hint"));
  #giveUp = createButton(t("Show the solution"), () => void this.#ask("solution"));
  /** What to do after an attempt. @type {HTMLElement[]} */ #after = [];

  /**
   * @param {Puzzle} puzzle
   * @param {Looks} looks
   */
  constructor(puzzle, looks) {
    this.#puzzle = puzzle;
    const play = (/** @type {string} */ text) => void this.#play(text);
    this.#area = new PlayArea(looks, "puzzle", { play, playTyped: play, explain: (path) => void this.#explain(path) });
    this.elements = this.#layOut();
  }

  #layOut() {
    const { title, number, count, task, level, game } = this.#puzzle;
    const next = number < count ? number + 1 : 1;
    const values = { game: say(title), number: String(number) };
    const nextLink = html("a", { class: "button primary", href: `/puzzle/${game}/${next}` }, t("Next puzzle"));
    this.#after = [createButton(t("Try again"), () => void this.begin()), nextLink];
    this.#showAfter(false);
    const { board, prompt, refusal, dice, choices, form, panel, turn } = this.#area;
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
        prompt,
        refusal,
        this.#solution,
      ),
      html("div", { class: "stage" }, board.element),
      html("div", { class: "hand" }, dice.element, choices.element),
      form.element,
      html("div", { class: "tools" }, this.#hint, this.#giveUp, ...this.#after, turn.button),
      panel,
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
    const isFirst = this.#area.position === null;
    const { scene, seats, to_act: actor } = shown;
    if (isFirst) {
      const isTurned = seats.some((seat) => seat.letter === actor && seat.turned);
      this.#area.turn.show({ game, seats: [{ letter: "", yours: true, turned: isTurned }] });
    }
    this.#area.board.hinted = [];
    this.#area.show(this.#isOver ? { ...shown, result: {}, scene: { ...scene, paths: {}, choices: [], prompts: {} } } : shown, isFirst);
    for (const button of [this.#hint, this.#giveUp]) button.disabled = this.#isOver;
  }

  /** @param {string} text */
  async #play(text) {
    try {
      await this.#showAttempt(await this.#judge({ actions: [...this.#actions, text] }));
    } catch (error) {
      this.#area.showRefusal(error);
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
      this.#say(joinSentences([t("Solved."), ...(this.#area.position?.says ?? []).map(say)]));
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
      const { board, choices } = this.#area;
      board.hinted = [{ kind: "hinted", place: hint }];
      board.rearrange();
      const { scene } = /** @type {AnalysedPosition} */ (this.#area.position);
      choices.show(board, scene);
      this.#say(t("Hint: begin with {pick}.", { pick: nameChoice(scene, hint) ?? hint }));
    } catch (error) {
      this.#area.showRefusal(error);
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
    if (this.#isOver || !this.#area.position) return;
    const { game, options } = this.#puzzle;
    try {
      await fetchAnalysed({ game, options, position: this.#area.position.position, actions: [], action });
    } catch (error) {
      this.#area.showRefusal(error, action);
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#area.refusal.textContent = "";
    this.#feedback.textContent = text;
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
