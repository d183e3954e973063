/** While seats are free: the link for friends, who has come, and taking or giving back a seat. */

import { html } from "./elements.js";
import { say, t } from "./texts.js";

/** @import {Connection} from "./connection.js" */
/** @import {Seat, View} from "./types.js" */

const COMPUTER_LEVEL = 2;

export class Waiting {
  element = html("section", { class: "waiting", "aria-label": t("Free seats"), hidden: true });
  /** @type {Connection} */ #connection;
  #shown = "";

  /** @param {Connection} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  /**
   * Show the free seats of a match, as far as it has any.
   * @param {View} view
   */
  show(view) {
    const free = view.seats.filter((seat) => seat.kind === "free");
    const secret = view.invitation ?? location.hash.slice(1);
    this.element.hidden = view.result !== null || free.length === 0 || (secret === "" && !view.can.leave);
    const shown = JSON.stringify([view.seats, view.invitation, view.can]);
    if (this.element.hidden || shown === this.#shown) return; // what is being used stays as it is
    this.#shown = shown;
    const isInvited = secret !== "" && free.length > 0;
    const leave = html(
      "button",
      { type: "button", class: "button", click: () => this.#connection.command("leave") },
      t("Give my seat back"),
    );
    this.element.replaceChildren(
      ...(view.invitation ? this.#link(view) : []),
      ...(isInvited ? free.map((seat) => this.#ways(seat, view, secret)) : []),
      ...(view.can.leave && view.waiting ? [html("p", { class: "row" }, leave)] : []),
    );
  }

  /**
   * The link, for copying and as a picture.
   * @param {View} view
   */
  #link(view) {
    const address = `${location.origin}${location.pathname}#${view.invitation}`;
    const field = html("input", { id: "link", readonly: true, value: address, focus: () => field.select() });
    const told = html("span", { role: "status" });
    const copy = async () => {
      field.select();
      await navigator.clipboard?.writeText(address);
      told.textContent = t("Copied");
    };
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    return [
      html("h2", {}, t("Invite by a link")),
      html("p", {}, t("Who opens it may take a free seat, or watch.")),
      isLocal && html("p", {}, t("This address leads to the house only from this machine.")),
      html(
        "p",
        { class: "row" },
        html("label", { for: "link" }, t("Link")),
        field,
        html("button", { type: "button", class: "button", click: copy }, t("Copy")),
        told,
      ),
      html("img", { class: "code", src: `${location.pathname}/link.svg`, alt: t("The link as a QR code"), width: 180, height: 180 }),
    ].filter((one) => one !== false);
  }

  /**
   * The ways in which a free seat is filled.
   * @param {Seat} seat
   * @param {View} view
   * @param {string} secret
   */
  #ways(seat, view, secret) {
    /** @param {string} kind */
    const sit = (kind) => () =>
      this.#connection.command("sit", { seat: seat.letter, kind, level: kind === "computer" ? COMPUTER_LEVEL : 0, secret });
    const take = html("button", { type: "button", class: "button primary", click: sit("person") }, t("Take this seat"));
    const fill =
      view.can.fill &&
      html("button", { type: "button", class: "button", click: sit("computer") }, t("Give it to the computer"));
    return html("p", { class: "row", role: "group", "aria-label": say(seat.title) }, html("strong", {}, say(seat.title)), take, fill);
  }
}
