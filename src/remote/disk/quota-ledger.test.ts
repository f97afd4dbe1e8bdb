import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFailingCalls } from '../../../test/support/failing-calls.ts';
import { useTemporaryFolders } from '../../../test/support/temporary-folders.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';
import { openOverwrittenLine } from './overwritten-line.ts';
import { LEDGER_LINE_LENGTH, openQuotaLedger, type QuotaLedger } from './quota-ledger.ts';

const newFolder = useTemporaryFolders('ledger');
const opened: QuotaLedger[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});
const closeAll = () => Promise.all(opened.splice(0).map((ledger) => ledger.close()));

const DAY = '2026-07-01';
const NEXT_DAY = '2026-07-02';

const firstIn = (folder: string) => join(folder, 'quota.1');
const secondIn = (folder: string) => join(folder, 'quota.2');

function open(folder: string, calls: FileCalls = nodeFs) {
  const onFailure = (error: Error) => {
    throw error;
  };
  const lineAt = (path: string) => openOverwrittenLine(path, LEDGER_LINE_LENGTH, { calls, onFailure });
  const ledger = openQuotaLedger([lineAt(firstIn(folder)), lineAt(secondIn(folder))]);
  opened.push(ledger);
  return ledger;
}

/** Reserves 60 requests, and returns the folder and the bytes of a file of it. Shape: `restore` writes both files as they were then: what is opened is saved. */
async function reserveSixty(fileOf: (folder: string) => string) {
  const folder = newFolder();
  const ledger = open(folder);
  let granted = 0;
  for (let nth = 0; nth < 6; nth += 1) granted += ledger.reserve(DAY, 10, 1000);
  expect(granted).toBe(60);
  await closeAll();
  const files = [firstIn(folder), secondIn(folder)].map((path) => [path, readFileSync(path)] as const);
  const restore = () => files.forEach(([path, bytes]) => writeFileSync(path, bytes));
  return { folder, file: fileOf(folder), bytes: readFileSync(fileOf(folder)), restore };
}

