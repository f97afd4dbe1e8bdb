import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { createProgress } from '../../src/run/pipeline/spec.ts';
import { ioError } from '../../src/base/files/io-error.ts';
import { createMemoryRun, csvRows, type Where } from '../support/memory-run.ts';
import { PowerLoss } from '../support/memory-disk.ts';
import { everyNth, ofTheDay } from '../support/of-the-day.ts';

/** Sizes of the suite: with steps over 1 it tries a part of all cases. */
export interface CrashSizes {
  /** Step between the operations of a run before which the power goes or the disk fails. */
  operationStep: number;
  /** Step between the truncations of a journal, and between 2,000 bit flips in it. */
  journalStep: Readonly<Record<Where, number>>;
  /** Days over which the cases are spread. */
  days?: number;
}

/** Defines the tests of promises 3, 4 and 5 on a disk in memory. */
export function describeCrashes({ operationStep, journalStep, days = 1 }: CrashSizes): void {
  const INPUT = `id,address\n${csvRows(60)}\n`;
  describe.each<Where>(['in this thread', 'in threads'])('%s,', (where) => {
    let folder: string;
    let wanted: Record<string, string | undefined>;
    let operations: number;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-crash-'));
      const { disk, run, inputPath, results } = createMemoryRun(folder, 0, where);
      disk.put(inputPath, INPUT);
      disk.intercept(() => undefined);
      await run();
      wanted = results();
      operations = disk.operations();
    });
    afterAll(() => rm(folder, { recursive: true }));

    describe('an uninterrupted run', () => {
      it('has every row once, in the results or in the rejects', () => {
        const results = (wanted['results.csv'] ?? '').trimEnd().split('\n').slice(1);
        const rejects = (wanted['rejects.ndjson'] ?? '').trimEnd().split('\n');
        expect(results.length + rejects.length).toBe(60);
        expect(rejects).toHaveLength(5);
        expect(operations).toBeGreaterThan(100);
      });
    });

    describe('promise 4: power loss', () => {
      it('gives the same bytes after the power went before any operation of a run, and again in the next', async () => {
        for (const at of everyNth(operations + 1, operationStep, days)) {
          const { disk, run, inputPath, results } = createMemoryRun(folder, at, where);
          disk.put(inputPath, INPUT);
          let committed = 0;
          for (const second of [at, (at * 7) % operations]) {
            const progress = createProgress();
            disk.intercept((operation) => {
              if (operation >= second) throw new PowerLoss('power loss');
            });
            await run({ progress }).catch(() => undefined);
            committed = Math.max(committed, progress.rowsCommitted);
            disk.crash();
          }
          const report = await run();
          // What was committed is not asked again: this is what the syncs are for.
          if (report.outcome === 'finished') expect(report.resumedAtRow).toBeGreaterThanOrEqual(committed);
          expect(results(), `after power loss at operation ${at}`).toEqual(wanted);
          expect(
            disk.names().filter((name) => name.includes('/.')),
            `left behind after ${at}`,
          ).toEqual([]);
        }
      });
    });

    describe('promise 5: a disk that fails', () => {
      it.each(['ENOSPC', 'EIO', 'EROFS'])(
        'ends with a named failure on %s at any operation, and goes on afterwards',
        async (errno) => {
          for (const at of everyNth(operations, operationStep, days)) {
            const { disk, run, inputPath, results } = createMemoryRun(folder, at, where);
            disk.put(inputPath, INPUT);
            disk.intercept((operation, what, path) => {
              if (operation === at && what !== 'exists') throw failure(errno, what, path);
            });
            const error: unknown = await run().then(
              () => undefined,
              (cause: unknown) => cause,
            );
            if (error !== undefined) {
              expect(isGeomillError(error)).toBe(true);
              expect((error as Error).message).toContain(errno);
            }
            disk.intercept(() => undefined);
            await run();
            expect(results(), `after ${errno} at operation ${at}`).toEqual(wanted);
          }
        },
      );
    });

    describe('promise 3: a torn or damaged journal', () => {
      it('is never believed beyond its damage', async () => {
        const { disk, run, inputPath } = createMemoryRun(folder, 1, where);
        disk.put(inputPath, INPUT);
        disk.intercept((operation, what) => {
          if (what === 'rename' && operation > operations - 40)
            throw new PowerLoss('stop before the files get their names');
        });
        await run().catch(() => undefined);
        const journal = Buffer.from(disk.get(join(folder, '.journal')) ?? '');
        const parts = disk.names().filter((name) => name.endsWith('.part'));
        expect(parts.length).toBe(3);
        expect(journal.length).toBeGreaterThan(1000);

        const step = journalStep[where];
        const states = [
          ...Array.from({ length: Math.ceil(journal.length / step) }, (_, at) =>
            journal.subarray(0, at * step),
          ),
          ...Array.from({ length: Math.ceil(2000 / step) }, (_, flip) => {
            const bit = (flip * 7919) % (journal.length * 8);
            const damaged = Buffer.from(journal);
            damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
            return damaged;
          }),
        ];
        for (const [at, state] of ofTheDay([...states.entries()], Math.ceil(states.length / days))) {
          const again = createMemoryRun(folder, 1, where);
          again.disk.put(again.inputPath, INPUT);
          for (const name of parts) again.disk.put(name, disk.get(name) ?? '');
          again.disk.put(join(folder, '.journal'), state.toString('latin1'));
          await again.run();
          expect(again.results(), `journal state ${at}`).toEqual(wanted);
        }
      });
    });
  });

  function failure(errno: string, what: string, path: string): Error {
    return ioError(what, path, Object.assign(new Error(what), { code: errno }));
  }
}
