/** What processes have cost so far, by /proc. */

import { readdirSync, readFileSync } from "node:fs";

const TICKS = 100; // a second, on every Linux there is
const PAGE = 4096;

/**
 * Return the fields of /proc/PID/stat after the name, or null for a process that has gone.
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
 * Return the processes and what they have started.
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
 * Return the seconds of the processor that each group has used, with all that its processes have started.
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
 * Return the memory that is resident, in kilobytes.
 * @param {number[]} pids
 */
export function kilobytes(pids) {
  return pids.reduce((total, pid) => total + (Number(fields(pid)?.[21] ?? 0) * PAGE) / 1024, 0);
}