describe('quota ledger', () => {
  it('reserves no more than the limit of a day, and takes back', () => {
    const ledger = open(newFolder());
    expect([ledger.reserve(DAY, 6, 10), ledger.reserve(DAY, 6, 10), ledger.reserve(DAY, 6, 10)]).toEqual([
      6, 4, 0,
    ]);
    ledger.add(DAY, -5);
    expect([ledger.reserve(DAY, 6, 10), ledger.total(DAY)]).toEqual([5, 10]);
    expect([ledger.reserve(NEXT_DAY, 6, 10), ledger.total(NEXT_DAY), ledger.total(DAY)]).toEqual([6, 6, 0]);
  });

  it('remembers, and counts for no earlier day', async () => {
    const folder = newFolder();
    open(folder).add(NEXT_DAY, 7);
    await closeAll();
    const second = open(folder);
    expect([second.latestDay(), second.total(NEXT_DAY)]).toEqual([NEXT_DAY, 7]);
    second.add(DAY, 5);
    expect([second.reserve(DAY, 5, 10), second.total(DAY), second.total(NEXT_DAY)]).toEqual([0, 0, 7]);
  });

  it('is synced before it counts, within a second after each count, and at its end', async () => {
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
      nodeFs.fdatasyncSync(descriptor);
      callback(null);
    }) as typeof nodeFs.fdatasync;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const folder = newFolder();
    const ledger = open(folder, calls);
    expect(done).toEqual(['write', 'sync', 'write', 'sync']);
    done.length = 0;
    ledger.reserve(DAY, 1, 10);
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toEqual(['write', 'write', 'sync', 'sync']);
    done.length = 0;
    ledger.reserve(DAY, 1, 10);
    await closeAll();
    expect(done).toEqual(['write', 'write', 'sync', 'sync']);
    // The one before may have been killed in its last second.
    done.length = 0;
    open(folder, calls);
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toEqual(['sync', 'sync']);
  });

  /** Returns the count of a folder with a damaged file; undefined if the file is refused by its name. */
  async function countWith(folder: string, file: string, damaged: Buffer): Promise<number | undefined> {
    writeFileSync(file, damaged);
    try {
      return open(folder).total(DAY);
    } catch (error) {
      expect(error).toMatchObject({ code: 'IO', message: expect.stringContaining(file) as unknown });
      return undefined;
    } finally {
      await closeAll();
    }
  }

  describe.each([
    ['first', firstIn],
    ['second', secondIn],
  ])('with its %s file', (_, fileOf) => {
    it('damaged in any byte, never counts less than was granted', async () => {
      const { folder, file, bytes, restore } = await reserveSixty(fileOf);
      for (let at = 0; at < bytes.length; at += 1) {
        restore();
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
        const total = (await countWith(folder, file, damaged)) ?? NaN;
        expect([total >= 60, total <= 80], `byte ${at}: ${total}`).toEqual([true, true]);
      }
    });

    it('cut anywhere, emptied or removed, never counts less than was granted', async () => {
      const { folder, file, bytes, restore } = await reserveSixty(fileOf);
      for (let length = 0; length <= bytes.length; length += 1) {
        restore();
        const total = (await countWith(folder, file, bytes.subarray(0, length))) ?? NaN;
        expect([total >= 60, total <= 80], `${length} bytes: ${total}`).toEqual([true, true]);
      }
      restore();
      rmSync(file);
      const total = open(folder).total(DAY);
      expect([total >= 60, total <= 80], `${total}`).toEqual([true, true]);
    });

    it('behind by the change of a killed process, has the later count', async () => {
      const { folder, file, bytes } = await reserveSixty(fileOf);
      expect(open(folder).reserve(DAY, 10, 1000)).toBe(10);
      await closeAll();
      expect(await countWith(folder, file, bytes)).toBe(70);
    });
  });

  it('counts what its second line may lack, where the first is damaged', async () => {
    const { folder, file } = await reserveSixty(firstIn);
    const killed = open(folder);
    expect(killed.reserve(DAY, 1, 1000)).toBe(1);
    // Killed between the two lines.
    const before = readFileSync(secondIn(folder));
    expect(killed.reserve(DAY, 20, 1000)).toBe(20);
    await closeAll();
    writeFileSync(secondIn(folder), before);
    expect(await countWith(folder, file, Buffer.from('x'))).toBeGreaterThanOrEqual(81);
  });

  it('begins at nothing where both files are gone, and refuses two damaged ones', async () => {
    const { folder } = await reserveSixty(firstIn);
    for (const file of [firstIn(folder), secondIn(folder)]) writeFileSync(file, 'x');
    expect(() => open(folder)).toThrow(/not known how many were sent today. Remove both/);
    for (const file of [firstIn(folder), secondIn(folder)]) rmSync(file);
    expect(open(folder).total(DAY)).toBe(0);
  });

  it.each([
    ['with zeros', Buffer.alloc(51)],
    ['with a part of the first line', Buffer.from('never')],
  ])('begins again after a power cut that left its first file %s, and no second one', (_, bytes) => {
    const folder = newFolder();
    writeFileSync(firstIn(folder), bytes, { mode: 0o600 });
    expect(open(folder).reserve(DAY, 10, 1000)).toBe(10);
  });

  it('grants nothing that it could not write, and continues when the disk works', async () => {
    const folder = newFolder();
    const disk = createFailingCalls();
    const ledger = open(folder, disk.calls);
    expect(ledger.reserve(DAY, 10, 100)).toBe(10);
    disk.failFrom(0, 'ENOSPC', 'writeSync', 20);
    expect(() => ledger.reserve(DAY, 10, 100)).toThrow(/quota\.1.*ENOSPC/);
    disk.heal();
    expect(ledger.reserve(DAY, 10, 100)).toBe(10);
    await closeAll();
    expect(open(folder).total(DAY)).toBe(20);
  });

  it('is refused when a file of it was removed while it counts', () => {
    const folder = newFolder();
    const ledger = open(folder);
    rmSync(secondIn(folder));
    expect(() => ledger.reserve(DAY, 1, 10)).toThrow(/quota\.2 was removed during the run/);
  });
});
