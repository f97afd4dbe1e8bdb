import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createChunkThreads } from '../../src/runtime/chunk-threads.ts';
import { createLocalService, type LocalService } from '../../src/engine/local/local-service.ts';
import { runJob } from '../../src/run/pipeline/run.ts';
import { createProgress, type RunOptions } from '../../src/run/pipeline/spec.ts';
import { STAGES } from '../support/stages.ts';

const LOOPING_WORKER = pathToFileURL(resolve('test/support/looping-chunk-worker.js'));
const ROWS = 60;
const SLOW_ROW = 47;
/** Far more than a row takes, far less than a test may. Units: ms. */
const SHORT = { chunkMs: 1500, rowMs: 800, sampleMs: 800 };
const LONG = { chunkMs: 600_000, rowMs: 600_000, sampleMs: 600_000 };

let folder: string;
let local: LocalService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-slow-'));
  local = await createLocalService({ datasetDir: 'fixtures/starter' });
});
afterAll(() => rm(folder, { recursive: true }));

async function writeAddresses(name: string, slow: string): Promise<string> {
  const path = join(folder, name);
  const rows = Array.from(
    { length: ROWS },
    (_, at) => `${at + 1},"${at + 1 === SLOW_ROW ? slow : `${at + 1} Bát Đàn, Hoàn Kiếm, Hà Nội`}"\n`,
  );
  await writeFile(path, `id,address\n${rows.join('')}`);
  return path;
}

function run(out: string, input: string, threads: number, budgets = SHORT, more: Partial<RunOptions> = {}) {
  const definition = STAGES.geocode!;
  const made = createChunkThreads({
    ...{ threads, budgets, leastWork: { bytes: 1, rows: 1 }, lookMs: 10 },
    service: local,
    entry: LOOPING_WORKER,
  });
  return runJob({
    job: {
      name: 'geocode',
      input: {},
      stages: [{ prefix: 'geocode', definition, options: {} }],
      outputs: ['csv', 'geojson', 'ndjson'],
    },
    input: { name: 'out', fileName: input, path: input },
    outputDir: join(folder, out),
    mode: 'resume',
    service: local.service,
    serviceIdentity: 'local',
    openRows: 1000,
    chunkBytes: 1024,
    checkpointMs: 0,
    createChunkProcessor: made.createChunkProcessor,
    doubts: 'ignore',
    ...more,
  }).finally(() => made.close());
}

const fileOf = (out: string, name = 'out.csv') => readFile(join(folder, out, name), 'utf8');
const filesOf = (out: string) =>
  Promise.all(
    ['out.csv', 'out.geojson', 'out.ndjson', 'rejects.ndjson', 'manifest.json'].map((name) =>
      fileOf(out, name),
    ),
  );

describe('a row whose text takes for ever', () => {
  it('is blamed, and all others are right, with the same bytes for any number of threads, and after a stop', async () => {
    const input = await writeAddresses('slow.csv', 'lặpmãi');
    const { counts } = await run('slow-1', input, 1);
    expect(counts).toMatchObject({ rowsIn: ROWS, results: ROWS, rejected: 0 });
    await run('clean', await writeAddresses('clean.csv', 'x'), 1);
    const [lines, clean] = [await fileOf('slow-1'), await fileOf('clean')].map((text) => text.split('\n'));
    expect(lines?.[SLOW_ROW]).toMatch(
      new RegExp(`^${SLOW_ROW},lặpmãi,error,took too long: row ${SLOW_ROW},`),
    );
    expect(lines?.toSpliced(SLOW_ROW, 1)).toEqual(clean?.toSpliced(SLOW_ROW, 1));

    await run('slow-2', input, 2);
    expect(await filesOf('slow-2')).toEqual(await filesOf('slow-1'));

    // Stopped while the row is in work, then continued.
    const stop = new AbortController();
    const progress = createProgress();
    const running = run('stopped', input, 1, LONG, { stop: stop.signal, progress });
    const refused = expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    await vi.waitUntil(() => progress.rowsCommitted > 0, { timeout: 60_000, interval: 1 });
    stop.abort();
    // Budgets are minutes: only the end of the thread makes it end.
    await refused;
    expect(progress.rowsCommitted).toBeLessThan(SLOW_ROW);
    expect((await run('stopped', input, 1)).resumedAtRow).toBe(progress.rowsCommitted);
    expect(await filesOf('stopped')).toEqual(await filesOf('slow-1'));
  }, 120_000);
});
