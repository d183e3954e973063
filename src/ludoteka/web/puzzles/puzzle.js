/**
 * The page of a puzzle: the reader plays the solution on the board, and the house answers for the other side. After a wrong play,
 * the board shows the best reply to it, which the engine finds.
 */

import { fetchAnalysed } from "../analysis/analysis-api.js";
import { PlayArea } from "../analysis/play-area.js";
import { Looks } from "../board/looks.js";
import { callHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { joinSentences, say, t } from "../common/texts.js";
import { nameChoice } from "../match/choices.js";
import { formatChance } from "../review/words.js";
import { endStreak, findNext, findStreak, listGroup, markSolved } from "./progress.js";
import { nameDifficulty, puzzleUrl } from "./words.js";

/** @import {AnalysedPosition, Attempt, AttemptRequest, EngineLines, Puzzle, PuzzleCollection, PuzzleList} from "#api" */

const SECONDS = 0.5; // for which the engine looks for the best reply
const WARM_UP = 2000; // milliseconds after which an engine that is starting is asked again
const MOST_WARM_UPS = 10;

class PuzzlePage {
  /** @type {Puzzle} */ #puzzle;
  /** The collection to which it belongs. @type {PuzzleCollection | undefined} */ #collection;
  /** The letter of the seat that solves it. @type {string | null} */ #solver = null;
  /** The reader's actions so far that are right, or of a turn that isn't over. @type {string[]} */ #actions = [];
  /** Whether the solution was shown. */ #isGivenUp = false;
  /** Whether there has been neither a wrong play nor help. */ #isClean = true;
  /** Whether a wrong play is shown. */ #isWrong = false;
  /** Whether nothing is left to find. */ #isOver = false;
  /** Stops the engine. */ #thinking = new AbortController();
  /** @type {PlayArea} */ #area;
  #feedback = html("p", { class: "status", role: "status" });
  #why = html("p", { class: "why", role: "status" });
  #solution = html("p", { class: "solution", hidden: true });
  #streak = html("p", { class: "streak" });
  #hint = createButton(t("Hint"), () => void this.#ask("hint"));
  #giveUp = createButton(t("Show the solution"), () => void this.#ask("solution"));
  #again = createButton(t("Try again"), () => void this.#tryAgain());
  #next = html("a", { class: "button primary" }, t("Next puzzle"));

  /**
   * @param {Puzzle} puzzle
   * @param {PuzzleCollection | undefined} collection
   * @param {Looks} looks
   */
  constructor(puzzle, collection, looks) {
    this.#puzzle = puzzle;
    this.#collection = collection;
    const play = (/** @type {string} */ text) => void this.#play(text);
    this.#area = new PlayArea(looks, "puzzle", { play, playTyped: play, explain: (path) => void this.#explain(path) });
    this.elements = this.#layOut();
  }

  #layOut() {
    const { title, number, task, difficulty, game } = this.#puzzle;
    const values = { game: say(title), number: String(number) };
    this.#next.href = this.#findNext();
    this.#again.hidden = this.#next.hidden = true;
    this.#showStreak();
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
        html("p", { class: "difficulty" }, nameDifficulty(difficulty)),
        this.#feedback,
        prompt,
        refusal,
      ),
      html("div", { class: "stage" }, board.element),
      html("div", { class: "outcome" }, this.#why, this.#solution, this.#streak),
      html("div", { class: "hand" }, dice.element, choices.element),
      form.element,
      html("div", { class: "tools" }, this.#again, this.#next, this.#hint, this.#giveUp, turn.button),
      panel,
    ];
  }

  /** Let the house judge all actions of an attempt. @param {AttemptRequest} attempt @returns {Promise<Attempt>} */
  #judge(attempt) {
    const { game, number } = this.#puzzle;
    return callHouse(`/api/puzzles/${encodeURIComponent(game)}/${number}`, attempt);
  }

  /** Return the address of the next puzzle that isn't solved, in the group that the reader has chosen, if any. */
  #findNext() {
    const { game, number, count } = this.#puzzle;
    const group = new URLSearchParams(location.search).get("group") ?? "";
    const next = this.#collection && findNext(game, listGroup(this.#collection, group), number);
    return next === undefined ? puzzleUrl(game, number < count ? number + 1 : 1) : puzzleUrl(game, next, group);
  }

  #showStreak() {
    const { now } = findStreak();
    this.#streak.textContent = now > 1 ? t("In a row: {count}", { count: String(now) }) : "";
  }

  /** Note that the reader has made a mistake or was helped. */
  #noteFault() {
    if (this.#isClean) endStreak(this.#puzzle);
    this.#isClean = false;
    this.#showStreak();
  }

  /** Begin with the first position. */
  async begin() {
    this.#actions = [];
    this.#solution.hidden = true;
    await this.#showOpen([]);
  }

  /** Go on from the position before a wrong play, or begin again. */
  async #tryAgain() {
    if (!this.#isWrong) return this.begin();
    try {
      await this.#showOpen((await this.#judge({ actions: this.#actions })).played);
    } catch (error) {
      this.#area.showRefusal(error);
    }
  }

  /**
   * Show a position in which the reader is to find the best play.
   * @param {string[]} played
   */
  async #showOpen(played) {
    this.#isOver = this.#isWrong = false;
    await this.#show(played);
    this.#say(t("Find the best play."));
  }

  /**
   * Show the position after these actions of both sides; return false if another one is wanted by now.
   * @param {string[]} played
   */
  async #show(played) {
    const { game, options, position } = this.#puzzle;
    this.#thinking.abort();
    const { signal } = (this.#thinking = new AbortController());
    this.#why.textContent = "";
    const shown = await fetchAnalysed({ game, options, position, actions: played });
    if (signal.aborted) return false;
    const isFirst = this.#area.position === null;
    const isFrozen = this.#isOver || this.#isWrong;
    const { scene, seats, to_act: actor } = shown;
    if (isFirst) {
      this.#solver = actor;
      const isTurned = seats.some((seat) => seat.letter === actor && seat.turned);
      this.#area.turn.show({ game, seats: [{ letter: "", yours: true, turned: isTurned }] });
    }
    this.#area.board.hinted = [];
    this.#area.show(isFrozen ? { ...shown, result: {}, scene: { ...scene, paths: [], choices: [], prompts: [] } } : shown, isFirst);
    for (const button of [this.#hint, this.#giveUp]) button.disabled = this.#isOver;
    this.#again.classList.toggle("primary", this.#isWrong);
    this.#next.classList.toggle("primary", !this.#isWrong);
    this.#feedback.classList.toggle("solved", this.#isOver && !this.#isGivenUp);
    return true;
  }

  /** @param {string} text */
  async #play(text) {
    try {
      const tried = [...this.#actions, text];
      await this.#showAttempt(await this.#judge({ actions: tried }), tried);
    } catch (error) {
      this.#area.showRefusal(error);
    }
  }

  /**
   * @param {Attempt} attempt
   * @param {string[]} tried all actions of the reader
   */
  async #showAttempt({ verdict, actions, played, reasons }, tried) {
    this.#again.hidden = this.#next.hidden = false;
    const wrong = tried.slice(actions.length);
    const answers = played.slice(played.lastIndexOf(actions.at(-1) ?? "") + 1); // after the reader's last action
    this.#actions = actions;
    this.#isOver = verdict === "solved";
    this.#isWrong = verdict === "wrong";
    await this.#show([...played, ...(this.#isWrong ? wrong : [])]);
    if (verdict === "wrong") {
      this.#noteFault();
      this.#say(t("That isn't the best. Try again."));
      void this.#askEngine([...played, ...wrong]);
    } else if (verdict === "right") this.#say(t("Right. The answer is {moves}. Go on.", { moves: answers.join(" ") }));
    else if (verdict === "solved") {
      if (!this.#isGivenUp) markSolved(this.#puzzle, this.#isClean);
      this.#next.href = this.#findNext();
      this.#showStreak();
      this.#say(t("Solved."));
      this.#why.textContent = joinSentences(reasons.map(say));
      if (this.#area.position?.to_act) void this.#askEngine(played);
    } else this.#say(t("Go on with the rest of the throw."));
  }

  /**
   * Say what the best reply is and how good the position then is; after a wrong play, show the reply on the board.
   * @param {string[]} played
   */
  async #askEngine(played) {
    const { game, options, position } = this.#puzzle;
    const { signal } = this.#thinking;
    const isThrow = (this.#area.position?.throws.length ?? 0) > 0;
    try {
      /** @type {EngineLines} */ let found;
      for (let tries = 0; ; tries++) {
        found = await callHouse("/api/analysis/lines", { game, options, position, actions: played, lines: 1, seconds: SECONDS }, signal);
        if (found.ready || tries === MOST_WARM_UPS) break;
        await new Promise((resolve) => setTimeout(resolve, WARM_UP));
        signal.throwIfAborted();
      }
      const [reply] = isThrow ? [] : (found.lines[0]?.moves ?? []);
      const before = this.#why.textContent ?? "";
      const isShown = reply && this.#isWrong;
      if (isShown && !(await this.#show([...played, reply]))) return;
      const says = (isShown && this.#area.position?.says) || [];
      const replied = reply ? t("The best reply: {moves}.", { moves: reply }) : "";
      this.#why.textContent = joinSentences([before, ...(says.length > 0 ? says.map(say) : [replied]), this.#describeChance(found)]);
    } catch (error) {
      if (!signal.aborted && !(error instanceof HouseError)) throw error; // without the engine, the reply isn't shown
    }
  }

  /**
   * Say how good a position is for the reader, in a game for two.
   * @param {EngineLines} found
   */
  #describeChance({ seat, chance, lines }) {
    const seats = this.#area.position?.seats ?? [];
    const solver = seats.find(({ letter }) => letter === this.#solver);
    if (!solver || seats.length > 2 || chance === null) return "";
    const own = seat === this.#solver ? chance : 1 - chance;
    const isForced = lines.every(({ forced }) => forced);
    if (isForced) return own > 0 ? t("{seat}: a forced win", { seat: say(solver.title) }) : t("{seat}: a forced loss", { seat: say(solver.title) });
    return t("Your chance to win would then be {chance}.", { chance: formatChance(1000 * own) });
  }

  /** @param {"hint" | "solution"} wish */
  async #ask(wish) {
    this.#noteFault();
    this.#isWrong = false;
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
    this.#again.hidden = this.#next.hidden = false;
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
    if (this.#isWrong) return this.#tryAgain();
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
  /** @type {[Puzzle, PuzzleList, Looks]} */
  const [puzzle, { games }, looks] = await Promise.all([
    callHouse(`/api/puzzles/${encodeURIComponent(game)}/${Number(number)}`),
    callHouse("/api/puzzles"),
    Looks.load(game),
  ]);
  const page = new PuzzlePage(puzzle, games.find(({ name }) => name === game), looks);
  const values = { game: say(puzzle.title), number: String(puzzle.number) };
  showContent(t("{game}: puzzle {number}", values), ...page.elements);
  await page.begin();
};
await showPage(t("Puzzles"), show, t("This puzzle can't be opened"));
