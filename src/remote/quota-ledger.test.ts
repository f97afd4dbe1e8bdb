import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createFailingCalls } from '../../test/support/failing-calls.ts';
import { useTemporaryFolders } from '../../test/support/temporary-folders.ts';
import { openOverwrittenLine } from './disk/overwritten-line.ts';
import { openSharedLog } from './disk/shared-log.ts';
import type { FileCalls } from '../base/files/file-calls.ts';
import { openQuotaLedger, type QuotaLedger } from './quota-ledger.ts';

const newFolder = useTemporaryFolders('ledger');
const opened: QuotaLedger[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
});

const DAY = '2026-07-01';
const NEXT_DAY = '2026-07-02';

function open(folder: string, calls: FileCalls = nodeFs, maxBytes?: number, openLine = openOverwrittenLine) {
  const onFailure = (error: Error) => {
    throw error;
  };
  const ledger = openQuotaLedger(
    { folder, name: 'quota', calls, onFailure, maxBytes },
    { openLog: openSharedLog, openLine },
  );
  opened.push(ledger);
  return ledger;
}

const logIn = (folder: string) => join(folder, 'quota.0.log');
const floorIn = (folder: string) => join(folder, 'quota.floor');

/** Reserves 60 requests, and returns the folder and the bytes of a file of it. */
function reserveSixty(fileOf: (folder: string) => string) {
  const folder = newFolder();
  const ledger = open(folder);
  let granted = 0;
  for (let nth = 0; nth < 6; nth += 1) granted += ledger.reserve(DAY, 10, 1000);
  expect(granted).toBe(60);
  return { folder, file: fileOf(folder), bytes: readFileSync(fileOf(folder)) };
}

