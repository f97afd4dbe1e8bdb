import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startLoopbackService } from '../support/loopback-service.ts';
import { geomill } from './cli-harness.ts';
import { SERVICE_FAULTS, type FaultKind, type ServiceFault } from './service-faults-list.ts';

const ROWS = 220;
const GOOD = 40;
const CONCURRENCY = 8;
/** Half of the last 200 attempts, after which the circuit opens. */
const HALF = 100;

/** The requests that a fault hits. */
type Pattern = 'some' | 'all' | 'from the 41st on';

const isHit: Readonly<Record<Pattern, (nth: number, url: string) => boolean>> = {
  some: (_, url) => /text=\d*7\+/.test(url),
  all: () => true,
  'from the 41st on': (nth) => nth > GOOD,
};

/** The exit code of a run. Rows with errors are no failure of the run, unless they are more than half, or the service never answered them. */
const EXIT_CODES: Readonly<Record<FaultKind, Readonly<Record<Pattern, number>>>> = {
  row: { some: 0, all: 3, 'from the 41st on': 69 },
  attempts: { some: 3, all: 69, 'from the 41st on': 69 },
  doubtful: { some: 0, all: 69, 'from the 41st on': 69 },
  service: { some: 0, all: 69, 'from the 41st on': 69 },
  forbidden: { some: 0, all: 77, 'from the 41st on': 69 },
  key: { some: 77, all: 77, 'from the 41st on': 77 },
  pause: { some: 75, all: 75, 'from the 41st on': 75 },
  none: { some: 0, all: 0, 'from the 41st on': 0 },
};

/** The retries that the retry budget allows: 14 of 500 tokens each, and one token back for each success. */
const RETRIES = Math.ceil((500 + ROWS) / 14);

/** Returns the most requests that a run with a fault may send. */
function requestBound(kind: FaultKind, pattern: Pattern): number {
  if (kind === 'none') return ROWS;
  if (pattern === 'some') return ROWS + (kind === 'attempts' ? RETRIES : 0);
  if (pattern === 'all') return kind === 'row' ? ROWS : HALF + CONCURRENCY;
  // Equal refusals stop the run after 40.
  return GOOD + (kind === 'row' ? 40 : HALF) + CONCURRENCY;
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a service with a fault, and returns a function that runs a job over a file of addresses against it. */
async function setUp(isFaulty: (nth: number, url: string) => boolean, fault?: ServiceFault) {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-faults-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  let faults = 0;
  const service = await startLoopbackService({
    intercept: (request, response, nth) => {
      if (!fault || !isFaulty(nth, request.url ?? '')) return false;
      faults += 1;
      fault.act(response, request);
      return true;
    },
  });
  cleanups.push(() => service.close());
  const rows = Array.from({ length: ROWS }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
  await writeFile(join(folder, 'many.csv'), `id,address\n${rows.join('')}`);
  const run = (...more: string[]) =>
    geomill(
      ['run', 'geocode', '--input', join(folder, 'many.csv'), '--output', join(folder, 'out')].concat(
        ['--service', service.baseUrl, '--concurrency', String(CONCURRENCY)],
        more,
      ),
      { GEOMILL_CACHE: join(folder, 'cache') },
    );
  const results = () =>
    Promise.all(
      ['many.csv', 'many.geojson', 'rejects.ndjson'].map((name) => readFile(join(folder, 'out', name))),
    );
  const answered = async () => (await service.log()).filter(({ status }) => status === 200).length;
  return { run, results, answered, faults: () => faults };
}

/** Defines the tests of a service with faults; `step`: every so many faults one is tried, with one pattern. */
export function describeServiceFaults(step: number): void {
  let wanted: Buffer[];
  beforeAll(async () => {
    const good = await setUp(() => false);
    expect((await good.run()).exitCode).toBe(0);
    wanted = await good.results();
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const patterns = Object.keys(isHit) as Pattern[];
  const cases = SERVICE_FAULTS.flatMap((fault) => patterns.map((pattern) => ({ ...fault, pattern })));

  describe('a service with a fault', () => {
    it('is tried with at least 100 faults', () => {
      expect(new Set(SERVICE_FAULTS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(100);
    });

    it.each(cases.filter((_, nth) => nth % step === 0))('$name, $pattern', async ({ pattern, ...fault }) => {
      let isBad = true;
      const { run, results, answered, faults } = await setUp(
        (nth, url) => isBad && isHit[pattern](nth, url),
        fault,
      );
      // The short deadline is for the faulty service only: on a busy machine a good response may take longer.
      const deadline = fault.timeoutMs ? ['--set', `limits.timeout_ms=${fault.timeoutMs}`] : [];
      const { exitCode, stderr } = await run(...deadline);
      expect(exitCode, stderr).toBe(EXIT_CODES[fault.kind][pattern]);
      const before = await answered();
      expect(faults()).toBeGreaterThan(0);
      expect(before + faults()).toBeLessThanOrEqual(requestBound(fault.kind, pattern));

      isBad = false;
      if (fault.kind === 'none') return;
      // A finished run has errors in its rows, which only a new one requests again: all others are in the cache.
      const healed = await run(...(exitCode === 0 || exitCode === 3 ? ['--restart'] : []));
      expect(healed.exitCode, healed.stderr).toBe(0);
      expect(await results()).toEqual(wanted);
      // Each row was answered once, over both runs.
      expect(await answered()).toBe(ROWS);
    });
  });
}
