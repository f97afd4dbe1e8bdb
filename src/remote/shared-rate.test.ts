import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFailingCalls } from '../../test/support/failing-calls.ts';
import { seededRandom } from '../../test/support/memory-disk.ts';
import { useTemporaryFolders } from '../../test/support/temporary-folders.ts';
import { openSharedLog } from './disk/shared-log.ts';
import type { FileCalls } from '../base/files/file-calls.ts';
import { openSharedRate, type SharedRate } from './shared-rate.ts';

const newFolder = useTemporaryFolders('rate');
const opened: SharedRate[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((rate) => rate.close()));
});

/** A process at a time that the test moves on. */
function open(
  folder: string,
  time: { nowMs: number },
  calls: FileCalls = nodeFs,
  maxBytes?: number,
  onFailure = (error: Error): void => {
    throw error;
  },
) {
  const rate = openSharedRate({
    log: { folder, name: 'rate', calls, onFailure, maxBytes },
    open: openSharedLog,
    nowMs: () => time.nowMs,
  });
  opened.push(rate);
  return rate.newGuard(5, 1000);
}

describe('shared rate', () => {
  it('lets no more be written into a window than its places, over all processes', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 5; round += 1) {
      const folder = newFolder();
      const time = { nowMs: 5e6 };
      const guards = [1, 2, 3].map(() => open(folder, time, nodeFs, 2000));
      const written: number[] = [];
      const due: { atMs: number; guard: (typeof guards)[number] }[] = [];
      for (let step = 0; step < 300; step += 1) {
        time.nowMs += Math.floor(random() * 150);
        for (const each of due.splice(0)) {
          if (each.atMs > time.nowMs) due.push(each);
          else if (random() < 0.1) each.guard.giveBack();
          else {
            each.guard.written(time.nowMs);
            written.push(time.nowMs);
          }
        }
        const guard = guards[Math.floor(random() * 3)];
        if (guard && guard.waitMs(time.nowMs) === 0 && guard.reserve(time.nowMs)) {
          due.push({ atMs: time.nowMs + Math.floor(random() * 300), guard });
        }
      }
      expect(written.length).toBeGreaterThan(80);
      for (const [index, at] of written.entries()) {
        const sixth = written[index + 5];
        if (sixth !== undefined) expect(sixth - at).toBeGreaterThanOrEqual(1000);
      }
    }
  });

  it('gives the last place to one of two that both saw it free', () => {
    const folder = newFolder();
    const time = { nowMs: 1000 };
    const calls = { ...nodeFs };
    const one = open(folder, time, calls);
    const two = open(folder, time);
    for (let nth = 0; nth < 4; nth += 1) expect(two.reserve(1000)).toBe(true);
    expect(one.waitMs(1000)).toBe(0);
    // The other process is faster by one system call.
    const { writeSync } = nodeFs;
    let isFirst = true;
    calls.writeSync = ((descriptor: number, bytes: Buffer) => {
      if (isFirst) {
        isFirst = false;
        expect(two.reserve(1000)).toBe(true);
      }
      return writeSync(descriptor, bytes);
    }) as typeof writeSync;
    expect([one.reserve(1000), one.waitMs(1000) > 0, two.waitMs(1000) > 0]).toEqual([false, true, true]);
    two.giveBack();
    expect(one.reserve(1000)).toBe(true);
  });

  it('frees the places of a process that is silent, and not of one that still runs', () => {
    const folder = newFolder();
    const time = { nowMs: 1000 };
    const [killed, living] = [open(folder, time), open(folder, time)];
    for (let nth = 0; nth < 5; nth += 1) killed.reserve(1000);
    for (time.nowMs = 2000; time.nowMs <= 6000; time.nowMs += 1000) {
      expect(living.waitMs(time.nowMs)).toBeGreaterThan(0);
    }
    time.nowMs = 8000;
    expect(living.waitMs(8000)).toBe(0);
    for (let nth = 0; nth < 5; nth += 1) expect(living.reserve(8000)).toBe(true);
    time.nowMs = 90_000;
    expect([living.waitMs(90_000) > 0, open(folder, time).waitMs(90_000)]).toEqual([true, 0]);
  });

  it('is not held for ever by a running process that, as damage has it, wrote none of its requests', () => {
    vi.useFakeTimers();
    try {
      const folder = newFolder();
      const time = { nowMs: 1000 };
      const running = open(folder, time);
      for (let nth = 0; nth < 5; nth += 1) {
        running.reserve(time.nowMs);
        running.written(time.nowMs);
      }
      const file = join(folder, 'rate.0.log');
      writeFileSync(file, readFileSync(file, 'latin1').replaceAll(' w 1000', ' ? 1000'), 'latin1');
      time.nowMs = 3000;
      // It begins the next file, from which all take the places that are held.
      const other = open(folder, time, nodeFs, 100);
      other.reserve(time.nowMs);
      expect(readdirSync(folder)).toEqual(['rate.1.log']);
      expect([running.waitMs(3000), other.waitMs(3000) > 0]).toEqual([0, true]);
      for (; time.nowMs < 8000; time.nowMs += 1000) vi.advanceTimersByTime(1000);
      expect(other.waitMs(8000)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('holds a place whose request could not be recorded: it was used', () => {
    vi.useFakeTimers();
    try {
      const folder = newFolder();
      const time = { nowMs: 1000 };
      const disk = createFailingCalls();
      const guard = open(folder, time, disk.calls, undefined, () => undefined);
      for (let nth = 0; nth < 5; nth += 1) guard.reserve(time.nowMs);
      disk.failFrom(0, 'ENOSPC', 'writeSync');
      expect(() => guard.written(time.nowMs)).toThrow('ENOSPC');
      disk.heal();
      time.nowMs = 2500;
      vi.advanceTimersByTime(1500);
      expect(open(folder, time).waitMs(time.nowMs)).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('forgets the sends before a start of the machine', () => {
    const folder = newFolder();
    const before = open(folder, { nowMs: 9e8 });
    for (let nth = 0; nth < 5; nth += 1) {
      before.reserve(9e8);
      before.written(9e8);
    }
    expect(before.waitMs(9e8)).toBe(1000);
    expect(open(folder, { nowMs: 5000 }).waitMs(5000)).toBe(0);
  });

  it('is not held by a process of an earlier start of the machine, whose places a later file still names', () => {
    const folder = newFolder();
    const late = { nowMs: 9e8 };
    // Small files: the held places are in the first line of the newest one.
    const before = open(folder, late, nodeFs, 400);
    for (let nth = 0; nth < 30; nth += 1) before.reserve(late.nowMs);
    const time = { nowMs: 5000 };
    expect(open(folder, time).waitMs(time.nowMs)).toBe(0);
  });

  it('waits no longer than its window, whatever 200 jumps of the clocks of its processes leave in the file', () => {
    const random = seededRandom(5);
    const folder = newFolder();
    const times = Array.from({ length: 3 }, () => ({ nowMs: 1e11 }));
    const guards = times.map((time) => open(folder, time, nodeFs, 4000));
    let reserved = 0;
    for (let jump = 0; jump < 200; jump += 1) {
      const at = Math.floor(random() * 3);
      const time = times[at] as { nowMs: number };
      const guard = guards[at] as (typeof guards)[number];
      time.nowMs = 1e11 + (random() - 0.5) * 2 * 400 * 24 * 3_600_000;
      // Places that others hold are free after their silence.
      let waitedMs = 0;
      for (let waitMs = guard.waitMs(time.nowMs); waitMs > 0; waitMs = guard.waitMs(time.nowMs)) {
        expect(waitMs).toBeLessThanOrEqual(1000);
        time.nowMs += waitMs;
        waitedMs += waitMs;
        expect(waitedMs).toBeLessThanOrEqual(10_000);
      }
      if (!guard.reserve(time.nowMs)) continue;
      reserved += 1;
      if (random() < 0.8) guard.written(time.nowMs);
      else guard.giveBack();
    }
    expect(reserved).toBeGreaterThan(100);
  });

  it('counts an own rate for each process, over the sends of all', () => {
    const folder = newFolder();
    const time = { nowMs: 1000 };
    const five = open(folder, time);
    const rate = opened[0];
    const two = rate?.newGuard(2, 1000);
    five.reserve(1000);
    five.written(1000);
    five.reserve(1000);
    five.written(1100);
    expect([five.waitMs(1200), two?.waitMs(1200), two?.waitMs(2050)]).toEqual([0, 800, 0]);
  });

  it('names the file when the disk is full', () => {
    const folder = newFolder();
    const disk = createFailingCalls();
    const guard = open(folder, { nowMs: 1000 }, disk.calls);
    disk.failFrom(0, 'ENOSPC', 'writeSync');
    expect(() => guard.reserve(1000)).toThrow(/rate\.0\.log.*ENOSPC/);
    expect(readdirSync(folder)).toEqual(['rate.0.log']);
  });

  it('ends the run when a place cannot be given back, whoever drops the error: it would be held for ever', () => {
    const disk = createFailingCalls();
    const failures: string[] = [];
    const onFailure = ({ message }: Error) => void failures.push(message);
    const guard = open(newFolder(), { nowMs: 1000 }, disk.calls, undefined, onFailure);
    expect(guard.reserve(1000)).toBe(true);
    disk.failFrom(0, 'ENOSPC', 'writeSync');
    expect(() => guard.giveBack()).toThrow('ENOSPC');
    expect(failures).toEqual([expect.stringMatching(/rate\.0\.log.*ENOSPC/)]);
    disk.heal();
  });
});
