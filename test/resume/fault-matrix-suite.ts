import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { ioError } from '../../src/base/files/io-error.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { STAGES } from '../support/stages.ts';
import { DAMAGES } from '../support/damages.ts';
import { everyNth } from '../support/of-the-day.ts';
import { PowerLoss } from '../support/memory-disk.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';

/** Sizes of the suite: with steps over 1 it tries a part of all points. */
export interface MatrixSizes {
  /** Step between the operations of a run at which a fault is injected. */
  operationStep: number;
  /** Number of corruptions of each kind for each file. */
  corruptionsPerKind: number;
  /** Days over which the cases are spread. */
  days?: number;
}

/** A run with files that a plain run does not have. */
interface Scenario {
  name: string;
  input: Buffer;
  outputs: readonly string[];
  isBatched: boolean;
}

const ROWS = 40;
const CSV = `id,address\n${csvRows(ROWS)}\n`;
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const SCENARIOS: readonly Scenario[] = [
  { name: 'a plain input', input: Buffer.from(CSV), outputs: ['csv', 'geojson'], isBatched: false },
  { name: 'a copied input and a derived output', input: utf16(CSV), outputs: ['csv.gz'], isBatched: false },
  { name: 'batches of a copied input', input: utf16(CSV), outputs: ['csv'], isBatched: true },
];

const ERRNOS = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE'];

/** Returns the content of a file; of the manifest without its white space, which damage may change. */
function contentOf(name: string, bytes: Buffer = Buffer.alloc(0)): string {
  return name.endsWith('manifest.json')
    ? JSON.stringify(JSON.parse(bytes.toString()))
    : bytes.toString('base64');
}

/** Defines the tests of every fault at every point of a run, and of every damage of every file that a run leaves. */
export function describeFaultMatrix({ operationStep, corruptionsPerKind, days = 1 }: MatrixSizes): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-matrix-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  describe.each(SCENARIOS)('$name:', (scenario) => {
    function begin(seed: number) {
      const made = createMemoryRun(folder, seed);
      const { route } = STAGES;
      if (!route) throw new Error('no route stage');
      const batches = [
        { prefix: 'route', definition: route, options: { batch: '{id}', lat: '{id}', lon: '{id}' } },
      ];
      const job = {
        ...made.job,
        outputs: scenario.outputs,
        stages: scenario.isBatched ? batches : made.job.stages,
      };
      made.disk.put(made.inputPath, scenario.input);
      const run = (mode: RunOptions['mode'] = 'resume') => made.run({ job, mode });
      const files = () =>
        new Map(made.disk.names().map((name) => [name, contentOf(name, made.disk.bytes(name))]));
      return { ...made, run, files };
    }

    let wanted: ReturnType<ReturnType<typeof begin>['files']>;
    let operations: number;
    beforeAll(async () => {
      const whole = begin(0);
      whole.disk.intercept(() => undefined);
      await whole.run();
      wanted = whole.files();
      operations = whole.disk.operations();
    });

    /** Runs again without faults: the same files as without any, and no committed row is sent again. */
    async function expectHealed(run: ReturnType<typeof begin>, what: string): Promise<void> {
      const asked = run.questions.length;
      const { resumedAtRow, outcome } = await run.run();
      expect(run.files(), what).toEqual(wanted);
      const left = outcome === 'finished' ? ROWS - resumedAtRow : 0;
      expect(run.questions.length - asked, what).toBeLessThanOrEqual(left);
    }

    it('a kill or power loss at any operation costs nothing but time', async () => {
      for (const at of everyNth(operations + 1, operationStep, days)) {
        const run = begin(at);
        run.disk.intercept((operation) => {
          if (operation >= at) throw new PowerLoss('power loss');
        });
        await run.run().catch(() => undefined);
        run.disk.crash();
        await expectHealed(run, `power loss at operation ${at}`);
      }
    });

    it.each(ERRNOS)(
      '%s at any operation is a failure with its name, and the same command goes on',
      async (errno) => {
        for (const at of everyNth(operations, operationStep, days)) {
          const run = begin(at);
          run.disk.intercept((operation, what, path) => {
            if (operation === at) throw ioError(what, path, Object.assign(new Error(what), { code: errno }));
          });
          const error = await run.run().then(
            () => undefined,
            (cause: unknown) => cause as Error,
          );
          const what = `${errno} at operation ${at}: ${error?.message}`;
          if (error) {
            expect(isGeomillError(error, 'IO') || isGeomillError(error, 'OUTPUT_REFUSED'), what).toBe(true);
            expect(error.message, what).toContain(errno);
          }
          run.disk.intercept(() => undefined);
          await expectHealed(run, what);
        }
      },
    );

    /** The files of a run: finished, or stopped in the middle of its commits. */
    async function filesOf(isFinished: boolean): Promise<(readonly [path: string, bytes: Buffer])[]> {
      const run = begin(1);
      let syncs = 0;
      run.disk.intercept((_, what, path) => {
        if (!isFinished && what === 'sync' && path.endsWith('.csv.part') && (syncs += 1) === 3)
          throw new Error('stop');
      });
      await run.run().catch(() => undefined);
      return run.disk
        .names()
        .filter((name) => name !== run.inputPath)
        .map((name) => [name, Buffer.from(run.disk.bytes(name) ?? '')] as const);
    }

    it.each([
      ['finished', true],
      ['unfinished', false],
    ])(
      'damage of any file of a run that is %s is healed, or refused with its name',
      async (_, isFinished) => {
        const files = await filesOf(isFinished);
        expect(files.length).toBeGreaterThanOrEqual(3);
        for (const [path, bytes] of files) {
          for (const [damage, apply] of Object.entries(DAMAGES)) {
            for (const nth of everyNth(corruptionsPerKind, 1, days)) {
              const damaged = apply(bytes, (nth + 0.37) / corruptionsPerKind);
              const what = `${damage} ${nth} of ${basename(path)}`;
              const run = begin(1);
              for (const [other, content] of files) run.disk.put(other, content);
              if (damaged) run.disk.put(path, damaged);
              else run.disk.drop(path);
              const error = await run.run().then(
                () => undefined,
                (cause: unknown) => cause as Error,
              );
              if (error) {
                expect(isGeomillError(error), `${what}: ${error.stack}`).toBe(true);
                expect(error.message, what).toContain(basename(path));
                await run.run('restart');
              }
              expect(run.files(), what).toEqual(wanted);
              if (!damaged) break;
            }
          }
        }
      },
    );
  });
}
