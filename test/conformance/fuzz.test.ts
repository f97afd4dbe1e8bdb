import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { LIMITS } from '../../src/server/limits.ts';
import { effort } from '../support/effort.ts';
import { pathsBelow, type DescribedPaths } from './fuzz/described-requests.ts';
import { createResponseChecker } from './fuzz/response-checker.ts';
import { runFuzz, type FuzzReport } from './fuzz/run-fuzz.ts';
import { IMAGERY_ITEMS } from './interface/imagery-items.ts';
import { startServer, type RunningServer } from './interface/start-server.ts';
import { buildSmallCity } from './small-city.ts';

/** Another `GEOMILL_FUZZ_SEED` sends other requests. */
const SEED = Number(process.env.GEOMILL_FUZZ_SEED ?? 20_261_122);
/** `GEOMILL_FUZZ_REQUESTS=1000000 npx vitest run test/conformance/fuzz.test.ts` runs the million of the release. */
const REQUESTS = Number(process.env.GEOMILL_FUZZ_REQUESTS ?? effort(1000, 8000, import.meta.filename));
/** Units: milliseconds; twenty a request on a busy machine. */
const TIMEOUT = Math.max(120_000, REQUESTS * 20);
const PROGRESS_EVERY = 25_000;

let server: RunningServer;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const city = await buildSmallCity({ items: IMAGERY_ITEMS });
  const { service } = await createLocalService({ datasetDir: city.dir });
  server = await startServer(service);
  closing.push(server.close, city.remove);
});
afterAll(async () => {
  for (const close of closing) await close();
});

it(
  `answers ${REQUESTS} generated requests (seed ${SEED}) as /openapi.json says, none with 5xx`,
  async () => {
    const { origin, keys } = server;
    let shown = 0;
    // A run of hours may be ended before its report.
    const onProgress = ({ requests, byStatus, failures }: FuzzReport) => {
      if (requests % PROGRESS_EVERY !== 0 && failures.length === shown) return;
      shown = failures.length;
      console.log(new Date().toISOString(), requests, 'requests', byStatus, failures);
    };
    const report = await runFuzz({
      origin,
      key: keys.all,
      requests: REQUESTS,
      seed: SEED,
      onProgress,
    });
    expect(report.failures).toEqual([]);
    expect(report.requests).toBe(REQUESTS);
    // Requests that are nearly all refused, or nearly all answered, would show little.
    expect(report.byStatus[200] ?? 0).toBeGreaterThan(REQUESTS / 4);
    // Every path was answered with 200 at least once: its schema has been used.
    expect(report.unanswered).toEqual([]);
    expect(report.byStatus[400] ?? 0).toBeGreaterThan(REQUESTS / 20);
  },
  TIMEOUT,
);

it('describes the refusal of an address that is too long, of every path', async () => {
  const { origin, keys } = server;
  const headers = { authorization: `Bearer ${keys.all}` };
  const document = (await (await fetch(`${origin}/openapi.json`, { headers })).json()) as DescribedPaths;
  const check = createResponseChecker(document);
  const faults: string[] = [];
  for (const path of pathsBelow(document, ['/v1/', '/imagery/v1/search', '/nominatim/', '/photon/'])) {
    const [verb = ''] = Object.keys(document.paths[path] ?? {});
    const method = verb.toUpperCase();
    const response = await fetch(`${origin}${path}?${'a'.repeat(LIMITS.urlBytes)}`, { method, headers });
    const { status } = response;
    const type = response.headers.get('content-type') ?? '';
    const fault = check({ path, method, status, type, body: await response.text() });
    if (status !== 414 || fault !== undefined) faults.push(`${path}: ${status}, ${fault}`);
  }
  expect(faults).toEqual([]);
});
