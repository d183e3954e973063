/**
 * A board that shows any scene and turns gestures into paths. It knows no game.
 *
 * For authors of games: a scene says what is on the board, and files in the game's folder say how each kind looks.
 *
 * - looks.svg contains `<symbol id="KIND" viewBox="-0.5 -0.5 1 1">` for a kind of piece, and `<symbol id="place-KIND">` for
 *   the details of a kind of place. A symbol is drawn in the unit square around the centre of its place.
 *   A piece without a symbol is the plain shape of its seat with the character of `symbol` on it. A symbol with a
 *   `text` of class `symbol` shows that character too.
 * - Where the scene has a focus, `<symbol id="table">` is drawn below the whole board; around the focus, `<symbol id="light">` below its
 *   places, and `<symbol id="night">` over places and lines.
 * - `<symbol id="ornament-KIND">` is a picture below the places, in units around its centre. One `<defs>` may hold what symbols share.
 * - `<symbol id="choice-KIND">` is the sign on the button of a choice that stands on the board, as it looks above the place picked last.
 * - looks.css colours them. A piece is `g.piece.KIND.seatN`, a place `g.place.KIND` with a `rect.ground`, a mark
 *   `g.mark.KIND`, the rim `rect.frame`. Set these variables on `.board`: --frame, --rim, --ground, --line, --hint, --seat0 … --seat7
 *   and --seat0-edge … --seat7-edge; `@media (prefers-color-scheme: dark)` may change them.
 *   `[data-theme="distinct"] .board` is for readers who want colours that are easy to tell apart.
 * - A piece that comes is in `.man.arriving`, one that goes in `.man.gone`; if it changes its kind, its old picture is `.leaving` and
 *   its new one `.entering`. looks.css may animate them, with keyframes of transform and opacity.
 * - A place that a piece leaves or reaches is `.left` or `.reached` as long as looks.css animates something in it; `--delay` is the time until then.
 * - If `dice_at` is set, the dice lie there in `g.throw.seatN`, N being the seat that has thrown. looks.css may give them the colours
 *   --die and --pip, and shift them for each seat with `translate`.
 * - On a turned board, symbols stay upright; elements of class `turns` in them turn with the board.
 * - A piece turns to where it faces; elements of class `upright` in its symbol do not turn with it.
 * - Symbols must not contain `style` attributes, which the page forbids, or ids, which copies of a symbol would share.
 */

import { DragGestures, Keyboard, placeNameAt } from "./gestures.js";
import { Drawing, EMPTY, findUnmoved, layoutOf } from "./drawing.js";
import { Picker } from "./picker.js";
import { Sketches } from "./sketches.js";
import { BesideButtons } from "./beside.js";
import { describePlace, describeThen, findPreview } from "./board-words.js";
import { findFor } from "./paths.js";
import { say, t } from "../common/texts.js";

/** @import {Mark} from "#api" */
/** @import {Looks} from "./looks.js" */
/** @import {Outcome} from "./picker.js" */
/** @import {Sheets} from "./sheets.js" */
/** @import {Layout, Scene} from "../common/types.js" */

/**
 * @typedef {object} Listener
 * @property {(text: string) => void} [onAction] an action was picked
 * @property {(path: string[]) => void} [onDeadEnd] a path was picked that leads to no action
 * @property {() => void} [onPick] something was picked or cancelled
 * @property {(name: string) => void} [onNote] a place was picked for a note
 */

/**
 * What takes picks for a later turn.
 * @typedef {object} Planner
 * @property {(name: string) => boolean} pick a place; returns false if it does not take the pick
 * @property {(name: string) => boolean} canLift whether a piece on this place can be dragged for it
 * @property {(name: string) => boolean} isPicked whether a piece on this place was picked and has no target yet
 * @property {() => void} cancel
 */

