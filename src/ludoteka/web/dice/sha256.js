/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104), to check dice in the browser. The Web Crypto API is available
 * only over HTTPS, which a house on a home network rarely has. No input here is secret.
 */

const BLOCK = 64; // bytes
const WORDS = BLOCK / 4;
const ROUNDS = 64;
const PRIMES = listPrimes(ROUNDS);
/** The first 32 bits of the fractional parts of the cube roots, and of the square roots, of the first primes. */
const ROUND = Uint32Array.from(PRIMES, (prime) => fractionBits(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(BLOCK * Math.ceil((bytes.length + 9) / BLOCK));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, 8n * BigInt(bytes.length));
  const hash = START.slice();
  for (let place = 0; place < padded.length; place += BLOCK) mixBlock(hash, view, place);
  const digest = new DataView(new ArrayBuffer(4 * hash.length));
  hash.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(Uint8Array.from([...padded.map((byte) => byte ^ 0x36), ...message]));
  return sha256(Uint8Array.from([...padded.map((byte) => byte ^ 0x5c), ...inner]));
}

/** @param {string} digits */
export function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Uint32Array} hash
 * @param {DataView} view
 * @param {number} place
 */
function mixBlock(hash, view, place) {
  const words = new Uint32Array(ROUNDS);
  for (let i = 0; i < WORDS; i++) words[i] = view.getUint32(place + 4 * i);
  for (let i = WORDS; i < ROUNDS; i++) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < ROUNDS; i++) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUND[i] + words[i]) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
}

/**
 * @param {number} word
 * @param {number} bits to the right
 */
function rotate(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** @param {number} root */
function fractionBits(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** @param {number} count */
function listPrimes(count) {
  /** @type {number[]} */ const found = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}
