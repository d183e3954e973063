/**
 * The load generator: it plays matches of two connections each, from scripts of legal moves or at random.
 *
 * `node load.js JSON` prints the measurements as JSON. A move is complete when both connections have received it; only
 * then does a seat move again. Every match has its own script. A round is over when the first script or match ends; the
 * next round has new matches, and creating them is not measured.
 */

import { readFileSync } from "node:fs";
import { hangUp } from "./http.js";
import { kilobytes, seconds } from "./process.js";

/**
 * @typedef {object} Plan
 * @property {"ludoteka" | "boardgame"} side
 * @property {string} game the server's name for the game
 * @property {object} [options] of the game
 * @property {string[]} letters of the two seats
 * @property {string[]} addresses the two seats of a match connect to the first and the second, or both to the only one
 * @property {boolean} [apart] with several addresses: each match is on one of them, with both seats
 * @property {"closed" | "open" | "rest"} mode
 * @property {number} matches
 * @property {number} seconds to measure, at least
 * @property {number} [rate] moves per second, in open mode
 * @property {number} [plies] played in each match before it rests
 * @property {string} [scripts] a file: a JSON list of lists of moves; without it, seats throw and choose at random
 * @property {number} [longest] the most moves of a match without a script
 * @property {Record<string, number[]>} processes ids by group, whose processor time is measured; one group is "server"
 */

/** @type {Plan} */
const plan = JSON.parse(process.argv[2]);
/** @type {string[][] | null} */
const scripts = plan.scripts ? JSON.parse(readFileSync(plan.scripts, "utf8")) : null;
const { Match } = await import(`./${plan.side}.js`);
const AT_ONCE = 10; // matches that are created at the same time

/** A match under way. */
class Course {
  ply = 0;
  sent = 0;
  isWaiting = false;

  /**
   * @param {any} match
   * @param {string[] | null} script null for a match in which seats choose at random
   */
  constructor(match, script) {
    this.match = match;
    this.script = script;
    this.first = match.number; // the last event before the first move
  }

  /** Play the next move. @param {number} due when it should have been sent */
  play(due) {
    this.sent = due;
    this.isWaiting = true;
    if (this.script) this.match.play(this.ply % 2, this.script[this.ply]);
    else this.match.playAny();
    this.ply += 1;
  }

  /** Tell whether both seats have received the last move, and what the house does by itself after it. */
  get isDone() {
    if (!this.isWaiting) return false;
    return this.script ? this.match.number >= this.first + this.ply : this.match.isReady;
  }

  /** Tell whether no further move can be played. */
  get isOver() {
    return this.script ? this.ply >= this.script.length : this.match.isOver || this.ply >= (plan.longest ?? 0);
  }
}

/** @type {Map<any, Course>} */
const courses = new Map();
/** @type {(course: Course) => void} */
let onMoved = () => {};
let made = 0;

/** @param {any} match */
function heard(match) {
  const course = courses.get(match);
  if (course?.isDone) {
    course.isWaiting = false;
    onMoved(course);
  }
}

/** @returns {string[]} the address of each seat of the next match */
function addresses() {
  const [one, other = one] = plan.addresses;
  if (plan.apart) return made % 2 ? [other, other] : [one, one];
  return made % 2 ? [other, one] : [one, other];
}

/** Create the matches of a round. */
async function open() {
  courses.clear();
  const end = made + plan.matches;
  const makers = Array.from({ length: AT_ONCE }, async () => {
    while (made < end) {
      const script = scripts && scripts[made % scripts.length];
      const both = addresses();
      made += 1;
      const match = await Match.made(both, heard, plan);
      courses.set(match, new Course(match, script));
    }
  });
  await Promise.all(makers);
  hangUp();
  await pause(200);
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sums of what was measured, over all rounds. */
const sums = { moves: 0, seconds: 0, own: 0, waits: /** @type {number[]} */ ([]), used: /** @type {any} */ ({}) };

/**
 * Measure the time and the processor time of a run.
 * @param {() => Promise<unknown>} run
 */
async function measured(run) {
  const before = { at: performance.now(), own: process.cpuUsage(), used: seconds(plan.processes) };
  await run();
  sums.seconds += (performance.now() - before.at) / 1000;
  const own = process.cpuUsage(before.own);
  sums.own += (own.user + own.system) / 1e6;
  for (const [name, used] of Object.entries(seconds(plan.processes))) {
    sums.used[name] = (sums.used[name] ?? 0) + used - before.used[name];
  }
}

/** Count a complete move. @param {Course} course */
function count(course) {
  sums.moves += 1;
  sums.waits.push(performance.now() - course.sent);
}

/** Play a round in which every match moves as soon as it can, until the first script ends or the time is up. */
async function closed() {
  const until = performance.now() + (plan.seconds - sums.seconds) * 1000;
  await new Promise((resolve) => {
    onMoved = (course) => {
      count(course);
      if (course.isOver || performance.now() >= until) {
        onMoved = () => {};
        resolve(undefined);
      } else course.play(performance.now());
    };
    for (const course of courses.values()) course.play(performance.now());
  });
}

/** Make moves due at random times, at the given rate. A move whose match is busy waits, and the wait counts. */
async function paced() {
  const free = [...courses.values()];
  const start = performance.now();
  const until = start + plan.seconds * 1000;
  let due = start;
  /** @type {number[]} */
  const late = [];
  onMoved = (course) => {
    count(course);
    if (course.isOver) throw new Error("a script is too short for the time");
    free.push(course);
  };
  while (due < until) {
    while (due <= performance.now() && due < until) {
      late.push(due);
      due += (-Math.log(1 - Math.random()) / (plan.rate ?? 1)) * 1000;
    }
    while (late.length && free.length) {
      const index = Math.floor(Math.random() * free.length);
      const [course] = free.splice(index, 1);
      course.play(/** @type {number} */ (late.shift()));
    }
    await pause(1);
  }
  await quiet();
}

/** Wait until every move is complete. */
async function quiet() {
  while ([...courses.values()].some((course) => course.isWaiting)) await pause(5);
}

/** Leave every match. */
function leave() {
  for (const match of courses.keys()) match.close();
}

/** Measure the memory of idle connections. */
async function rest() {
  const { server } = plan.processes;
  const before = kilobytes(server);
  await open();
  await pause(1000);
  const connected = kilobytes(server);
  for (let ply = 0; ply < (plan.plies ?? 0); ply += 1) {
    for (const course of courses.values()) course.play(performance.now());
    await quiet();
  }
  await pause(1000);
  return { before, connected, played: kilobytes(server), sockets: 2 * plan.matches };
}

/** Play rounds until the time is up. */
async function rounds() {
  while (sums.seconds < plan.seconds) {
    await open();
    await measured(plan.mode === "open" ? paced : closed);
    onMoved = () => {};
    await quiet();
    leave();
    await pause(300);
  }
  const waits = Float64Array.from(sums.waits).sort();
  const at = (/** @type {number} */ part) => waits[Math.min(waits.length - 1, Math.floor(part * waits.length))];
  return {
    moves: sums.moves,
    seconds: sums.seconds,
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    own: sums.own / sums.seconds,
    used: sums.used,
  };
}

const result = plan.mode === "rest" ? await rest() : await rounds();
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
