/**
 * The connection to one match. It reconnects by itself and resends every command until it is answered. The house
 * executes no command twice, because a command keeps its id.
 */

import { matchPath } from "../common/api.js";
import { chosenPace } from "./pace.js";

/** @import {Change, ChatEntry, ClientMessage, FoundHint, HouseMessage, Piece, RefusalContent, SceneChange} from "#api" */
/** @import {View} from "../common/types.js" */

/**
 * Return the view after a change, without modifying either.
 * @param {View} view
 * @param {Change} change the keys that differ; `scene` has the keys of the scene that differ, with pieces by id
 * @returns {View}
 */
function applyChange(view, change) {
  const { scene = {}, ...beside } = change;
  const { pieces, ...parts } = scene;
  const { places, lines, bounds, columns, rows, ...others } = view.scene; // the layout is redrawn only when it changes
  const moves = beside.moves ?? { from: view.moves.from + view.moves.list.length, list: [] };
  return {
    ...view,
    ...beside,
    moves,
    whole: false,
    scene: { ...others, ...parts, pieces: pieces ? applyPieces(view.scene.pieces, pieces) : view.scene.pieces },
  };
}

/**
 * @param {Piece[]} pieces
 * @param {NonNullable<SceneChange["pieces"]>} change
 */
function applyPieces(pieces, { set, gone }) {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  for (const id of gone) byId.delete(id);
  for (const piece of set) byId.set(piece.id, piece);
  return [...byId.values()];
}

const FIRST_DELAY = 250; // milliseconds before the first attempt to reconnect; doubled after each failure
const LONGEST_DELAY = 8000;
const PATIENCE = 8000; // milliseconds without a due answer, before the connection counts as dead
const BESIDE = new Set(["salt", "chat"]);
const NO_SUCH_MATCH = 4404; // close codes
const NOT_SERVED = 4403;

/** @typedef {Exclude<ClientMessage["t"], "hello" | "pong">} Asked */
/** @typedef {{t: string, id?: string, n: number, d?: unknown}} Command */

/**
 * @typedef {object} Listener
 * @property {(view: View) => void} onView
 * @property {(refusal: RefusalContent, t: string) => void} [onRefusal] t: the type of the command, "" if the house could not read it
 * @property {(match: string) => void} [onRematch]
 * @property {(hint: FoundHint | null) => void} [onHint] the hint that was asked for; null if none was found
 * @property {(entries: ChatEntry[]) => void} [onChat] new chat entries
 * @property {(isOpen: boolean) => void} onState the connection opened or closed
 * @property {() => void} onMissing there is no such match
 */

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  /** Commands without an answer, by id, in order. @type {Map<string, Command>} */ #unanswered = new Map();
  #number = 0; // number of the last event that this client knows
  /** The view that is shown. @type {View | null} */ #view = null;
  #attempts = 0;
  #retry = 0; // timers
  #deadline = 0;
  #isClosed = false;

  /**
   * @param {string} match
   * @param {Listener} listener
   * @param {string} [path] of the socket, if it is not the usual one
   */
  constructor(match, listener, path = `${matchPath(match)}/socket`) {
    const address = new URL(path, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    this.address = address;
    this.listener = listener;
    addEventListener("online", () => this.#open());
    addEventListener("pageshow", (event) => event.persisted && this.#open());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.sayHello(); // after the device has slept, a dead connection may look open
    });
    this.#open();
  }

  /** Whether a command other than a salt or chat waits for its result. An event after it is its result, or makes it stale, unless it adds a salt. */
  get isBusy() {
    return [...this.#unanswered.values()].some((command) => command.n === this.#number && !BESIDE.has(command.t));
  }

  /** Close the connection for good. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#deadline);
    this.#socket?.close();
    this.#socket = null;
  }

  /**
   * Send a command to the house.
   * @param {Asked} t
   * @param {string | string[] | object | null} [d]
   */
  command(t, d = null) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const command = { t, id, n: this.#number, ...(d === null ? {} : { d }) };
    this.#unanswered.set(id, command);
    this.#send(command);
  }

  #open() {
    if (this.#isClosed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.sayHello();
      for (const command of this.#unanswered.values()) this.#send(command);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => this.#handleClose(socket, event.code);
    this.#startDeadline();
  }

  /** @param {HouseMessage & {id?: string | null, n?: number}} message */
  #receive(message) {
    clearTimeout(this.#deadline);
    const answered = message.id ?? (message.t === "refused" ? this.#unanswered.keys().next().value : undefined);
    const asked = answered === undefined ? undefined : this.#unanswered.get(answered);
    if (answered !== undefined) this.#unanswered.delete(answered); // unreadable commands are refused without their id
    if (this.#unanswered.size > 0) this.#startDeadline();
    if (message.t === "view") {
      this.#show({ ...message.d, whole: true }, message.n ?? 0);
    } else if (message.t === "event" && this.#view) {
      const { d = {}, n = 0 } = message;
      if (d.dice && !d.moves) for (const command of this.#unanswered.values()) command.n = n; // a salt makes no command stale
      this.#show(applyChange(this.#view, d), n);
    } else if (message.t === "ping") {
      this.#socket?.send(JSON.stringify({ t: "pong", d: message.d }));
    } else if (message.t === "chat") {
      this.listener.onChat?.([message.d].flat());
    } else if (message.t === "hint") {
      this.listener.onHint?.(message.d);
    } else if (message.t === "refused") {
      this.listener.onRefusal?.(message.d, asked?.t ?? "");
    } else if (message.t === "rematch") {
      this.listener.onRematch?.(message.d.id);
    }
  }

  /**
   * @param {View} view
   * @param {number} number
   */
  #show(view, number) {
    this.#attempts = 0;
    this.#number = number;
    this.#view = view;
    this.listener.onState(true);
    this.listener.onView(view);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  #handleClose(socket, code) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#deadline);
    if (code === NO_SUCH_MATCH) return this.listener.onMissing();
    if (code === NOT_SERVED) return; // the house has sent the reason, and would refuse again
    this.listener.onState(false);
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempts++);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), delay * (0.5 + Math.random() / 2)); // jitter, so that clients don't all reconnect at once
  }

  /** Ask for what is new, and tell the house which speed the reader wants. */
  sayHello() {
    this.#send({ t: "hello", n: this.#number, d: { room: this.#view?.room ?? "", pace: chosenPace() } });
  }

  /** @param {Command} command */
  #send(command) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return; // what is unanswered is sent once it opens
    this.#socket.send(JSON.stringify(command));
    this.#startDeadline();
  }

  #startDeadline() {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      const dead = this.#socket;
      if (!dead) return;
      this.#handleClose(dead, 0); // without waiting for its end
      this.#socket = null;
      dead.close();
    }, PATIENCE);
  }
}
