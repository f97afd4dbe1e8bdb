import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../src/contract/catalogue.ts';
import { createLocalService } from '../../src/local/local-service.ts';
import { effort } from '../support/effort.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import { HAS_IMAGERY } from './interface/open-worlds.ts';
import { startServer, type RunningServer } from './interface/start-server.ts';
import { buildSmallCity } from './small-city.ts';

const SEED = 20_261_122;
/** `GEOMILL_FUZZ_REQUESTS=1000000 npx vitest run test/conformance/fuzz.test.ts` runs the million of the release. */
const REQUESTS = Number(process.env.GEOMILL_FUZZ_REQUESTS ?? effort(2000, 20_000));
/** Units: milliseconds; ten a request on a busy machine. */
const TIMEOUT = Math.max(120_000, REQUESTS * 10);
const PROGRESS_EVERY = 50_000;

// A dataset without pictures answers 501 there, which is no request to fuzz.
const operations = OPERATION_NAMES.filter((name) => HAS_IMAGERY || name !== 'searchImagery');

let server: RunningServer;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const city = await buildSmallCity();
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
    const onProgress = (sent: number) => {
      if (sent % PROGRESS_EVERY === 0) console.log(`${new Date().toISOString()} ${sent} requests`);
    };
    const report = await runFuzz({
      origin,
      key: keys.all,
      operations,
      requests: REQUESTS,
      seed: SEED,
      onProgress,
    });
    expect(report.failures).toEqual([]);
    expect(report.requests).toBe(REQUESTS);
    // Requests that are nearly all refused, or nearly all answered, would show little.
    expect(report.byStatus[200] ?? 0).toBeGreaterThan(REQUESTS / 4);
    expect(report.byStatus[400] ?? 0).toBeGreaterThan(REQUESTS / 20);
    if (REQUESTS > PROGRESS_EVERY) console.log(report.byStatus);
  },
  TIMEOUT,
);
