/** The engine's opinion of a position: who stands better, as a bar, and the best lines. */

import { callHouse, HouseError } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { plural, say, t } from "../common/texts.js";
import { formatThrow } from "./throws.js";
import { formatChance } from "../review/words.js";

/** @import {AnalysedSeat, EngineLine, EngineLines, PositionRequest} from "#api" */

const KEY = "analysis engine"; // in localStorage: "on" if the reader has switched it on
const STEPS = [0.5, 3]; // seconds for which the engine thinks: first for a quick answer, then for a good one
const LINES = 3;
const WARM_UP = 5; // seconds after which an engine that is starting is asked again
const MOST_WARM_UPS = 12;

export class Engine {
  #toggle = createButton(t("Engine"), () => this.#switch());
  #depth = html("span", { class: "depth" });
  #bar = html("div", { class: "board bar", role: "img", hidden: true });
  #lines = html("ol", { class: "engine-lines" });
  #note = html("p", { class: "engine-note", role: "status" });
  element = html(
    "section",
    { class: "engine", "aria-label": t("Engine") },
    html("p", { class: "row" }, this.#toggle, this.#depth),
    this.#bar,
    this.#lines,
    this.#note,
  );
  #isOn = localStorage.getItem(KEY) === "on";
  /** The last question, without one if the position has no lines. @type {PositionRequest | null} */ #question = null;
  /** @type {AnalysedSeat[]} */ #seats = [];
  #awaitsThrow = false;
  #thinking = new AbortController();

  /** @param {(moves: string[]) => void} onLine the moves of a line up to the one that was picked */
  constructor(onLine) {
    this.onLine = onLine;
    this.#toggle.setAttribute("aria-pressed", String(this.#isOn));
  }

  #switch() {
    this.#isOn = !this.#isOn;
    localStorage.setItem(KEY, this.#isOn ? "on" : "off");
    this.#toggle.setAttribute("aria-pressed", String(this.#isOn));
    this.look(this.#question, this.#seats, this.#awaitsThrow);
  }

  /**
   * Look at a position; what the engine thought about another one is stopped.
   * @param {PositionRequest | null} question null for a position without lines
   * @param {AnalysedSeat[]} seats
   * @param {boolean} awaitsThrow
   */
  look(question, seats, awaitsThrow) {
    this.#thinking.abort();
    this.#thinking = new AbortController();
    this.#question = question;
    this.#seats = seats;
    this.#awaitsThrow = awaitsThrow;
    this.#lines.replaceChildren();
    this.#note.textContent = "";
    this.#depth.textContent = "";
    this.#depth.classList.remove("thinking");
    this.#bar.hidden = true;
    if (question && this.#isOn) void this.#think(question, this.#thinking.signal);
  }

  /**
   * @param {PositionRequest} question
   * @param {AbortSignal} signal
   */
  async #think(question, signal) {
    this.#depth.classList.add("thinking");
    try {
      let found = await this.#ask(question, STEPS, signal);
      for (let tries = 0; found && !found.ready && tries < MOST_WARM_UPS; tries++) {
        await new Promise((resolve) => setTimeout(resolve, WARM_UP * 1000));
        found = signal.aborted ? null : await this.#ask(question, STEPS.slice(-1), signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HouseError)) throw error;
      this.#note.textContent = error.message;
    }
    if (!signal.aborted) this.#depth.classList.remove("thinking");
  }

  /**
   * Ask the engine for ever better answers, and show them; return the last one, or null if the question was stopped.
   * @param {PositionRequest} question
   * @param {number[]} steps the seconds for each
   * @param {AbortSignal} signal
   */
  async #ask(question, steps, signal) {
    /** @type {EngineLines | null} */ let found = null;
    for (const seconds of steps) {
      if (found && this.#isDecided(found)) break;
      found = /** @type {EngineLines} */ (await callHouse("/api/analysis/lines", { ...question, lines: LINES, seconds }, signal));
      if (signal.aborted) return null;
      this.#show(found);
      if (!found.ready) break;
    }
    return found;
  }

  /** @param {EngineLines} found */
  #show(found) {
    const { seat, chance, lines, depth } = found;
    const acting = this.#seats.find((one) => one.letter === seat);
    this.#depth.textContent = t("Depth {depth}", { depth });
    this.#lines.replaceChildren(...lines.map((line) => this.#line(line)));
    if (acting && chance !== null) this.#showBar(acting, found, chance);
  }

  /**
   * Tell whether the result is certain: with the best line, or after every throw.
   * @param {EngineLines} found
   */
  #isDecided({ lines, chance }) {
    const counted = this.#awaitsThrow ? lines : lines.slice(0, 1);
    return (chance === 0 || chance === 1) && counted.every((line) => line.forced);
  }

  /** @param {EngineLine} line */
  #line({ moves, chance, value, forced, wins }) {
    const buttons = moves.map((text, index) => {
      const press = () => this.onLine(moves.slice(0, index + 1));
      return html("button", { type: "button", class: "move", click: press }, formatThrow(text));
    });
    const worth = forced ? nameEnd(value > 0, wins) : formatChance(1000 * chance);
    return html("li", {}, html("strong", { class: "worth" }, worth), html("span", { class: "line-moves" }, ...buttons));
  }

  /**
   * Show the chance of the seat to act against that of the others. With two seats, the first has the left end.
   * @param {AnalysedSeat} acting
   * @param {EngineLines} found
   * @param {number} chance
   */
  #showBar(acting, found, chance) {
    const [first, second] = this.#seats;
    const isSwapped = this.#seats.length === 2 && acting === second;
    const other = this.#seats.length === 2 ? (isSwapped ? first : second) : undefined;
    const own = html("span", { class: `share seat${acting.number}` });
    const rest = html("span", { class: `share ${other ? `seat${other.number}` : "others"}` });
    own.style.flexGrow = String(chance);
    rest.style.flexGrow = String(1 - chance);
    this.#bar.hidden = false;
    this.#bar.replaceChildren(...(isSwapped ? [rest, own] : [own, rest]));
    const seat = say(acting.title);
    const shown = { seat, chance: formatChance(1000 * chance) };
    const said = this.#isDecided(found)
      ? describeEnd(seat, chance > 0, this.#awaitsThrow ? null : found.lines[0].wins)
      : this.#awaitsThrow
        ? t("{seat}: chance to win {chance}, the mean over all throws", shown)
        : t("{seat}: chance to win {chance}", shown);
    this.#bar.setAttribute("aria-label", said);
    this.#note.textContent = said;
  }
}

/**
 * Say in a few words how a forced line ends for the seat to act.
 * @param {boolean} isWin
 * @param {number | null} count the moves that the winner needs, if they are known
 */
function nameEnd(isWin, count) {
  if (count === null) return isWin ? t("wins") : t("loses");
  return isWin ? plural("wins in {count} move", "wins in {count} moves", count) : plural("loses in {count} move", "loses in {count} moves", count);
}

/**
 * Say that the result is certain for a seat.
 * @param {string} seat
 * @param {boolean} isWin
 * @param {number | null} count as in `nameEnd`
 */
function describeEnd(seat, isWin, count) {
  if (count === null) return isWin ? t("{seat}: a forced win", { seat }) : t("{seat}: a forced loss", { seat });
  return isWin
    ? plural("{seat}: a forced win in {count} move", "{seat}: a forced win in {count} moves", count, { seat })
    : plural("{seat}: a forced loss in {count} move", "{seat}: a forced loss in {count} moves", count, { seat });
}