export class Board {
  /** @type {Scene} */ #scene = { status: "", pieces: [], marks: [], focus: "", choices: [], dice: [], captured: [], panel: [], paths: [], previews: [], foreseen: [], prompts: [] };
  #picker = new Picker();
  /** @type {BesideButtons} */ #buttons;
  #sketches;
  /** The layout of the scene. @type {Layout} */ #layout = EMPTY;
  /** The marks of a hint. @type {Mark[]} */ hinted = [];
  /** The marks of earlier moves of the turn. @type {Mark[]} */ trail = [];
  /** The marks of what is planned for a later turn. @type {Mark[]} */ planned = [];
  /** @type {Planner | null} */ planner = null;
  /** The marks of what the picks would do. @type {Mark[]} */ #foreseen = [];
  /** Whether the next pick chooses a place for a note. */ isNoting = false;

  /**
   * @param {Looks} looks
   * @param {Sheets} sheets
   * @param {Listener} listener
   */
  constructor(looks, sheets, listener) {
    this.listener = listener;
    this.sheets = sheets;
    this.drawing = new Drawing(looks);
    this.#buttons = new BesideButtons(this.drawing);
    this.element = this.drawing.element;
    this.element.setAttribute("role", "application");
    this.element.setAttribute("tabindex", "-1"); // the focus of a page that opens
    this.element.setAttribute("aria-label", t("Board"));
    this.keys = new Keyboard(this);
    this.element.addEventListener("focusout", () => this.preview(null));
    this.element.addEventListener("pointerover", ({ target }) => this.preview(placeNameAt(target)));
    this.element.addEventListener("pointerleave", () => this.preview(null));
    this.element.addEventListener("click", ({ target }) => {
      const name = placeNameAt(target);
      if (name !== null) this.point(name);
    });
    new DragGestures(this);
    if (matchMedia("(any-pointer: coarse)").matches) void import("./loupe.js").then(({ Loupe }) => new Loupe(this));
    this.#sketches = new Sketches(this);
  }

