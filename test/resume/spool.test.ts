import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAGES } from '../support/stages.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const INPUT = utf16(`id,address\n${csvRows(40)}\n`);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-spool-'));
});
afterAll(() => rm(folder, { recursive: true }));

const names = ['.spool', '.spool.json', '.batches', '.batches.json'] as const;

/** A run over an input that must be copied, in batches where wanted. */
function spooledRun(isBatched = false, input = INPUT) {
  const made = createMemoryRun(folder, 1);
  made.disk.put(made.inputPath, input);
  const { route } = STAGES;
  if (!route) throw new Error('no route stage');
  const stages = [
    { prefix: 'route', definition: route, options: { batch: '{id}', lat: '{id}', lon: '{id}' } },
  ];
  const job = isBatched ? { ...made.job, stages } : made.job;
  return { ...made, run: (more: Parameters<typeof made.run>[0] = {}) => made.run({ job, ...more }) };
}

async function interrupted(isBatched: boolean) {
  const run = spooledRun(isBatched);
  let commits = 0;
  run.disk.intercept((_, what, path) => {
    if (what === 'sync' && path.endsWith('results.csv.part') && (commits += 1) === 3) throw new Error('stop');
  });
  await run.run().catch(() => undefined);
  run.disk.intercept(() => undefined);
  return run;
}

function flip(bytes: Buffer, bit: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
  return damaged;
}

describe.each([false, true])('a copy of the input (batches: %s)', (isBatched) => {
  const copies = isBatched ? names : names.slice(0, 2);

  it.each(['resume', 'restart'] as const)(
    'is made again when any byte of it or of its note was changed: %s',
    async (mode) => {
      const whole = spooledRun(isBatched);
      await whole.run();
      const first = await interrupted(isBatched);
      const kept = first.disk
        .names()
        .map((name) => [name, first.disk.bytes(name) ?? Buffer.alloc(0)] as const);
      for (const name of copies) {
        const path = join(folder, name);
        const bytes = first.disk.bytes(path);
        if (!bytes) throw new Error(`the interrupted run left no ${name}`);
        for (let at = 0; at < 12; at += 1) {
          const again = spooledRun(isBatched);
          for (const [other, content] of kept) again.disk.put(other, content);
          again.disk.put(path, flip(bytes, Math.floor((at * 8 * bytes.length) / 12) + (at % 8)));
          const notes: string[] = [];
          const report = await again.run({ mode, onNote: (note) => notes.push(note) });
          expect(again.results(), `${name}, bit ${at}`).toEqual(whole.results());
          if (mode === 'restart') expect(report.resumedAtRow).toBe(0);
          else {
            expect(report.resumedAtRow).toBeGreaterThan(0);
            expect(notes.join('\n')).toContain(`${path}`);
          }
        }
      }
    },
  );
});

describe('leftovers', () => {
  it('are none after a run that was refused', async () => {
    const other = spooledRun(false, utf16(`id,street\n1,x\n`));
    await expect(other.run()).rejects.toMatchObject({ code: 'JOB_WRONG' });
    expect(other.disk.names()).toEqual([other.inputPath]);

    const damaged = createMemoryRun(folder, 1);
    damaged.disk.put(damaged.inputPath, '[{"id":1,"address":"x"},{"id":2,');
    const job = { ...damaged.job, input: {} };
    await expect(damaged.run({ job })).rejects.toMatchObject({ code: 'INPUT_BAD' });
    expect(damaged.disk.names()).toEqual([damaged.inputPath]);
  });

  it('are none after a finished run that is started again, also when appending to it was interrupted', async () => {
    const run = createMemoryRun(folder, 1);
    const input = `id,address\n${csvRows(20)}\n`;
    run.disk.put(run.inputPath, input);
    await run.run();
    const before = run.disk.names();
    const wanted = run.results();
    for (let at = 0; at < 60; at += 3) {
      run.disk.put(run.inputPath, `${input}${csvRows(5, 20)}\n`);
      run.disk.intercept((operation) => {
        if (operation === at) throw new Error('stop');
      });
      await run.run({ mode: 'append' }).catch(() => undefined);
      run.disk.intercept(() => undefined);
      if (run.disk.names().some((name) => name.endsWith('.journal'))) await run.run({ mode: 'append' });
      run.disk.put(run.inputPath, input);
      await run.run({
        mode: run.results()['manifest.json'] === wanted['manifest.json'] ? 'resume' : 'restart',
      });
      expect(run.disk.names(), `stopped at ${at}`).toEqual(before);
      expect(run.results()).toEqual(wanted);
    }
  });
});
