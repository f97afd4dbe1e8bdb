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
import { geomill } from '../integration/cli-harness.ts';
import { effort } from '../support/effort.ts';
import { seededRandom } from '../support/memory-disk.ts';

const DATASET = 'fixtures/starter';
const ROWS = effort(2000, 6000);
/** Enough for a stop in the middle. */
const STOPPED_ROWS = Math.max(ROWS, 2000);
// Built, as in kill.test.ts: reading TypeScript takes each thread some seconds.
const BUILT_WORKER = pathToFileURL(resolve('dist/bundle/chunk-worker.cjs'));
const DYING_WORKER = pathToFileURL(resolve('test/support/dying-worker.js'));

let folder: string;
let local: LocalService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-threads-'));
  local = await createLocalService({ datasetDir: DATASET });
});
afterAll(() => rm(folder, { recursive: true }));

interface Run {
  stage: string;
  input: string;
  /** Beside this one; 0 is this one only. */
  threads: number;
  entry?: URL;
  more?: Partial<RunOptions>;
}

/** Runs one stage over a file, into a folder called `out`; threads are used however small the file is. */
function run(out: string, { stage, input, threads, entry = BUILT_WORKER, more }: Run) {
  const definition = STAGES[stage];
  if (!definition) throw new Error(`no stage ${stage}`);
  return runJob({
    job: {
      name: stage,
      input: {},
      stages: [{ prefix: stage, definition, options: {} }],
      outputs: ['csv', 'geojson', 'ndjson'],
    },
    input: { name: 'out', fileName: input, path: input },
    outputDir: join(folder, out),
    mode: 'resume',
    service: local.service,
    serviceIdentity: 'local',
    openRows: 1000,
    chunkBytes: 4096,
    checkpointMs: 20,
    ...(threads === 0
      ? {}
      : {
          createChunkProcessor: createChunkThreads({
            threads,
            service: local,
            leastWork: { bytes: 1, rows: 1 },
            entry,
          }).createChunkProcessor,
        }),
    ...more,
  });
}

const filesOf = (out: string) =>
  Promise.all(
    ['out.csv', 'out.geojson', 'out.ndjson', 'rejects.ndjson', 'manifest.json'].map((name) =>
      readFile(join(folder, out, name), 'utf8'),
    ),
  );

/** How many rows the comparisons have: some chunks for each thread. */
const COMPARED_ROWS = effort(700, ROWS);

/** Writes points, of which some are no rows; `middleNote` is the note of the row in the middle. */
async function writePoints(name: string, middleNote = '', count = ROWS): Promise<string> {
  const random = seededRandom(4);
  const path = join(folder, name);
  const rows = Array.from({ length: count }, (_, at) => {
    if (at % 97 === 50) return 'ragged\n';
    if (at % 89 === 20) return `${at},10.5,"105.5\nand a line",\n`;
    const note = at === count / 2 ? middleNote : `điểm ${at % 7}`;
    // Most of them in a few provinces: one far from every ward takes a hundred times as long.
    const [lat, lon] =
      at % 20 === 0 ? [9 + random() * 13, 103 + random() * 6] : [10.6 + random() / 2, 106.2 + random() / 2];
    return `${at},${lat.toFixed(6)},${lon.toFixed(6)},${note}\n`;
  });
  await writeFile(path, `id,lat,lon,note\n${rows.join('')}`);
  return path;
}

describe('the same bytes, whatever the number of threads', () => {
  it.each([
    ['forcode', () => writePoints('points.csv', '', COMPARED_ROWS)],
    ['reverse', () => writePoints('reverse.csv', '', COMPARED_ROWS)],
    ['geocode', async () => 'fixtures/addresses.csv'],
    ['geocode', async () => 'fixtures/good/rows.ndjson.gz'],
    ['forcode', async () => 'fixtures/good/collection.geojson'],
    ['geocode', async () => 'fixtures/bad/ragged.csv'],
  ])('%s (%#)', async (stage, inputOf) => {
    const input = await inputOf();
    const name = `same-${stage}-${input.replaceAll('/', '-')}`;
    await run(`${name}-0`, { stage, input, threads: 0 });
    const wanted = await filesOf(`${name}-0`);
    const isFixture = input.startsWith('fixtures/');
    // Fixtures differ in how a file is cut into chunks, not in who processes them.
    for (const threads of [2, ...effort(isFixture ? [] : [1], [1, 3])]) {
      const progress = createProgress();
      const out = `${name}-${threads}`;
      const { counts } = await run(out, { stage, input, threads, more: { progress } });
      expect(await filesOf(out), `${threads} threads`).toEqual(wanted);
      expect(progress.rowsProcessed).toBe(counts.results);
    }
  });
});

