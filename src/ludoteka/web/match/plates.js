/** The plates of the seats, beside the board. */

import { html, svg } from "../common/elements.js";
import { describeLevel } from "../common/levels.js";
import { plural, say, t } from "../common/texts.js";
import { describePlayer, formatScore } from "../common/words.js";
import { linkPlayer } from "../profiles/profiles-api.js";

/** @import {Piece, SeatStatus} from "#api" */
/** @import {Looks} from "../board/looks.js" */
/** @import {View} from "../common/types.js" */
/** @import {Clocks} from "./clocks.js" */

/**
 * Create the plates of a match: each seat with its player, status and clock.
 * @param {View} view
 * @param {Looks} looks
 * @param {Clocks} clocks
 * @returns {HTMLElement[]}
 */
export function createPlates(view, looks, clocks) {
  const isShared = view.seats.filter((seat) => seat.yours).length > 1;
  const seats = view.seats.filter((seat) => seat.kind !== "free" || view.waiting); // in a running match, free seats have no plates
  return seats.map((seat) => {
    const isActing = [view.to_act, view.thrower].includes(seat.letter) && !view.result;
    return html(
      "div",
      { class: `plate seat${seat.number}${isActing ? " acting" : ""}${seat.yours ? " own" : ""}`, role: "listitem" },
      drawEmblem(view.scene.pieces, seat, looks),
      createNames(seat, isShared),
      createTray(view, seat, looks),
      createSeatStatus(view, seat, isActing),
      clocks.face(seat.letter),
    );
  });
}

/**
 * Create the title of a seat and its player. Where the title is only the letter that the emblem shows, the player stands for it.
 * @param {SeatStatus} seat
 * @param {boolean} isShared the reader has several seats
 */
function createNames(seat, isShared) {
  const title = say(seat.title);
  const isPlain = title !== seat.letter || (seat.yours && isShared) || seat.kind === "free";
  const [player, more, kind] = describeOccupant(seat, isShared);
  const details = html("span", { class: seat.kind === "computer" ? "words" : "" }, more && (isPlain ? `, ${more}` : more));
  if (!isPlain) return html("div", { class: "who" }, html("strong", { class: kind }, player), more && details);
  return html("div", { class: "who" }, html("strong", {}, title), html("span", { class: kind }, player, details));
}

/**
 * Return the player of a seat, what there is to say about them, and a class.
 * @param {SeatStatus} seat
 * @param {boolean} isShared the reader has several seats
 * @returns {[Node | string, string | false, string]}
 */
function describeOccupant(seat, isShared) {
  if (seat.kind === "computer") return [describePlayer(seat), describeLevel(seat.level), ""];
  const hints = seat.hints > 0 && plural("{count} hint", "{count} hints", seat.hints);
  if (seat.yours) return [isShared ? t("At this screen") : html("span", { class: "you" }, t("You")), hints, ""];
  if (seat.kind === "free") return [describePlayer(seat), false, ""];
  return [linkPlayer(seat), !seat.present && t("away"), seat.present ? "here" : "away"];
}

/**
 * Draw a seat's most frequent piece as its emblem.
 * @param {Piece[]} pieces
 * @param {SeatStatus} seat
 * @param {Looks} looks
 */
export function drawEmblem(pieces, { number, letter }, looks) {
  const own = pieces.filter((piece) => piece.seat === number);
  /** @param {Piece} piece */
  const alike = (piece) => own.filter((other) => other.kind === piece.kind).length;
  const [usual] = own.sort((one, other) => alike(other) - alike(one));
  return svg(
    "svg",
    { class: "board emblem", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" },
    looks.drawPiece(usual ?? { kind: "", seat: number, symbol: letter }),
  );
}

/**
 * Create the tray of a seat in a match of two: the other's pieces that have left the board.
 * @param {View} view
 * @param {SeatStatus} seat
 * @param {Looks} looks
 */
function createTray({ scene, seats }, { number }, looks) {
  const captured = seats.length === 2 ? scene.captured.filter((one) => one.seat !== number) : [];
  const groups = captured.map((one) => {
    const piece = svg("svg", { class: "board", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, looks.drawPiece(one));
    return html("span", { title: say(one.label) }, piece, html("span", { class: "unseen" }, `${say(one.label)} `), `×${one.number}`);
  });
  return groups.length > 0 && html("span", { class: "tray" }, html("span", { class: "unseen" }, t("Captured:")), ...groups);
}

/**
 * @param {View} view
 * @param {SeatStatus} seat
 * @param {boolean} isActing
 */
function createSeatStatus(view, seat, isActing) {
  const won = view.result?.[seat.letter];
  if (view.result && won !== undefined && view.scores)
    return html("span", { class: "standing score" }, formatScore(view.result, seat.letter));
  if (won !== undefined) return html("span", { class: "standing" }, won > 0 ? t("won") : won < 0 ? t("lost") : t("draw"));
  if (isActing && view.thinking) return html("span", { class: "standing thinking" }, t("thinking"));
  return isActing && html("span", { class: "standing" }, view.thrower ? t("to throw") : t("to move"));
}
