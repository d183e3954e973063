/** Ways to leave a match: resign, give the seat back, call it off, and claim the win when another player has left. */

import { askToConfirm } from "../common/dialogs.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { describePlayer } from "../common/words.js";
import { drawIcon, FLAG } from "./icons.js";
import { Part } from "./part.js";

/** @import {SeatStatus} from "#api" */
/** @import {View} from "../common/types.js" */

const SECOND = 1000; // milliseconds

export class Exits extends Part {
  /** The button that resigns, apart from all others. */ resign = html(
    "button",
    { type: "button", class: "button quiet resign", click: () => void this.#confirmResign() },
    drawIcon(FLAG),
    t("Resign"),
  );
  #leave = createButton(t("Give my seat back"), () => this.connection.command("leave"));
  #abort = createButton(t("Call the match off"), () => void this.#confirmAbort());
  #countdown = html("p", { "aria-hidden": "true" });
  #claims = html("div", { class: "answers" });
  #gone = html("div", { class: "asked", role: "group", "aria-label": t("Somebody has left"), hidden: true }, this.#countdown, this.#claims);
  #announcement = html("p", { class: "unseen", role: "status" });
  /** What a person who is out can do once only computers play on. */
  #computers = html(
    "div",
    { class: "asked", role: "group", "aria-label": t("Only computers are left."), hidden: true },
    html("p", {}, t("Only computers are left.")),
    html("div", { class: "answers" }, createButton(t("End the match"), () => this.connection.command("abort"), "primary")),
  );
  buttons = [this.#leave, this.#abort];
  element = html("div", {}, this.#gone, this.#computers, this.#announcement);
  /** @type {View | null} */ #view = null;
  /** The seat of an awaited player who has left. @type {SeatStatus | undefined} */ #left;
  #timer = 0;
  #due = 0; // when the claim becomes possible, in milliseconds of performance.now()

  /**
   * Show how the reader can leave, and who has left.
   * @param {View} view
   */
  show(view) {
    const { can, seats } = view;
    const canLeave = can.leave && seats.some((seat) => !seat.yours && seat.kind !== "computer");
    this.resign.disabled = !can.resign;
    this.resign.hidden = canLeave || view.result !== null || !seats.some((seat) => seat.yours);
    this.#leave.hidden = !canLeave;
    this.#abort.hidden = !can.abort || onlyComputersPlay(view);
    this.#computers.hidden = !onlyComputersPlay(view);
    this.#left = view.result ? undefined : seats.find((seat) => typeof seat.claimable_in === "number");
    if (this.#left && seats !== this.#view?.seats) this.#due = performance.now() + (this.#left.claimable_in ?? 0) * SECOND;
    this.#view = view;
    this.#tick();
  }

  /** Show the countdown to the claim, and then the buttons. */
  #tick() {
    clearTimeout(this.#timer);
    const left = this.#left;
    const rest = Math.ceil((this.#due - performance.now()) / SECOND);
    const isDue = Boolean(this.#view?.can.claim) || rest <= 0;
    if (left && !isDue) this.#timer = setTimeout(() => this.#tick(), SECOND);
    const hadFocus = this.#gone.contains(document.activeElement);
    const name = left ? describePlayer(left) : "";
    this.#gone.hidden = !left;
    if (left && isDue && this.#claims.childElementCount === 0) this.#claims.replaceChildren(...this.#createClaims());
    if (!left || !isDue) this.#claims.replaceChildren();
    const time = `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
    const soon = t("{name} has left. You can claim the win in {time}.", { name, time });
    this.#countdown.textContent = isDue ? t("{name} has left. You can end the match.", { name }) : soon;
    const text = !left ? "" : isDue ? this.#countdown.textContent : t("{name} has left.", { name });
    if (this.#announcement.textContent !== text) this.#announcement.textContent = text;
    if (hadFocus && (!left || !isDue)) this.board.keys.focus();
  }

  #createClaims() {
    /** @param {"win" | "draw"} what */
    const claim = (what) => () => this.connection.isBusy || this.connection.command("claim", what);
    const win = createButton(t("Claim the win"), claim("win"), "primary");
    return this.#view?.seats.length === 2 ? [win, createButton(t("Call it a draw"), claim("draw"))] : [win];
  }

  async #confirmResign() {
    const view = this.#view;
    const mine = view?.seats.filter((seat) => seat.yours) ?? [];
    const acting = view?.thrower ?? view?.to_act;
    const seat = mine.find((one) => one.letter === acting) ?? mine[0];
    if (!seat) return;
    const question = mine.length > 1 ? t("Resign for this side: {seat}?", { seat: seat.title }) : t("Resign this match?");
    if (await askToConfirm(question, t("Resign"), t("Keep playing"))) this.connection.command("resign", seat.letter);
  }

  async #confirmAbort() {
    const question = t("Call the match off? Nobody wins or loses.");
    if (await askToConfirm(question, t("Call it off"), t("Keep playing"))) this.connection.command("abort");
  }
}

/**
 * Tell whether the reader is out, and only computers still play.
 * @param {View} view
 */
export function onlyComputersPlay({ can, waiting, seats }) {
  return can.abort && !waiting && !seats.some((seat) => seat.yours);
}
