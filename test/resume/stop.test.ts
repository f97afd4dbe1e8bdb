import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runJob } from '../../src/run/pipeline/run.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';
import { STAGES } from '../support/stages.ts';
import { useLoopback } from '../support/use-loopback.ts';

const ROWS = 400;
const CONCURRENCY = 4;
const { newFolder, start, closeLater } = useLoopback('stop');

describe('a stop of a run against a remote service', () => {
  it('sends none of the rows that were read but not sent, commits those in front, and asks nothing twice', async () => {
    const loopback = await start({ delayMs: 10 });
    const folder = newFolder();
    const path = join(folder, 'in.csv');
    // Some rows cannot be read: the cut must count them too.
    const rows = Array.from({ length: ROWS }, (_, at) =>
      at % 50 === 7 ? 'ragged,row,here' : `${at},"${at} Lê Lợi"`,
    );
    await writeFile(path, `id,address\n${rows.join('\n')}\n`);
    const definition = STAGES.geocode;
    if (!definition) throw new Error('no geocode stage');

    async function run(output: string, stop?: AbortSignal, more: Partial<RunOptions> = {}) {
      const remote = closeLater(
        createRemoteService({
          baseUrl: loopback.baseUrl,
          imageryBaseUrl: loopback.baseUrl,
          concurrency: CONCURRENCY,
          cacheDir: join(folder, 'cache'),
        }),
      );
      await mkdir(join(folder, output), { recursive: true });
      try {
        return await runJob({
          job: {
            name: 'test',
            input: {},
            stages: [{ prefix: 'geocode', definition, options: { text: '{address}' } }],
            outputs: ['csv'],
          } as RunOptions['job'],
          input: { name: 'in', fileName: 'in.csv', path },
          outputDir: join(folder, output),
          mode: 'resume',
          service: remote.service,
          serviceIdentity: 'test',
          openRows: 1000,
          ...(stop && { stop, stopsCalls: true }),
          ...more,
        });
      } finally {
        await remote.close();
      }
    }
    const sent = async () => (await loopback.log()).length;

    const controller = new AbortController();
    const stopped = run('out', controller.signal).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    await vi.waitUntil(async () => (await sent()) >= 60, { timeout: 30_000, interval: 2 });
    const before = await sent();
    controller.abort();
    expect(await stopped).toMatchObject({ code: 'ABORTED' });
    const committed = Number(/stopped after row (\d+)/.exec((await stopped)?.message ?? '')?.[1]);
    // All rows were read at once; those answered in front of the first that was not are committed.
    expect(committed).toBeGreaterThan(30);
    expect(await sent()).toBeLessThanOrEqual(before + 2 * CONCURRENCY);

    const report = await run('out');
    expect(report).toMatchObject({ resumedAtRow: committed, counts: { rowsIn: ROWS, rejected: 8 } });
    expect(report.counts.stages.geocode).toMatchObject({ skipped: 0, error: 0 });
    expect(await sent()).toBe(ROWS - 8);
    await run('whole');
    for (const name of ['in.csv', 'rejects.ndjson', 'manifest.json'])
      expect(await readFile(join(folder, 'out', name), 'utf8')).toBe(
        await readFile(join(folder, 'whole', name), 'utf8'),
      );
  });
});
