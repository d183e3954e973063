/** The board of a page that shows positions as the house computes them, with what belongs to it: picks, typed moves, dice and refusals. */

import { listPanel } from "../board/board-words.js";
import { Board } from "../board/board.js";
import { Sheets } from "../board/sheets.js";
import { HouseError } from "../common/api.js";
import { html } from "../common/elements.js";
import { createProblem } from "../common/forms.js";
import { joinSentences } from "../common/texts.js";
import { Dice } from "../dice/dice.js";
import { BoardTurn } from "../match/board-turn.js";
import { Choices, findPrompt, MoveForm } from "../match/choices.js";

/** @import {AnalysedPosition} from "#api" */
/** @import {Looks} from "../board/looks.js" */

export class PlayArea {
  /** The position that is shown. @type {AnalysedPosition | null} */ position = null;
  prompt = html("p", { class: "prompt" });
  refusal = createProblem();
  choices = new Choices();
  panel = html("dl", { class: "panel" });

  /**
   * @param {Looks} looks
   * @param {string} name under which this browser keeps how sheets are arranged
   * @param {{play: (text: string) => void, playTyped: (text: string) => void, explain: (path: string[]) => void, tellPicks?: (words: string) => void}} reader
   *   what to do when an action was picked, when one was typed, and when no action begins like this; and with the possible next picks
   */
  constructor(looks, name, { play, playTyped, explain, tellPicks = () => {} }) {
    this.board = new Board(looks, new Sheets(name), { onAction: play, onDeadEnd: explain, onPick: () => tellPicks(this.#showPicks()) });
    this.dice = new Dice(this.board.drawing.dice);
    this.turn = new BoardTurn(this.board);
    this.form = new MoveForm((text) => {
      if (!this.board.readTyped(text)) playTyped(text);
      return true;
    });
  }

  /**
   * @param {AnalysedPosition} position
   * @param {boolean} isNew it does not continue the previous one
   */
  show(position, isNew) {
    const { scene } = position;
    this.position = position;
    this.board.show(scene, isNew);
    this.dice.show(scene.dice, false);
    this.form.show(position);
    this.panel.replaceChildren(...listPanel(scene));
    this.#showPicks();
  }

  /** Show the possible next picks, and return them in words. */
  #showPicks() {
    if (!this.position) return "";
    const { scene } = this.position;
    this.refusal.textContent = "";
    this.prompt.textContent = findPrompt(this.board, scene);
    return joinSentences([this.prompt.textContent, this.choices.show(this.board, scene)]);
  }

  /**
   * @param {unknown} error
   * @param {string[]} [places] those of what was refused, if the house names none
   */
  showRefusal(error, places = []) {
    if (!(error instanceof HouseError)) throw error;
    this.refusal.textContent = error.message;
    this.board.showRefusal(error.places.length > 0 ? error.places : places);
  }
}
