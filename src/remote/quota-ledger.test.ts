import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createFailingCalls } from '../../test/support/failing-calls.ts';
import { useTemporaryFolders } from '../../test/support/temporary-folders.ts';
import { openSharedLog } from './disk/shared-log.ts';
import type { FileCalls } from './disk/shared-file.ts';
import { openQuotaLedger, type QuotaLedger } from './quota-ledger.ts';

const newFolder = useTemporaryFolders('ledger');
const opened: QuotaLedger[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
});

const DAY = '2026-07-01';
const NEXT_DAY = '2026-07-02';

function open(folder: string, calls: FileCalls = nodeFs, maxBytes?: number) {
  const onFailure = (error: Error) => {
    throw error;
  };
  const ledger = openQuotaLedger({ folder, name: 'quota', calls, onFailure, maxBytes }, openSharedLog);
  opened.push(ledger);
  return ledger;
}

const fileIn = (folder: string) => join(folder, readdirSync(folder)[0] ?? '');

describe('quota ledger', () => {
  it('adds up the processes of a day and reserves no more than the limit', () => {
    const folder = newFolder();
    const [one, two] = [open(folder), open(folder)];
    expect([one.reserve(DAY, 6, 10), two.reserve(DAY, 6, 10), two.reserve(DAY, 6, 10)]).toEqual([6, 4, 0]);
    one.add(DAY, -5);
    expect([two.reserve(DAY, 6, 10), one.total(DAY)]).toEqual([5, 10]);
    expect([one.reserve(NEXT_DAY, 6, 10), two.total(NEXT_DAY), two.total(DAY)]).toEqual([6, 6, 0]);
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

  it('never counts less than was granted, whichever byte is damaged, or refuses the file by its name', () => {
    const folder = newFolder();
    const ledger = open(folder);
    let granted = 0;
    for (let nth = 0; nth < 6; nth += 1) granted += ledger.reserve(DAY, 10, 1000);
    const file = fileIn(folder);
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(file, damaged);
      let total: number;
      try {
        total = open(folder).total(DAY);
      } catch (error) {
        expect(error).toMatchObject({ code: 'IO', message: expect.stringContaining(file) as unknown });
        continue;
      }
      expect(total).toBeGreaterThanOrEqual(granted);
      expect(total).toBeLessThanOrEqual(granted + 20);
    }
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
