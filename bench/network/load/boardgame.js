/** Creating and playing a match in boardgame.io: its lobby over HTTP, then socket.io over WebSocket only. */

import { called } from "./http.js";
import { Socket } from "./socket.js";

const PATH = "/socket.io/?EIO=4&transport=websocket";
const NUMBER = '"_stateID":';

/** One player's connection. */
class Seat {
  number = -1;
  #synced = () => {};
  #moved = "";
  #game = "";

  /**
   * @param {string} address
   * @param {string} game
   * @param {() => void} onEvent
   */
  constructor(address, game, onEvent) {
    this.onEvent = onEvent;
    this.prefix = `42/${game},`; // the beginning of every message of the game
    this.#moved = `${this.prefix}["update"`;
    this.#game = game;
    this.socket = new Socket(address, PATH, "", (payload) => this.#take(payload));
    /** @type {Promise<void>} */
    this.synced = new Promise((resolve) => {
      this.#synced = resolve;
    });
  }

  /** @param {Buffer} payload */
  #take(payload) {
    const head = payload.latin1Slice(0, Math.min(this.#moved.length, payload.length));
    if (head === "2") this.socket.send("3"); // answers its ping
    else if (head.startsWith("0")) this.socket.send(`40/${this.#game},`);
    else if (head.startsWith("40")) this.socket.send(this.prefix + JSON.stringify(["sync", ...this.who]));
    else if (head === this.#moved) this.#hear(payload);
    else if (head.startsWith(`${this.prefix}["sync"`)) {
      this.number = 0;
      this.#synced();
    }
  }

  /** @param {Buffer} payload */
  #hear(payload) {
    const at = payload.indexOf(NUMBER) + NUMBER.length;
    const number = Number.parseInt(payload.latin1Slice(at, at + 12), 10);
    if (number > this.number) {
      this.number = number;
      this.onEvent();
    }
  }

  /** Match, seat and credentials. @type {[string, string, string]} */
  who = ["", "", ""];
}

export class Match {
  /** @type {Seat[]} */ seats = [];

  /**
   * @param {string[]} addresses one for each seat
   * @param {(match: Match, seat: number) => void} onEvent
   * @param {string} game as the server calls it
   */
  static async made(addresses, onEvent, { game }) {
    const match = new Match();
    const { matchID } = (await called(addresses[0], "POST", `/games/${game}/create`, { numPlayers: 2 })).body;
    for (const playerID of ["0", "1"]) {
      const wish = { playerID, playerName: `player ${playerID}` };
      const { playerCredentials } = (await called(addresses[0], "POST", `/games/${game}/${matchID}/join`, wish)).body;
      const seat = new Seat(addresses[Number(playerID)], game, () => onEvent(match, Number(playerID)));
      seat.who = [matchID, playerID, playerCredentials];
      match.seats.push(seat);
    }
    await Promise.all(match.seats.map((one) => one.synced));
    return match;
  }

  /** The number of the last move that both seats have heard of. */
  get number() {
    return Math.min(this.seats[0].number, this.seats[1].number);
  }

  /**
   * @param {number} seat
   * @param {string} text
   */
  play(seat, text) {
    const { socket, prefix, who } = this.seats[seat];
    const [match, playerID, credentials] = who;
    const payload = { type: "play", args: [text], playerID, credentials };
    socket.send(prefix + JSON.stringify(["update", { type: "MAKE_MOVE", payload }, this.number, match, playerID]));
  }

  /** Close both connections. */
  close() {
    for (const one of this.seats) one.socket.close();
  }
}
