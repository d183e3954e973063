/** The plates of the seats, beside the board. */

import { html, svg } from "../common/elements.js";
import { describeLevel } from "../common/levels.js";
import { PartList } from "../common/part-list.js";
import { plural, say, t } from "../common/texts.js";
import { describePlayer, formatScore } from "../common/words.js";
import { linkPlayer } from "../profiles/profiles-api.js";
import { drawIcon, LAMP } from "./icons.js";

/** @import {Captured, Piece, SeatStatus} from "#api" */
/** @import {Looks} from "../board/looks.js" */
/** @import {View} from "../common/types.js" */
/** @import {Clocks} from "./clocks.js" */

/**
 * What the plate of a seat shows; the id is the letter of the seat.
 * @typedef {{id: string, seat: SeatStatus, isShared: boolean, isActing: boolean, emblem: Drawn, captured: Captured[], standing: [kind: string, text: string] | null}} Plate
 * @typedef {Pick<Piece, "kind" | "seat" | "symbol">} Drawn
 */

export class Plates {
  element = html("div", { class: "seats", role: "list", "aria-label": t("Players") });
  /** @type {PartList<Plate>} */ #plates;

  /**
   * @param {Looks} looks
   * @param {Clocks} clocks
   */
  constructor(looks, clocks) {
    this.#plates = new PartList(this.element, ({ seat, isShared, isActing, emblem, captured, standing }) =>
      html(
        "div",
        { class: `plate seat${seat.number}${isActing ? " acting" : ""}${seat.yours ? " own" : ""}`, role: "listitem" },
        drawEmblem(emblem, looks),
        createNames(seat, isShared),
        createTray(captured, looks),
        standing && html("span", { class: `standing ${standing[0]}` }, standing[1]),
        clocks.face(seat.letter),
      ),
    );
  }

  /**
   * Show each seat with its player, status and clock.
   * @param {View} view
   */
  show(view) {
    const { scene, result, to_act, thrower } = view;
    const seats = view.seats.filter((seat) => seat.kind !== "free" || view.waiting); // in a running match, free seats have no plates
    this.#plates.show(
      seats.map((seat) => {
        const isShared = view.seats.some((other) => other !== seat && seat.guest !== null && other.guest === seat.guest);
        const isActing = [to_act, thrower].includes(seat.letter) && !result;
        const captured = view.seats.length === 2 ? scene.captured.filter((one) => one.seat !== seat.number) : [];
        const standing = describeStanding(view, seat, isActing);
        return { id: seat.letter, seat, isShared, isActing, emblem: findEmblem(scene.pieces, seat), captured, standing };
      }),
    );
  }
}

/**
 * Create the title of a seat and its player. Where the title is only the letter that the emblem shows, the player stands for it.
 * @param {SeatStatus} seat
 * @param {boolean} isShared this person has or had several seats
 */
function createNames(seat, isShared) {
  const title = say(seat.title);
  const isPlain = title !== seat.letter || isShared || seat.kind === "free";
  const [player, more, kind] = describeOccupant(seat, isShared);
  const details = html("span", { class: seat.kind === "computer" ? "words" : "" }, isPlain && typeof more === "string" && ", ", more);
  if (!isPlain) return html("div", { class: "who" }, html("strong", { class: kind }, player), more && details);
  return html("div", { class: "who" }, html("strong", {}, title), html("span", { class: kind }, player, details));
}

/**
 * Return the player of a seat, what there is to say about them, and a class.
 * @param {SeatStatus} seat
 * @param {boolean} isShared this person has or had several seats
 * @returns {[Node | string, Node | string | false, string]}
 */
function describeOccupant(seat, isShared) {
  if (seat.kind === "computer") return [describePlayer(seat), describeLevel(seat.level), ""];
  const hints = seat.hints > 0 && createHintCount(seat.hints);
  if (seat.yours) return [isShared ? t("At this screen") : html("span", { class: "you" }, t("You")), hints, ""];
  if (seat.kind === "free") return [describePlayer(seat), false, ""];
  return [linkPlayer(seat), !seat.present && t("away"), seat.present ? "here" : "away"];
}

/** How many hints a player has taken; a narrow plate has no room for the words. @param {number} count */
function createHintCount(count) {
  const text = plural("{count} hint", "{count} hints", count);
  return html("span", { class: "hints", title: text }, drawIcon(LAMP), html("span", { "aria-hidden": "true" }, String(count)), html("span", { class: "unseen" }, text));
}

/**
 * Find a seat's most frequent piece, which is its emblem.
 * @param {Piece[]} pieces
 * @param {Pick<SeatStatus, "number" | "letter">} seat
 * @returns {Drawn}
 */
export function findEmblem(pieces, { number, letter }) {
  const own = pieces.filter((piece) => piece.seat === number);
  /** @param {Piece} piece */
  const alike = (piece) => own.filter((other) => other.kind === piece.kind).length;
  const [{ kind, symbol } = { kind: "", symbol: letter }] = own.sort((one, other) => alike(other) - alike(one));
  return { kind, seat: number, symbol };
}

/**
 * @param {Drawn} emblem
 * @param {Looks} looks
 */
export function drawEmblem(emblem, looks) {
  return svg("svg", { class: "board emblem", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, looks.drawPiece(emblem));
}

/**
 * Create the tray of a seat in a match of two: the other's pieces that have left the board.
 * @param {Captured[]} captured
 * @param {Looks} looks
 */
function createTray(captured, looks) {
  const groups = captured.map((one) => {
    const piece = svg("svg", { class: "board", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, looks.drawPiece(one));
    return html("span", { title: say(one.label) }, piece, html("span", { class: "unseen" }, `${say(one.label)} `), `×${one.number}`);
  });
  return groups.length > 0 && html("span", { class: "tray" }, html("span", { class: "unseen" }, t("Captured:")), ...groups);
}

/**
 * Say how a seat stands, with a class.
 * @param {View} view
 * @param {SeatStatus} seat
 * @param {boolean} isActing
 * @returns {[kind: string, text: string] | null}
 */
function describeStanding(view, seat, isActing) {
  const won = view.result?.[seat.letter];
  if (view.result && won !== undefined && view.scores) return ["score", formatScore(view.result, seat.letter)];
  if (won === 0 && view.ending === "abort") return null; // who was still in the game when it was ended has no result
  if (won !== undefined) return ["", won > 0 ? t("won") : won < 0 ? t("lost") : t("draw")];
  if (isActing && view.thinking) return ["thinking", t("thinking")];
  return isActing ? ["", view.thrower ? t("to throw") : t("to move")] : null;
}