describe('quota ledger', () => {
  it('adds up the processes of a day and reserves no more than the limit', () => {
    const folder = newFolder();
    const [one, two] = [open(folder), open(folder)];
    expect([one.reserve(DAY, 6, 10), two.reserve(DAY, 6, 10), two.reserve(DAY, 6, 10)]).toEqual([6, 4, 0]);
    one.add(DAY, -5);
    expect([two.reserve(DAY, 6, 10), one.total(DAY)]).toEqual([5, 10]);
    expect([one.reserve(NEXT_DAY, 6, 10), two.total(NEXT_DAY), two.total(DAY)]).toEqual([6, 6, 0]);
  });

  it('knows by its floor what was counted in a file that somebody removed, also where a process was still in the one before', () => {
    const folder = newFolder();
    const [ahead, behind] = [open(folder, nodeFs, 200), open(folder, nodeFs, 200)];
    const second = join(folder, 'quota.1.log');
    let granted = 0;
    while (!existsSync(second)) granted += ahead.reserve(DAY, 1, 20);
    granted += ahead.reserve(DAY, 1, 20) + ahead.reserve(DAY, 1, 20);
    rmSync(second);
    expect(granted + behind.reserve(DAY, 20, 20)).toBe(20);
    expect(open(folder).reserve(DAY, 1, 20)).toBe(0);
  });

  it('gives the last of the quota to one of two that both saw it free', () => {
    const folder = newFolder();
    const calls = { ...nodeFs };
    const slow = open(folder, calls);
    const fast = open(folder);
    expect(fast.reserve(DAY, 7, 10)).toBe(7);
    expect(slow.total(DAY)).toBe(7);
    // The other process is faster by one system call.
    const { writeSync } = nodeFs;
    let granted = 0;
    calls.writeSync = ((...args: Parameters<typeof writeSync>) => {
      calls.writeSync = writeSync;
      granted = fast.reserve(DAY, 3, 10);
      return writeSync(...args);
    }) as typeof writeSync;
    expect([slow.reserve(DAY, 3, 10), granted]).toEqual([0, 3]);
    expect([slow.total(DAY), fast.total(DAY), open(folder).total(DAY)]).toEqual([10, 10, 10]);
  });

  it('is synced: its first line before it has its name, each count within a second, and the rest at its end', async () => {
    const folder = newFolder();
    const done: string[] = [];
    const calls = { ...nodeFs };
    calls.writeSync = ((...args: Parameters<typeof nodeFs.writeSync>) => {
      done.push('write');
      return nodeFs.writeSync(...args);
    }) as typeof nodeFs.writeSync;
    calls.fdatasyncSync = (descriptor) => {
      done.push('sync');
      nodeFs.fdatasyncSync(descriptor);
    };
    calls.fdatasync = ((descriptor: number, callback: (error: Error | null) => void) => {
      done.push('sync');
      nodeFs.fdatasync(descriptor, callback);
    }) as typeof nodeFs.fdatasync;
    calls.linkSync = (from, to) => {
      done.push('name');
      nodeFs.linkSync(from, to);
    };
    // The second file is not synced: the log is the one that counts.
    const noFloor = () => ({
      path: '',
      read: () => undefined,
      write: () => undefined,
      close: () => undefined,
    });
    const ledger = open(folder, calls, undefined, noFloor);
    opened.length = 0;
    expect(done.slice(0, 3)).toEqual(['write', 'sync', 'name']);
    ledger.reserve(DAY, 1, 10);
    done.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(done).toEqual(['sync']);
    ledger.reserve(DAY, 1, 10);
    await ledger.close();
    expect(done).toEqual(['sync', 'write', 'sync']);
    // The one before may have been killed in its last second.
    const next = open(folder, calls, undefined, noFloor);
    opened.length = 0;
    done.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(done).toEqual(['sync']);
    await next.close();
  });

  it('remembers, and counts for no earlier day', async () => {
    const folder = newFolder();
    const first = open(folder);
    first.add(NEXT_DAY, 7);
    await first.close();
    opened.length = 0;
    const second = open(folder);
    expect([second.latestDay(), second.total(NEXT_DAY)]).toEqual([NEXT_DAY, 7]);
    second.add(DAY, 5);
    expect([second.reserve(DAY, 5, 10), second.total(DAY), second.total(NEXT_DAY)]).toEqual([0, 0, 7]);
  });

  it('keeps the count through many files', () => {
    const folder = newFolder();
    const [one, two] = [open(folder, nodeFs, 400), open(folder, nodeFs, 400)];
    let granted = 0;
    for (let nth = 0; nth < 200; nth += 1) granted += (nth % 2 ? one : two).reserve(DAY, 3, 500);
    expect([granted, one.total(DAY), open(folder).total(DAY)]).toEqual([500, 500, 500]);
  });

  /** Returns the count of a folder with a damaged file; undefined if the file is refused by its name. */
  function countWith(folder: string, file: string, damaged: Buffer): number | undefined {
    writeFileSync(file, damaged);
    try {
      return open(folder).total(DAY);
    } catch (error) {
      expect(error).toMatchObject({ code: 'IO', message: expect.stringContaining(file) as unknown });
      return undefined;
    }
  }

  it.each([
    ['log', logIn],
    ['floor file', floorIn],
  ])('never counts less than was granted, whichever byte of the %s is damaged', (_, fileOf) => {
    const { folder, file, bytes } = reserveSixty(fileOf);
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      const total = countWith(folder, file, damaged) ?? 60;
      expect([total >= 60, total <= 80], `byte ${at}: ${total}`).toEqual([true, true]);
    }
  });

  it.each([
    ['log', logIn],
    ['floor file', floorIn],
  ])('never counts less than was granted, wherever the %s is cut, also between two entries', (_, fileOf) => {
    const { folder, file, bytes } = reserveSixty(fileOf);
    let counted = 0;
    for (let length = 0; length < bytes.length; length += 1) {
      const total = countWith(folder, file, bytes.subarray(0, length));
      if (total === undefined) continue;
      counted += 1;
      expect([total >= 60, total <= 80], `${length} bytes: ${total}`).toEqual([true, true]);
    }
    expect(counted).toBeGreaterThan(30);
  });

  it('goes on from the count of a log that was cut or removed', () => {
    const { folder, file, bytes } = reserveSixty(logIn);
    writeFileSync(file, bytes.subarray(0, bytes.lastIndexOf('\n')));
    const cut = open(folder);
    expect([cut.reserve(DAY, 10, 75), cut.reserve(DAY, 10, 75), open(folder).total(DAY)]).toEqual([
      10, 5, 75,
    ]);
    rmSync(file);
    expect(open(folder).total(DAY)).toBe(75);
    rmSync(file);
    rmSync(floorIn(folder));
    expect(open(folder).total(DAY)).toBe(0);
  });

  it.each([
    ['reserves', 'in front of', (other: QuotaLedger) => void other.reserve(DAY, 10, 1000), 70],
    ['reserves', 'behind', (other: QuotaLedger) => void other.reserve(DAY, 10, 1000), 70],
    ['gives back', 'in front of', (other: QuotaLedger) => other.add(DAY, -10), 50],
    ['gives back', 'behind', (other: QuotaLedger) => other.add(DAY, -10), 50],
  ])('counts once what another process %s %s the moment when the floor is read', (_, side, act, total) => {
    const { folder } = reserveSixty(logIn);
    const other = open(folder);
    let isPending = true;
    const actOnce = (when: string) => {
      if (when !== side || !isPending) return;
      isPending = false;
      act(other);
    };
    const late = open(folder, nodeFs, undefined, (...rest) => {
      const line = openOverwrittenLine(...rest);
      const read = () => {
        actOnce('in front of');
        const text = line.read();
        actOnce('behind');
        return text;
      };
      return { ...line, read };
    });
    expect([isPending, late.total(DAY), other.total(DAY)]).toEqual([false, total, total]);
    expect([late.reserve(DAY, 100, 100), other.total(DAY)]).toEqual([100 - total, 100]);
  });

  it.each([1, 60, 500])('goes on after a power cut that left the first line and %d zeros', async (zeros) => {
    const { folder, file, bytes } = reserveSixty(logIn);
    const header = bytes.subarray(0, bytes.indexOf('\n'));
    // The floor may be lost too; the count then lacks what was not synced.
    for (const floor of ['kept', 'of zeros']) {
      writeFileSync(file, Buffer.concat([header, Buffer.alloc(zeros)]));
      if (floor === 'of zeros') writeFileSync(floorIn(folder), Buffer.alloc(47));
      const before = open(folder).total(DAY);
      if (floor === 'kept') expect(before).toBeGreaterThanOrEqual(60);
      expect(open(folder).reserve(DAY, 10, 1000)).toBe(10);
      expect(open(folder).total(DAY)).toBe(before + 10);
      await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
    }
  });

  it('keeps what was given back', async () => {
    const { folder } = reserveSixty(logIn);
    open(folder).add(DAY, -8);
    await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
    expect(open(folder).total(DAY)).toBe(52);
  });

  it('grants nothing that it could not write, and continues when the disk works', () => {
    const folder = newFolder();
    const disk = createFailingCalls();
    const ledger = open(folder, disk.calls);
    expect(ledger.reserve(DAY, 10, 100)).toBe(10);
    disk.failFrom(0, 'ENOSPC', 'writeSync', 20);
    expect(() => ledger.reserve(DAY, 10, 100)).toThrow(/quota\.0\.log.*ENOSPC/);
    disk.heal();
    expect([ledger.reserve(DAY, 10, 100), open(folder).total(DAY)]).toEqual([10, 20]);
  });
});
