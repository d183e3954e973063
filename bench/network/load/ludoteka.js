/** Creating and playing a match in a house: the protocol of docs/protocol.md, over HTTP and WebSocket. */

import { called } from "./http.js";
import { Socket } from "./socket.js";

const HEAD = /^\{"t":"(\w+)"(?:,"id":"[^"]*")?(?:,"n":(\d+))?/;
const LETTERS = ["a", "d"];

/** One seat's connection. */
class Seat {
  /** The number of the last event that it received. */
  number = -1;
  /** The last complete message. @type {any} */
  view = null;
  /** @type {(() => void) | null} */
  #waits = null;

  /**
   * @param {string} address
   * @param {string} match
   * @param {string} cookie
   * @param {() => void} onEvent
   */
  constructor(address, match, cookie, onEvent) {
    this.onEvent = onEvent;
    this.socket = new Socket(address, `/api/matches/${match}/socket`, cookie, (payload) => this.#take(payload));
  }

  /** @param {Buffer} payload */
  #take(payload) {
    const found = HEAD.exec(payload.latin1Slice(0, Math.min(100, payload.length)));
    if (!found) throw new Error(`not understood: ${payload.toString().slice(0, 200)}`);
    const [, kind, number] = found;
    if (kind === "event" || kind === "view") {
      if (this.#waits) this.view = JSON.parse(payload.toString()).d ?? this.view;
      if (Number(number) > this.number) {
        this.number = Number(number);
        this.onEvent();
      }
      this.#waits?.();
    } else if (kind === "ping") {
      this.socket.send(JSON.stringify({ t: "pong", d: JSON.parse(payload.toString()).d }));
    } else if (kind === "refused") {
      throw new Error(payload.toString());
    }
  }

  /**
   * Send a message, and wait until a condition holds after an event or view.
   * @param {object} message
   * @param {() => boolean} isEnough
   * @returns {Promise<void>}
   */
  async told(message, isEnough) {
    await this.socket.ready;
    const answer = this.#until(isEnough);
    this.socket.send(JSON.stringify(message));
    await answer;
  }

  /** Wait until it has received an event. @param {number} number */
  async heard(number) {
    if (this.number < number) await this.#until(() => this.number >= number);
  }

  /** @param {() => boolean} isEnough */
  async #until(isEnough) {
    await new Promise((resolve) => {
      this.#waits = () => isEnough() && resolve(undefined);
    });
    this.#waits = null;
  }
}

export class Match {
  /** @type {Seat[]} */ seats = [];
  #count = 0;

  /**
   * Create a match of two guests, each connected to its own address; the addresses may be equal.
   * @param {string[]} addresses one for each seat
   * @param {(match: Match, seat: number) => void} onEvent
   * @param {string} game
   */
  static async made(addresses, onEvent, game) {
    const match = new Match();
    const cookies = await Promise.all(addresses.map(guest));
    const seats = { a: { kind: "person" }, d: { kind: "free" } };
    const wish = { game, options: {}, seats };
    const { id } = (await called(addresses[0], "POST", "/api/matches", wish, cookies[0])).body;
    match.seats = addresses.map((one, seat) => new Seat(one, id, cookies[seat], () => onEvent(match, seat)));
    const [host, other] = match.seats;
    await host.told({ t: "hello", n: 0 }, () => true);
    const secret = host.view.invitation;
    await other.told({ t: "hello", n: 0 }, () => true);
    const sit = { t: "sit", id: "sit", n: 0, d: { seat: LETTERS[1], kind: "person", secret } };
    await Promise.all([host.heard(1), other.told(sit, () => other.number === 1)]);
    return match;
  }

  /** The number of the last event that both seats have received. */
  get number() {
    return Math.min(this.seats[0].number, this.seats[1].number);
  }

  /**
   * @param {number} seat
   * @param {string} text
   */
  play(seat, text) {
    this.#count += 1;
    this.seats[seat].socket.send(`{"t":"act","id":"${this.#count}","n":${this.number},"d":"${text}"}`);
  }

  /** Close the connections. */
  close() {
    for (const one of this.seats) one.socket.close();
  }
}

/** @param {string} address */
async function guest(address) {
  const { cookie } = await called(address, "GET", "/api/guest");
  return cookie;
}
