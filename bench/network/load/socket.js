/** A minimal WebSocket client that uses little processor time: text frames over TCP. */

import { connect } from "node:net";

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const MASK = Buffer.alloc(4); // all zero: the server unmasks as usual, and nothing has to be masked here

export class Socket {
  #tcp;
  #rest = Buffer.alloc(0);
  #isOpen = false;
  #onText;
  #opened = () => {};

  /**
   * @param {string} address "http://127.0.0.1:8000"
   * @param {string} path
   * @param {string} cookie
   * @param {(payload: Buffer) => void} onText
   */
  constructor(address, path, cookie, onText) {
    const { hostname, port, host } = new URL(address);
    this.#onText = onText;
    this.#tcp = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#tcp.on("error", (error) => {
      throw error;
    });
    this.#tcp.on("data", (chunk) => this.#take(chunk));
    this.#tcp.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n` +
        `${cookie && `Cookie: ${cookie}\r\n`}\r\n`,
    );
    /** Fulfilled when the handshake is complete. @type {Promise<void>} */
    this.ready = new Promise((resolve) => {
      this.#opened = resolve;
    });
  }

  /** @param {string} text */
  send(text) {
    this.#frame(TEXT, Buffer.from(text));
  }

  /** End the connection without a closing handshake. */
  close() {
    this.#tcp.destroy();
  }

  /**
   * @param {number} code
   * @param {Buffer} payload shorter than 64 kB
   */
  #frame(code, payload) {
    const long = payload.length > 125;
    const head = Buffer.from(
      long
        ? [0x80 | code, 0x80 | 126, payload.length >> 8, payload.length & 255]
        : [0x80 | code, 0x80 | payload.length],
    );
    this.#tcp.write(Buffer.concat([head, MASK, payload]));
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    let data = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (!this.#isOpen) {
      const end = data.indexOf("\r\n\r\n");
      if (end >= 0) {
        const status = data.toString("latin1", 9, 12);
        if (status !== "101") throw new Error(`refused at the door: ${data.toString("latin1", 0, end)}`);
        this.#isOpen = true;
        this.#opened();
        data = data.subarray(end + 4);
      }
    }
    this.#rest = this.#isOpen ? this.#frames(data) : data;
  }

  /**
   * Handle every complete frame; return the remaining bytes.
   * @param {Buffer} data
   */
  #frames(data) {
    let at = 0;
    while (data.length - at >= 2) {
      let size = data[at + 1] & 127;
      let head = 2;
      if (size === 126) {
        head = 4;
        if (data.length - at < head) break;
        size = data.readUInt16BE(at + 2);
      } else if (size === 127) {
        head = 10;
        if (data.length - at < head) break;
        size = Number(data.readBigUInt64BE(at + 2));
      }
      if (data.length - at < head + size) break;
      this.#one(data[at] & 15, data.subarray(at + head, at + head + size));
      at += head + size;
    }
    return data.subarray(at);
  }

  /**
   * @param {number} code
   * @param {Buffer} payload
   */
  #one(code, payload) {
    if (code === TEXT) this.#onText(payload);
    else if (code === PING) this.#frame(PONG, payload);
    else if (code === CLOSE) throw new Error(`closed by the server: ${payload.toString()}`);
    else throw new Error(`a frame of kind ${code}`);
  }
}
