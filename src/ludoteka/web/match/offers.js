/** Offers between people: draws and take backs are offered, accepted, declined and withdrawn. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { describePlayer } from "../common/words.js";
import { BACK, createIconButton, nameButton } from "./icons.js";
import { Part } from "./part.js";

/** @import {Can, SeatStatus} from "#api" */
/** @import {View} from "../common/types.js" */

/** @typedef {Can["accept"][number]} Matter what people can offer each other */

export class Offers extends Part {
  #back = createIconButton(t("Take back"), () => (this.#view?.can.back ? this.connection.command("back") : this.#ask("back")), "", BACK);
  #draw = createButton(t("Offer a draw"), () => this.#ask("draw"));
  #list = html("div", { class: "asked", role: "group", "aria-label": t("An offer"), hidden: true });
  #announcement = html("p", { class: "unseen", role: "status" });
  buttons = [this.#back, this.#draw];
  element = html("div", {}, this.#list, this.#announcement);
  /** @type {View | null} */ #view = null;
  #fingerprint = "[]";

  /**
   * Show the pending offers and the possible ones.
   * @param {View} view
   */
  show(view) {
    this.#view = view;
    const { can } = view;
    this.#back.hidden = view.result !== null || !view.seats.some((seat) => seat.yours);
    this.#back.disabled = !can.back && !can.offer_back && this.#own !== "back";
    nameButton(this.#back, this.#own === "back" ? t("Withdraw my offer") : can.offer_back ? t("Ask to take back") : t("Take back"));
    this.#draw.hidden = !can.offer_draw && this.#own !== "draw";
    this.#draw.textContent = this.#own === "draw" ? t("Withdraw my offer") : t("Offer a draw");
    const offers = Object.entries(view.result ? {} : view.offers).map(([letter, matter]) => {
      const seat = /** @type {SeatStatus} */ (view.seats.find((one) => one.letter === letter));
      return { text: describeOffer(seat, matter), matter, isMine: seat.yours, mayAnswer: can.accept.includes(matter) };
    });
    const shown = JSON.stringify(offers);
    if (shown === this.#fingerprint) return; // a button that is being pressed must not be replaced
    this.#fingerprint = shown;
    const hadFocus = this.#list.contains(document.activeElement);
    const others = offers.filter((offer) => !offer.isMine);
    this.#list.replaceChildren(...others.map((offer) => this.#row(offer)));
    this.#list.hidden = others.length === 0;
    this.#announcement.textContent = offers.map(({ text }) => text).join(" ");
    if (hadFocus) this.board.keys.focus();
  }

  /** The reader's own offer. */
  get #own() {
    const mine = this.#view?.seats.find((seat) => seat.yours && this.#view?.offers[seat.letter]);
    return mine && this.#view?.offers[mine.letter];
  }

  /** @param {{text: string, matter: Matter, mayAnswer: boolean}} offer */
  #row({ text, matter, mayAnswer }) {
    /** @param {"accept" | "decline"} answer */
    const send = (answer) => () => this.connection.isBusy || this.connection.command(answer, matter);
    const answers = [createButton(t("Accept"), send("accept"), "primary"), createButton(t("Decline"), send("decline"))];
    const row = mayAnswer && html("div", { class: "answers" }, ...answers);
    return html("div", { class: "offer", "data-matter": matter }, html("p", {}, text), row);
  }

  /** @param {Matter} matter */
  #ask(matter) {
    if (this.connection.isBusy) return;
    this.connection.command(this.#own === matter ? "decline" : "offer", matter);
  }
}

/**
 * @param {SeatStatus} seat
 * @param {Matter} matter
 */
function describeOffer(seat, matter) {
  const isDraw = matter === "draw";
  if (seat.yours) return isDraw ? t("You're offering a draw.") : t("You're asking to take back a move.");
  const name = describePlayer(seat);
  return isDraw ? t("{name} offers a draw.", { name }) : t("{name} asks to take back a move.", { name });
}
