/** The processor time and memory of processes, from /proc. */

import { readdirSync, readFileSync } from "node:fs";

const TICKS = 100; // per second, on every Linux system
const PAGE = 4096;

/**
 * Return the fields of /proc/PID/stat after the name, or null if the process has ended.
 * @param {string | number} pid
 */
function fields(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/**
 * Return the processes and their descendants.
 * @param {number[]} pids
 */
function families(pids) {
  const found = new Set(pids);
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).sort((one, other) => one - other);
  for (const pid of all) {
    const parent = Number(fields(pid)?.[1]);
    if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/**
 * Return the processor time in seconds that each group has used, descendants included.
 * @param {Record<string, number[]>} groups
 * @returns {Record<string, number>}
 */
export function seconds(groups) {
  const sum = (/** @type {number[]} */ pids) =>
    families(pids).reduce((total, pid) => {
      const found = fields(pid);
      return found ? total + (Number(found[11]) + Number(found[12])) / TICKS : total;
    }, 0);
  return Object.fromEntries(Object.entries(groups).map(([name, pids]) => [name, sum(pids)]));
}

/**
 * Return the resident memory in kilobytes.
 * @param {number[]} pids
 */
export function kilobytes(pids) {
  return pids.reduce((total, pid) => total + (Number(fields(pid)?.[21] ?? 0) * PAGE) / 1024, 0);
}