describe('a thread that ends of itself', () => {
  it.each(['please exit', 'please throw'])(
    'ends the run with what is in front of it kept, and the next run goes on: %s',
    async (told) => {
      const input = await writePoints('dying.csv', told);
      const out = told.replace(' ', '-');
      const progress = createProgress();
      const dying = { stage: 'forcode', input, threads: 2, entry: DYING_WORKER, more: { progress } };
      await expect(run(out, dying)).rejects.toMatchObject({
        code: 'INTERNAL',
        message: expect.stringMatching(/a worker thread ended .*(code 7|nobody waits)/) as string,
      });
      expect(progress.rowsCommitted).toBeGreaterThan(0);
      expect(progress.rowsCommitted).toBeLessThanOrEqual(ROWS / 2);
      const report = await run(out, { stage: 'forcode', input, threads: 2 });
      expect(report.resumedAtRow).toBe(progress.rowsCommitted);
      await run(`${out}-whole`, { stage: 'forcode', input, threads: 0 });
      expect(await filesOf(out)).toEqual(await filesOf(`${out}-whole`));
    },
  );

  // Node 20 aborts the process when a thread is ended while it requires a module; three of five runs did that fell into the moment.
  it('has not required a module, for it cannot', async () => {
    const input = await writePoints('requiring.csv', 'please require');
    const requiring = run('requiring', { stage: 'forcode', input, threads: 2, entry: DYING_WORKER });
    await expect(requiring).rejects.toThrow(/ERR_REQUIRE_ESM|require\(\) of ES Module/);
  });

  it('ends the run also when it cannot begin, and tells why', async () => {
    const input = await writePoints('no-dataset.csv');
    const { loaded } = local;
    const { createChunkProcessor } = createChunkThreads({
      threads: 2,
      // No structured clone of a dataset has a hole, but something may be wrong all the same.
      service: { loaded: { ...loaded, files: {} } },
      leastWork: { bytes: 1, rows: 1 },
      entry: BUILT_WORKER,
    });
    const more = { createChunkProcessor };
    await expect(run('no-dataset', { stage: 'forcode', input, threads: 0, more })).rejects.toMatchObject({
      code: 'DATASET_BAD',
    });
  });
});

describe('the number of threads', () => {
  it('is that which the input pays for, however many chunks wait', async () => {
    const input = await writePoints('one-thread.csv');
    const { createChunkProcessor } = createChunkThreads({ threads: 2, service: local, entry: BUILT_WORKER });
    const onStart = vi.fn();
    process.on('worker', onStart);
    await run('one-thread', { stage: 'forcode', input, threads: 0, more: { createChunkProcessor } });
    process.off('worker', onStart);
    expect(onStart).toHaveBeenCalledTimes(1);
  });
});

describe('a stop', () => {
  it('commits what the threads have done, and the next run goes on after it', async () => {
    const input = await writePoints('stopped.csv', '', STOPPED_ROWS);
    const stop = new AbortController();
    const progress = createProgress();
    const running = run('stopped', {
      stage: 'reverse',
      input,
      threads: 2,
      more: { progress, stop: stop.signal },
    });
    const refused = expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    await vi.waitUntil(() => progress.rowsCommitted > 0, { timeout: 30_000, interval: 1 });
    stop.abort();
    await refused;
    expect(progress.rowsCommitted).toBeLessThan(STOPPED_ROWS);
    const report = await run('stopped', { stage: 'reverse', input, threads: 3 });
    expect(report.resumedAtRow).toBe(progress.rowsCommitted);
    await run('stopped-whole', { stage: 'reverse', input, threads: 0 });
    expect(await filesOf('stopped')).toEqual(await filesOf('stopped-whole'));
  });
});

describe('the command line', () => {
  const run = (workers: string[], env = {}) =>
    geomill(['run', 'forcode', '--input', 'fixtures/points.csv', ...workers], env);

  it.each(['0', '-2', '1.5', 'all', '', '1000'])('refuses --workers %j', async (workers) => {
    const { exitCode, stderr } = await run(['--workers', workers]);
    expect([exitCode, stderr]).toEqual([64, expect.stringContaining('whole number, 1 to 256')]);
  });

  it('refuses the same of the environment', async () => {
    const { exitCode, stderr } = await run([], { GEOMILL_WORKERS: 'all' });
    expect([exitCode, stderr]).toEqual([64, expect.stringContaining('whole number, 1 to 256')]);
  });
});
