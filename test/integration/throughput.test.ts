import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../src/run/pipeline/run.ts';
import type { RemoteServiceOptions } from '../../src/remote/options.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';
import { STAGES } from '../support/stages.ts';
import { GEOCODE, writeAddresses, type AddressFile } from '../bench/addresses.ts';
import { mostInASecond } from '../bench/sliding.ts';
import { fractionOf } from '../support/loopback-answers.ts';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';
import { useLoopback } from '../support/use-loopback.ts';

const KEY = 'the-right-key';
const { newFolder, start } = useLoopback('throughput');

const addresses = (rows: number): Promise<AddressFile> =>
  writeAddresses(join(newFolder(), 'input.csv'), { rows, repeated: 0.3, seed: 1 });

interface Feature {
  geometry: unknown;
  properties: { geocode_status: string; geocode_reason: string | null };
}

/** Runs the geocode job over a file of addresses into an output folder, going on where it stopped. */
async function geocode(
  file: AddressFile,
  outputDir: string,
  options: Pick<RemoteServiceOptions, 'baseUrl'> & Partial<RemoteServiceOptions>,
) {
  const remote = createRemoteService({ concurrency: 20, cacheDir: join(newFolder(), 'cache'), ...options });
  const { kind, options: stageOptions } = GEOCODE;
  const definition = STAGES[kind];
  if (!definition) throw new Error(`no stage ${kind}`);
  try {
    const { counts } = await runJob({
      job: {
        name: 'geocode',
        input: {},
        stages: [{ prefix: kind, definition, options: stageOptions }],
        outputs: ['csv', 'geojson'],
      },
      input: { name: 'input', fileName: 'input.csv', path: file.path },
      outputDir,
      mode: 'resume',
      service: remote.service,
      serviceIdentity: options.baseUrl,
      openRows: 1000,
      chunkBytes: 4096,
    });
    const { features } = JSON.parse(readFileSync(join(outputDir, 'input.geojson'), 'utf8')) as {
      features: Feature[];
    };
    return { counts, features, stats: remote.stats() };
  } finally {
    await remote.close();
  }
}

const answeredQuestions = async (loopback: Loopback) =>
  (await loopback.log()).filter(({ status }) => status === 200).map(({ question }) => question);

describe('a geocode run over HTTP', () => {
  it('asks every address once, however often it occurs', async () => {
    const file = await addresses(600);
    const loopback = await start();
    const { counts, stats } = await geocode(file, newFolder(), loopback);
    expect(file.distinct).toBeLessThan(file.rows * 0.8);
    expect(counts).toMatchObject({ rowsIn: file.rows, results: file.rows, rejected: 0 });
    expect(counts.stages.geocode).toMatchObject({ ok: file.findable, not_found: file.rows - file.findable });
    expect(stats).toMatchObject({ requests: file.distinct, answers: file.rows });
    expect(new Set(await answeredQuestions(loopback)).size).toBe(file.distinct);
    expect(await loopback.log()).toHaveLength(file.distinct);
  });

  it.each([undefined, 40])('fills every row under a cap of 40 a second (rate: %s)', async (ratePerSecond) => {
    const file = await addresses(100);
    const loopback = await start({ cap: { perSecond: 40, kind: 'sliding', retryAfter: 'seconds' } });
    const { counts, stats } = await geocode(file, newFolder(), { ...loopback, ratePerSecond });
    expect(counts.stages.geocode).toMatchObject({ ok: file.findable, error: 0 });
    expect(await answeredQuestions(loopback)).toHaveLength(file.distinct);
    // Whatever was refused was in flight when the first was: 20 at most, for each pause.
    const refused = (await loopback.log()).length - file.distinct;
    expect(refused).toBeLessThanOrEqual(20 * stats.throttledPauses);
  });

  it('fills every row of a service that fails one request in twenty', async () => {
    const file = await addresses(600);
    const loopback = await start({ failShare: 0.05 });
    const { counts, stats } = await geocode(file, newFolder(), loopback);
    expect(counts.stages.geocode).toMatchObject({ ok: file.findable, error: 0 });
    expect(stats.retries).toBeGreaterThan(0);
    expect(await answeredQuestions(loopback)).toHaveLength(file.distinct);
  });

  it('ends although some addresses are never answered, and says so in their rows', async () => {
    const file = await addresses(300);
    const isPoison = (query: string) => query !== file.queries[0] && fractionOf('poison', query) < 0.02;
    const silent = file.queries.filter(isPoison).length;
    const loopback = await start({
      intercept: ({ url = '' }) => isPoison(url.slice(url.indexOf('?') + 1)),
    });
    const { counts, features } = await geocode(file, newFolder(), { ...loopback, deadlineMs: 400 });
    const errors = features.filter(({ properties }) => properties.geocode_status === 'error');
    expect(silent).toBeGreaterThan(0);
    expect(errors.length).toBeGreaterThanOrEqual(silent);
    expect(errors.length).toBeLessThan(file.rows * 0.1);
    for (const { geometry, properties } of errors) {
      expect(geometry).toBeNull();
      expect(properties.geocode_reason).toMatch(/did not respond in time.*Tried 5 times/);
    }
    expect(counts).toMatchObject({ rowsIn: file.rows, results: file.rows });
  });

  it('stops when nobody listens', async () => {
    const outputDir = newFolder();
    const gone = await startLoopbackService();
    await gone.close();
    await expect(geocode(await addresses(60), outputDir, gone)).rejects.toMatchObject({
      code: 'SERVICE_DOWN',
    });
    expect(existsSync(join(outputDir, 'input.csv'))).toBe(false);
  });

  it('stops at the first request when the key is wrong, and goes on with the right one', async () => {
    const file = await addresses(60);
    const outputDir = newFolder();
    const loopback = await start({ key: KEY });
    await expect(geocode(file, outputDir, { ...loopback, apiKey: 'wrong' })).rejects.toMatchObject({
      code: 'KEY_REFUSED',
    });
    expect(await loopback.log()).toHaveLength(1);
    const { counts } = await geocode(file, outputDir, { ...loopback, apiKey: KEY });
    expect(counts.stages.geocode).toMatchObject({ ok: file.findable });
    expect(await loopback.log()).toHaveLength(1 + file.distinct);
  });
});

describe('the sliding second of the benches', () => {
  it('counts the requests of any second that begins with one', () => {
    const log = [0, 500, 999, 1000, 1400, 5000].map((atMs) => ({ atMs }));
    expect(mostInASecond(log)).toBe(4);
    expect(mostInASecond(log, 1000)).toBe(2);
    expect(mostInASecond([])).toBe(0);
  });
});
