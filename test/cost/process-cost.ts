import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** What a process did for one input. */
export interface Cost {
  /** CPU time of all its threads; ms. */
  cpuMs: number;
  /** Memory that it had at most, beside what it had before. */
  memoryBytes: number;
  /** All that it wrote: files, spool and response. */
  writtenBytes: number;
}

/** Why no costs can be measured here; undefined where they can. */
export const NO_COSTS = existsSync('/proc/self/clear_refs')
  ? undefined
  : 'costs are read from /proc of Linux';

const MS_PER_TICK = 10;
const SETTLE_MS = 15;
/** A look that finds less than this has seen a process at rest. */
const REST_MS = 3;
const LOOKS = 40;
/** A net only: of a process that waits for ever. */
const LONGEST_WAIT_MS = 120_000;

/** Begins to measure a process; the function that it returns ends that, when the process has come to rest. */
export async function measure(pid: number): Promise<() => Promise<Cost>> {
  await rest(pid);
  // The peak begins anew.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = { cpu: cpuOf(pid), memory: kilobytes(pid, 'VmRSS'), written: writtenBy(pid) };
  return async () => {
    await rest(pid);
    return {
      cpuMs: Math.round(cpuMsBetween(before.cpu, cpuOf(pid)) * 10) / 10,
      memoryBytes: (kilobytes(pid, 'VmHWM') - before.memory) * 1024,
      writtenBytes: writtenBy(pid) - before.written,
    };
  };
}

/** Returns a function that reports whether a process has spent more CPU time since, or has waited for nothing for long; a process that has ended has not. */
export function spender(pid: number, mostCpuMs: number): () => boolean {
  const before = cpuOf(pid);
  const began = performance.now();
  return () => {
    try {
      return cpuMsBetween(before, cpuOf(pid)) > mostCpuMs || performance.now() - began > LONGEST_WAIT_MS;
    } catch {
      return false;
    }
  };
}

/** Returns the CPU time of a process since it began: of all its threads that there were, in ticks, and of those that there are, to the ns. */
function cpuOf(pid: number): { ticksMs: number; threadsMs: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may have blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  let threadsNs = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      threadsNs += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It has ended.
    }
  }
  return { ticksMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK, threadsMs: threadsNs / 1e6 };
}

function cpuMsBetween(before: ReturnType<typeof cpuOf>, after: ReturnType<typeof cpuOf>): number {
  const ticksMs = after.ticksMs - before.ticksMs;
  const threadsMs = after.threadsMs - before.threadsMs;
  // Where they are more than a tick apart, a thread has ended.
  return Math.abs(ticksMs - threadsMs) > 2 * MS_PER_TICK ? Math.max(ticksMs, threadsMs) : threadsMs;
}

/** Waits until a process computes nothing, so that what follows a response counts too. */
async function rest(pid: number): Promise<void> {
  let before = cpuOf(pid);
  for (let look = 0; look < LOOKS; look += 1) {
    await delay(SETTLE_MS);
    const now = cpuOf(pid);
    if (cpuMsBetween(before, now) < REST_MS) return;
    before = now;
  }
}

function kilobytes(pid: number, name: string): number {
  return Number(
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
  );
}

function writtenBy(pid: number): number {
  return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** Returns how many times slower than the machine of the bounds this one is now, 1 at least: fixed work, in CPU time. */
export function slowness(): number {
  const REFERENCE_MS = 25;
  const began = process.cpuUsage();
  let text = '';
  for (let at = 0; at < 60_000; at += 1) text += JSON.stringify({ at, word: 'phường' });
  const words = text.normalize('NFD').split(',').length;
  const { user, system } = process.cpuUsage(began);
  return Math.max(1, (user + system) / 1000 / REFERENCE_MS, words < 0 ? 1 : 0);
}
