/** Creating and playing a match in a house: the protocol of docs/protocol.md, over HTTP and WebSocket. */

import { called } from "./http.js";
import { Socket } from "./socket.js";

const HEAD = /^\{"t":"(\w+)"(?:,"id":"[^"]*")?(?:,"n":(\d+))?/;

/** One seat's connection. */
class Seat {
  /** The number of the last event that it received. */
  number = -1;
  /** The last complete message. @type {any} */
  view = null;
  /** What it may do now, of all that views tell. */
  knows = { yours: false, throws: false, isOver: false, paths: /** @type {any[]} */ ([]) };
  /** @type {(() => void) | null} */
  #waits = null;

  /**
   * @param {string} address
   * @param {string} match
   * @param {string} cookie
   * @param {() => void} onEvent
   * @param {(() => void) | null} onRefused called after refused moves; without it, there must be none
   */
  constructor(address, match, cookie, onEvent, onRefused) {
    this.onEvent = onEvent;
    this.onRefused = onRefused;
    this.socket = new Socket(address, `/api/matches/${match}/socket`, cookie, (payload) => this.#take(payload));
  }

  /** @param {Buffer} payload */
  #take(payload) {
    const found = HEAD.exec(payload.latin1Slice(0, Math.min(100, payload.length)));
    if (!found) throw new Error(`not understood: ${payload.toString().slice(0, 200)}`);
    const [, kind, number] = found;
    if (kind === "event" || kind === "view") {
      if (this.#waits || this.onRefused) this.#read(JSON.parse(payload.toString()).d ?? {});
      if (Number(number) > this.number) {
        this.number = Number(number);
        this.onEvent();
      }
      this.#waits?.();
    } else if (kind === "ping") {
      this.socket.send(JSON.stringify({ t: "pong", d: JSON.parse(payload.toString()).d }));
    } else if (kind === "refused") {
      if (!this.onRefused) throw new Error(payload.toString());
      this.onRefused();
    }
  }

  /** @param {any} content of a view, or what has changed since the last one */
  #read(content) {
    this.view = content;
    const { yours, can, result, scene } = content;
    if (yours !== undefined) this.knows.yours = yours;
    if (can) this.knows.throws = can.throw;
    if (result !== undefined) this.knows.isOver = result !== null;
    if (scene?.paths) this.knows.paths = scene.paths;
  }

  /** Whether it is its turn to act or to throw. */
  get mayGo() {
    return this.knows.yours || this.knows.throws;
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
   * @param {{game: string, letters: string[], options?: object, scripts?: string}} plan
   */
  static async made(addresses, onEvent, { game, letters: [first, second], options = {}, scripts }) {
    const match = new Match();
    const cookies = await Promise.all(addresses.map(guest));
    const seats = { [first]: { kind: "person" }, [second]: { kind: "free" } };
    const wish = { game, options, seats };
    const { id } = (await called(addresses[0], "POST", "/api/matches", wish, cookies[0])).body;
    const onRefused = scripts ? null : () => match.playAny();
    match.seats = addresses.map((one, seat) => new Seat(one, id, cookies[seat], () => onEvent(match, seat), onRefused));
    const [host, other] = match.seats;
    await host.told({ t: "hello", n: 0 }, () => true);
    const secret = host.view.invitation;
    await other.told({ t: "hello", n: 0 }, () => true);
    const sit = { t: "sit", id: "sit", n: 0, d: { seat: second, kind: "person", secret } };
    await Promise.all([host.heard(1), other.told(sit, () => other.number >= 1)]);
    while (!scripts && !match.isReady) await new Promise((resolve) => setTimeout(resolve, 5));
    return match;
  }

  /** The number of the last event that both seats have received. */
  get number() {
    return Math.min(this.seats[0].number, this.seats[1].number);
  }

  /** Whether the match is over, or both seats have heard that one of them may go. */
  get isReady() {
    return this.seats[0].number === this.seats[1].number && (this.isOver || this.seats.some((one) => one.mayGo));
  }

  get isOver() {
    return this.seats.some((one) => one.knows.isOver);
  }

  /** Let the seat whose turn it is throw, or try one of the actions that it is offered; after a refusal, another one. */
  playAny() {
    const seat = this.seats.findIndex((one) => one.mayGo);
    if (seat < 0) return;
    const { throws, paths } = this.seats[seat].knows;
    if (throws) {
      this.#count += 1;
      this.seats[seat].socket.send(`{"t":"throw","id":"${this.#count}","n":${this.number}}`);
      return;
    }
    const action = paths[Math.floor(Math.random() * paths.length)];
    this.play(seat, typeof action === "string" ? action : action[0]);
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
