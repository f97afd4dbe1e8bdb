import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryRun, csvRows, type Where } from '../support/memory-run.ts';

const header = 'id,address\n';
describe.each<Where>(['in this thread', 'in threads'])('%s,', (where) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-changed-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  function begin(input: string) {
    const run = createMemoryRun(folder, 1, where);
    run.disk.put(run.inputPath, input);
    return run;
  }

  /** Stops a run in the middle of its commits. */
  async function interrupted(input: string) {
    const run = begin(input);
    run.disk.intercept((operation) => {
      if (operation > 70) throw new Error('stop');
    });
    await run.run().catch(() => undefined);
    run.disk.intercept(() => undefined);
    return run;
  }

  async function whole(input: string) {
    const run = begin(input);
    await run.run();
    return run.results();
  }

  const rows = (count: number, from = 0) => `${csvRows(count, from)}\n`;

  describe('promise 6', () => {
    it('does nothing when the run is finished', async () => {
      const run = begin(header + rows(20));
      await run.run();
      const asked = run.questions.length;
      expect((await run.run()).outcome).toBe('already_finished');
      expect(run.questions).toHaveLength(asked);
    });

    it.each(['finished', 'interrupted'])(
      'refuses a changed input of a %s run, and takes it with --restart',
      async (state) => {
        const run = state === 'finished' ? begin(header + rows(40)) : await interrupted(header + rows(40));
        if (state === 'finished') await run.run();
        const changed = header + rows(40).replace('1 Lê Lợi', '2 Lê Lợi');
        run.disk.put(run.inputPath, changed);
        await expect(run.run()).rejects.toMatchObject({
          code: 'INPUT_CHANGED',
          message: expect.stringContaining('the input has changed') as string,
        });
        await expect(run.run({ mode: 'append' })).rejects.toMatchObject({ code: 'INPUT_CHANGED' });
        await run.run({ mode: 'restart' });
        expect(run.results()).toEqual(await whole(changed));
      },
    );

    it('says which part of the job changed', async () => {
      const run = begin(header + rows(5));
      await run.run();
      await expect(run.run({ serviceIdentity: 'another' })).rejects.toMatchObject({
        message: expect.stringContaining('the service was test and is another') as string,
      });
    });

    it.each(['finished', 'interrupted'])(
      'adds the new rows of a grown input to a %s run only when asked',
      async (state) => {
        const old = header + rows(40);
        const grown = old + rows(30, 40);
        const run = state === 'finished' ? begin(old) : await interrupted(old);
        if (state === 'finished') await run.run();
        const before = run.results();
        run.disk.put(run.inputPath, grown);
        await expect(run.run()).rejects.toMatchObject({
          message: expect.stringContaining('--append') as string,
        });
        expect(run.results()).toEqual(before);
        const asked = run.questions.length;
        const report = await run.run({ mode: 'append' });
        expect(report.resumedAtRow).toBeGreaterThan(0);
        expect(run.results()).toEqual(await whole(grown));
        if (state === 'finished') expect(run.questions.length - asked).toBeLessThan(30);
      },
    );

    it('does not take a last row that has grown for a new one', async () => {
      const old = header + csvRows(4);
      const run = begin(old);
      await run.run();
      run.disk.put(run.inputPath, `${old}x\n${rows(2, 4)}`);
      await expect(run.run({ mode: 'append' })).rejects.toMatchObject({
        message: expect.stringContaining('that row has grown') as string,
      });
      run.disk.put(run.inputPath, `${old}\n${rows(2, 4)}`);
      await run.run({ mode: 'append' });
      expect(run.results()).toEqual(await whole(header + rows(6)));
    });

    it('keeps the finished files whole when adding rows is interrupted', async () => {
      const run = begin(header + rows(40));
      await run.run();
      const before = run.results();
      run.disk.put(run.inputPath, header + rows(40) + rows(30, 40));
      run.disk.intercept((operation) => {
        if (operation > 60) throw new Error('stop');
      });
      await run.run({ mode: 'append' }).catch(() => undefined);
      run.disk.intercept(() => undefined);
      expect(run.results()).toEqual(before);
      await run.run({ mode: 'append' });
      expect(run.results()).toEqual(await whole(header + rows(70)));
    });

    it('goes on from a limited run with a higher limit or none, and gives the same bytes', async () => {
      const input = header + rows(60);
      const run = begin(input);
      expect((await run.run({ limitRows: 10 })).counts.rowsIn).toBe(10);
      expect((await run.run({ limitRows: 10 })).outcome).toBe('already_finished');
      expect((await run.run({ limitRows: 25 })).resumedAtRow).toBe(10);
      const asked = run.questions.length;
      await run.run();
      expect(run.questions.length - asked).toBeLessThanOrEqual(35);
      expect(run.results()).toEqual(await whole(input));
    });

    it('makes results again that somebody removed or changed', async () => {
      const run = begin(header + rows(20));
      await run.run();
      const before = run.results();
      run.disk.put(join(folder, 'results.csv'), 'short');
      expect((await run.run()).outcome).toBe('finished');
      expect(run.results()).toEqual(before);
    });
  });

  describe('a stop', () => {
    it('commits what is done, and the next run goes on after it', async () => {
      const run = begin(header + rows(60));
      const stop = new AbortController();
      const notes: string[] = [];
      run.disk.intercept((_, what, path) => {
        if (what === 'sync' && path.endsWith('.csv.part')) stop.abort();
      });
      // Few results may wait for the disk, so that rows are left when the first are committed.
      const options = { stop: stop.signal, heldCharacters: 500 };
      await expect(run.run(options)).rejects.toMatchObject({ code: 'ABORTED' });
      const asked = run.questions.length;
      const report = await run.run({ onNote: (note) => notes.push(note) });
      expect(report.resumedAtRow).toBeGreaterThan(0);
      expect(notes).toContain(`going on after row ${report.resumedAtRow}`);
      expect(run.questions.length - asked).toBeLessThanOrEqual(60 - report.resumedAtRow);
      expect(run.results()).toEqual(await whole(header + rows(60)));
    });
  });
});
