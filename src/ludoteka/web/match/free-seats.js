/** The free seats of a match: the invitation link, the reader's name, and the ways to fill a seat. */

import { chosenSeat } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createLevelOptions } from "../common/levels.js";
import { createNameForm } from "../common/name-form.js";
import { markMain, residentName } from "../common/page.js";
import { joinSentences, say, t } from "../common/texts.js";

/** @import {SeatStatus} from "#api" */
/** @import {View} from "../common/types.js" */
/** @import {Connection} from "./connection.js" */

export class FreeSeats {
  /** Never replaced, so that typed text is not lost; residents have their names. */
  #name = residentName() ? null : createNameForm();
  #link = html("div", { class: "invitation" });
  #seats = html("div", { class: "free" });
  #room = html("div", { class: "room" }, this.#seats, this.#link, this.#name);
  #details = html("details", {}, html("summary", {}, html("h2", {}, t("Free seats"))), this.#room);
  element = html("section", { class: "waiting", "aria-label": t("Free seats"), hidden: true }, this.#details);
  /** For those who have the address of the page without the invitation. */
  notice = html("p", { hidden: true }, t("This address is only for watching. To play, ask whoever sent it for the invitation link."));
  #fingerprint = "";

  /**
   * @param {Connection} connection
   * @param {number} levels of the computer; 0 where there is none
   * @param {number} usualLevel
   */
  constructor(connection, levels, usualLevel) {
    this.connection = connection;
    this.levels = levels;
    this.usualLevel = usualLevel;
  }

  /**
   * Show the free seats of a match to those who may fill them.
   * @param {View} view
   */
  show(view) {
    const free = view.seats.filter((seat) => seat.kind === "free");
    const secret = view.invitation ?? location.hash.slice(1);
    const isPublic = view.visibility === "public";
    const chosen = sessionStorage.getItem(chosenSeat(view.id)); // in the list of open tables
    sessionStorage.removeItem(chosenSeat(view.id));
    if (chosen) this.connection.command("sit", { seat: chosen, secret: "", kind: "person", level: 0 });
    const isSeated = view.seats.some((seat) => seat.yours);
    const mayHaveSeveral = !view.rated && (!isPublic || view.can.fill); // in a public match, only the host may
    const maySit = !isSeated || mayHaveSeveral;
    const fingerprint = JSON.stringify([free, secret, isSeated, maySit, view.waiting, view.can.fill, view.result]);
    if (fingerprint === this.#fingerprint) return; // controls in use must not be replaced
    const hadFocus = this.element.contains(document.activeElement);
    const wasHidden = this.element.hidden;
    this.#fingerprint = fingerprint;
    const isInvited = secret !== "" || isPublic;
    const isOver = view.result !== null || free.length === 0;
    this.element.hidden = isOver || !isInvited;
    this.notice.hidden = isOver || isInvited || isSeated;
    markMain("with-free-seats", !this.element.hidden);
    if (wasHidden) this.#details.open = view.waiting || !isSeated;
    const offered = view.waiting ? free : free.slice(0, 1); // in a running match, the next guest takes the next seat
    this.#seats.replaceChildren(...offered.map((seat) => this.#createRow(seat, view, secret, maySit)));
    this.#link.replaceChildren(...(view.invitation ? createInvitation(view.invitation, isPublic, isSeated) : []));
    this.#room.prepend(isSeated ? this.#link : this.#seats); // what the reader most likely wants comes first
    if (hadFocus && !this.element.contains(document.activeElement)) {
      const title = document.querySelector("h1");
      title?.setAttribute("tabindex", "-1");
      title?.focus();
    }
  }

  /**
   * @param {SeatStatus} seat
   * @param {View} view
   * @param {string} secret
   * @param {boolean} maySit
   */
  #createRow(seat, view, secret, maySit) {
    /** @param {{kind: string, level: number}} who */
    const sit = (who) => this.connection.command("sit", { seat: seat.letter, secret, ...who });
    const take = () => sit({ kind: "person", level: 0 });
    const title = say(seat.title);
    const id = `level-${seat.letter}`;
    const level = html("select", { id }, ...createLevelOptions(this.levels, this.usualLevel));
    const fill = createButton(t("Let the computer play"), () => sit({ kind: "computer", level: Number(level.value) }));
    const label = html("label", { for: id, class: "unseen" }, t("Level of the computer"));
    const isSeated = view.seats.some((one) => one.yours);
    const more = view.waiting ? t("Play this seat here, too") : t("Join at this screen"); // between two turns
    const takeButton = isSeated ? createButton(more, take) : createButton(t("Take this seat"), take, "primary");
    return html(
      "div",
      { class: "row", role: "group", "aria-label": title, "data-seat": seat.letter },
      html("strong", {}, title),
      maySit && takeButton,
      view.can.fill && this.levels > 0 && html("div", { class: "computer" }, label, level, fill),
    );
  }
}

/**
 * Create the invitation link, with a button to copy it and a QR code.
 * @param {string} secret
 * @param {boolean} isPublic
 * @param {boolean} isMain whether it is what the reader most likely wants
 */
function createInvitation(secret, isPublic, isMain) {
  const address = `${location.origin}${location.pathname}#${secret}`;
  const field = html("input", { id: "link", readonly: true, value: address, focus: () => field.select() });
  const answer = html("span", { role: "status" });
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(address); // only secure pages have a clipboard; elsewhere the link stays selected
    answer.textContent = navigator.clipboard ? t("Copied") : t("Copy the selected link.");
  };
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const picture = { class: "code", src: `${location.pathname}/link.svg`, alt: t("The link as a QR code"), width: 180, height: 180 };
  const watching = isPublic || location.hash ? "" : t("The address of this page is only for watching.");
  const hint = isLocal ? t("This address works only on this computer.") : "";
  return [
    ...(isPublic ? [html("p", {}, t("Everybody can see this table on the start page."))] : []),
    html("p", {}, joinSentences([t("Anyone with the link can take a seat or watch."), watching, hint])),
    html(
      "p",
      { class: "row" },
      html("label", { for: "link" }, t("Link")),
      field,
      createButton(t("Copy the invitation"), () => void copy(), isMain ? "primary" : ""),
      answer,
    ),
    html("img", picture),
  ];
}