  /** All marks on the board. */
  get marks() {
    return [...this.trail, ...this.#scene.marks, ...this.hinted, ...this.planned, ...this.#foreseen, ...this.#sketches.shown];
  }

  showMarks() {
    this.drawing.showMarks(this.marks);
  }

  /** The names picked so far. */
  get path() {
    return this.#picker.path;
  }

  /** The names that may follow. */
  get next() {
    return this.#picker.next;
  }

  /**
   * The names that may follow one of these.
   * @param {string} name
   */
  nextAfter(name) {
    return this.#picker.nextAfter(name);
  }

  /** Whether the names picked so far are already an action. */
  get isAction() {
    return this.#picker.action !== null;
  }

  /**
   * Tell whether a name has a button on the board.
   * @param {string} name
   */
  hasButton(name) {
    return this.#buttons.names.has(name);
  }

  /**
   * Show a scene. Pieces that were in the previous scene glide to their new places.
   * @param {Scene} scene
   * @param {boolean} isNew it does not continue the previous scene
   */
  show(scene, isNew) {
    if (isNew || listPositions(scene) !== listPositions(this.#scene)) this.#sketches.clear();
    this.#scene = scene;
    this.#layout = layoutOf(scene, this.#layout);
    this.#picker.reset(scene.paths);
    if (isNew) this.drawing.forget();
    this.rearrange();
  }

  /** Lay out the places as the reader has arranged them, if that has changed. */
  rearrange() {
    const layout = this.sheets.arrange(this.#layout, this.#scene.focus);
    if (JSON.stringify(layout) !== JSON.stringify(this.drawing.layout)) {
      this.drawing.forget(findUnmoved(this.drawing.places, layout.places)); // other pieces do not glide
      this.#layOut(layout, this.drawing.isTurned);
    }
    this.#draw();
  }

  /**
   * Tell whether a place is on a sheet that can be shifted.
   * @param {string} name
   */
  canShift(name) {
    return this.drawing.places.some((place) => place.name === name && this.sheets.canShift(place.sheet));
  }

  /**
   * Shift the sheet of a place.
   * @param {string} name
   * @param {[number, number]} by units of the scene
   */
  shift(name, by) {
    this.sheets.shift(this.drawing.places, name, by);
    this.rearrange();
    this.listener.onPick?.();
  }

  /**
   * Handle a click on a place, or the key that stands for it.
   * @param {string} name
   */
  point(name) {
    if (this.isNoting) this.listener.onNote?.(name);
    else this.pick(name);
  }

  /**
   * Turn the board by 180 degrees, or turn it back.
   * @param {boolean} isTurned
   */
  turn(isTurned) {
    this.#layOut(this.drawing.layout, isTurned);
    this.#draw();
  }

  /**
   * Pick a place or a choice by name. Where a piece is needed, its place stands for it.
   * @param {string} name
   */
  pick(name) {
    if (this.planner?.pick(name)) return;
    this.#handleOutcome(this.#picker.pick(...this.#candidatesAt(name)));
  }

  /**
   * Tell whether a place or choice can be picked next.
   * @param {string} name
   */
  canPick(name) {
    return this.#candidatesAt(name).some((one) => this.next.includes(one));
  }

  /** Play the names picked so far as the whole action. */
  finish() {
    this.#handleOutcome(this.#picker.finish());
  }

  /** Cancel the picks and the note. */
  cancel() {
    this.isNoting = false;
    this.planner?.cancel();
    this.#handleOutcome(this.#picker.cancel());
  }

  /**
   * Play or begin the action that was typed.
   * @param {string} text
   * @returns {boolean} false if no action begins like this
   */
  readTyped(text) {
    const spellings = new Map(this.#scene.choices.map(({ name, label, words }) => [name, [say(label), ...(words ? say(words).split(",") : [])]]));
    const outcome = this.#picker.readTyped(text, spellings);
    if (outcome) this.#handleOutcome(outcome);
    return outcome !== null;
  }

  /**
   * Show a refusal: mark the places concerned and put dragged pieces back.
   * @param {string[]} names
   */
  showRefusal(names) {
    if (this.path.length === 0) this.#picker.reset(this.#scene.paths);
    this.#draw();
    this.drawing.showMarks([...this.marks, ...names.map((place) => ({ kind: "refused", place }))]);
  }

  /**
   * Preview the result of picking this name next; without a name, of the picks so far.
   * @param {string | null} name
   */
  preview(name) {
    const names = name === null ? [] : this.#candidatesAt(name);
    const next = names.find((one) => this.next.includes(one));
    const path = next === undefined ? this.path : [...this.path, next];
    this.drawing.preview(findPreview(this.#scene, path), this.#scene.pieces);
    const foreseen = (findFor(this.#scene.foreseen, path) ?? []).map((mark) => ({ ...mark, kind: `${mark.kind} foreseen` }));
    if (foreseen.length + this.#foreseen.length === 0) return;
    this.#foreseen = foreseen;
    this.showMarks();
  }

  /** @param {Outcome} outcome */
  #handleOutcome(outcome) {
    if (outcome.kind === "action") this.#picker.reset([]); // until the house answers
    this.#refresh();
    if (outcome.kind === "action") return this.listener.onAction?.(outcome.text);
    if (outcome.kind === "wrong") return this.listener.onDeadEnd?.(outcome.path);
    this.showMarks();
    this.listener.onPick?.();
  }

  /**
   * @param {Layout} layout
   * @param {boolean} isTurned
   */
  #layOut(layout, isTurned) {
    const hasFocus = this.element.contains(document.activeElement);
    this.drawing.layOut(layout, isTurned);
    this.keys.restoreTabStop();
    if (hasFocus) this.keys.focus();
  }

  #draw() {
    this.showMarks();
    this.drawing.showPieces(this.#scene.pieces);
    this.#refresh();
  }

  /** Show the picks and the possible next picks. */
  #refresh() {
    const next = new Set(this.next);
    const targets = [];
    for (const place of this.drawing.places) {
      const names = [place.name, ...this.piecesOn(place.name).map((piece) => piece.id)];
      const isOpen = names.some((name) => next.has(name));
      const isPicked = names.some((name) => this.path.includes(name));
      const isTarget = isOpen && this.path.length > 0;
      const spot = /** @type {SVGGElement} */ (this.drawing.placeElements.get(place.name));
      spot.classList.toggle("can", isOpen && !isTarget);
      spot.classList.toggle("target", isTarget);
      spot.classList.toggle("picked", isPicked);
      if (isPicked) spot.setAttribute("aria-pressed", "true");
      else spot.removeAttribute("aria-pressed"); // announcing "not pressed" at every place would be noise
      const state = isTarget ? t("can go here") : isOpen ? t("can be picked") : "";
      spot.setAttribute("aria-label", [describePlace(place, this.piecesOn(place.name)), state].filter(Boolean).join(", "));
      if (isTarget) targets.push({ name: place.name, isTaken: names.length > 1 });
    }
    this.drawing.showTargets(targets);
    this.#showButtons(targets.map(({ name }) => name));
    this.preview(null);
  }

  /**
   * Show the choices that stand around the place picked last. Where one of them is missing, a button finishes.
   * @param {string[]} targets the places that can be picked
   */
  #showButtons(targets) {
    const hadFocus = this.#buttons.element.contains(document.activeElement);
    const [last = ""] = this.path.slice(-1);
    const place = this.#scene.pieces.find(({ id }) => id === last)?.place ?? last;
    const choices = this.drawing.placeElements.has(place) ? this.#scene.choices.filter((choice) => choice.beside) : [];
    const open = choices.filter(({ name }) => this.next.includes(name));
    const missing = open.length > 0 && this.isAction && choices.find((choice) => !open.includes(choice));
    const buttons = open.map(({ name, label, kind, beside }) => ({ name, label: say(label), kind: kind ?? "", beside }));
    if (missing) buttons.push({ name: last, label: t("Finish here"), kind: "finish", beside: missing.beside });
    const drawn = buttons.map(({ beside = [0, 0], ...button }) => ({
      ...button,
      beside: /** @type {[number, number]} */ (beside),
      then: describeThen(this.#scene, [...this.path, button.name]),
      isHinted: this.hinted.some((mark) => mark.place === button.name),
    }));
    this.#buttons.show(place, drawn, targets);
    if (hadFocus) this.keys.focus();
  }

  /**
   * Cancel what is planned for a later turn.
   * @returns {boolean} whether there was something
   */
  cancelPlan() {
    const isPlanned = this.planned.length > 0;
    this.planner?.cancel();
    return isPlanned;
  }

  /** @param {string} place */
  piecesOn(place) {
    return this.#scene.pieces.filter((piece) => piece.place === place);
  }

  /**
   * Return everything that a click on a place can mean: the place, the places underneath, and the pieces on all of them.
   * @param {string} name
   */
  #candidatesAt(name) {
    const places = this.drawing.places;
    const top = places.find((place) => place.name === name);
    const below = places.filter((place) => place !== top && place.x === top?.x && place.y === top.y);
    return [name, ...below.map((place) => place.name)].flatMap((one) => [one, ...this.piecesOn(one).map((piece) => piece.id)]);
  }

  /**
   * Tell whether a place has a piece that can be dragged.
   * @param {string} name
   */
  canLift(name) {
    const isOpen = this.drawing.placeElements.get(name)?.matches(".can, .picked") ?? false;
    return (isOpen && this.piecesOn(name).length > 0) || (this.planner?.canLift(name) ?? false);
  }

  /** @param {string} name */
  #isPicked(name) {
    return this.path.includes(name) || (this.planner?.isPicked(name) ?? false);
  }

  /**
   * Begin to drag the topmost piece of a place.
   * @param {string} name
   */
  lift(name) {
    if (!this.#isPicked(name)) this.pick(name);
    const piece = this.piecesOn(name).at(-1);
    return piece ? this.drawing.lift(piece.id) : null;
  }

  /**
   * End a drag over a place, or outside all places.
   * @param {string | null} name
   */
  drop(name) {
    if (name === null) this.cancel();
    else if (!this.#isPicked(name)) this.pick(name);
    if (this.next.length > 0 || this.planned.length > 0) this.drawing.showPieces(this.#scene.pieces); // not played, so the piece glides back
  }
}

/**
 * Return the positions of all pieces as text.
 * @param {Scene} scene
 */
function listPositions({ pieces }) {
  return pieces.map(({ id, place }) => `${id} ${place}`).join();
}
