import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startLoopbackProcess } from '../support/loopback-process.ts';
import { writeAddresses, type AddressFile } from './addresses.ts';
import { emptyCache, geocodeTask, IN_FLIGHT, REPEATED } from './loopback-run.ts';
import { inTurn, type AskTask, type BenchContext, type Measured, type Measurement } from './measurement.ts';
import { median, megabytes, percent, seconds, target, whole } from './table.ts';

const DELAY_MS = 50;
const SHARE_OF_THEORY = 0.95;
const ROWS_PER_SECOND = 5000;
const PATH = '/v1/geocode/forward';

/** Measures a slow service: how much of the time goes into waiting for it alone. */
export const remoteDelay: Measurement = {
  name: 'remote-delay',
  async run(context) {
    // Starting and the first, lonely request cost a quarter of a second: long enough that the rate is what is measured.
    const rows = context.isQuick ? 1600 : 20_000;
    const runs = 1;
    const file = await addressesFor(context, 'delay', rows);
    const service = await startLoopbackProcess({ delayMs: DELAY_MS, log: false });
    try {
      const { geomill, bare } = await inTurn(context, runs, {
        geomill: () => geocodeTask(file, emptyCache(context, service.baseUrl)),
        bare: await bareTask(context, 'delay', file, service.baseUrl),
      });
      const theoryMs = (file.distinct / IN_FLIGHT) * DELAY_MS;
      const share = (measured: Measured[]) => theoryMs / ms(measured);
      return {
        title: `remote-delay: a service of ${DELAY_MS} ms, ${IN_FLIGHT} in flight, ${whole(rows)} rows, ${whole(file.distinct)} different addresses; median of ${runs}, in turn`,
        columns: ['', 's', 'rows/s', 'CPU s', 'share of theory', 'target'],
        rows: [
          ['theory', seconds(theoryMs), whole((rows / theoryMs) * 1000), '', '100.0 %', ''],
          ['bare undici', seconds(ms(bare)), '', seconds(cpuMs(bare)), percent(share(bare)), ''],
          [
            'geomill, CSV and GeoJSON, cache',
            seconds(ms(geomill)),
            whole((rows / ms(geomill)) * 1000),
            seconds(cpuMs(geomill)),
            percent(share(geomill)),
            target(`>= ${percent(SHARE_OF_THEORY, 0)}`, share(geomill) >= SHARE_OF_THEORY),
          ],
        ],
        notes: [`geomill to bare undici: ${percent(ms(bare) / ms(geomill))} of its rate`],
      };
    } finally {
      await service.close();
    }
  },
};

/** Measures a service that answers at once, against undici alone. */
export const remoteFast: Measurement = {
  name: 'remote-fast',
  async run(context) {
    const rows = context.isQuick ? 10_000 : 40_000;
    const runs = context.isQuick ? 1 : 3;
    const file = await addressesFor(context, 'fast', rows);
    const service = await startLoopbackProcess({ log: false });
    const filled = emptyCache(context, service.baseUrl);
    try {
      const bare = await bareTask(context, 'fast', file, service.baseUrl);
      await context.measure('filling the cache', geocodeTask(file, filled));
      const results = await inTurn(context, runs, {
        'bare undici, each address once': bare,
        'geomill, CSV': () => geocodeTask(file, emptyCache(context, service.baseUrl), ['csv']),
        'geomill, CSV and GeoJSON': () => geocodeTask(file, emptyCache(context, service.baseUrl)),
        'geomill without cache': () =>
          geocodeTask(file, emptyCache(context, service.baseUrl, { cacheDir: false })),
        'geomill, all in the cache': geocodeTask(file, filled),
      });
      const alone = results['bare undici, each address once'];
      const bareMs = ms(alone);
      const bareUs = (cpuMs(alone) / file.distinct) * 1000;
      // The rows themselves cost the same where each answer is in the cache: reading, stage and writing.
      const requestMs =
        cpuMs(results['geomill, CSV and GeoJSON']) - cpuMs(results['geomill, all in the cache']);
      const requestUs = (requestMs / file.distinct) * 1000;
      return {
        title: `remote-fast: a service without delay, ${IN_FLIGHT} in flight, ${whole(rows)} rows, ${whole(file.distinct)} different addresses; median of ${runs}, in turn`,
        columns: ['', 's', 'rows/s', 'requests/s', 'CPU s', 'peak MB', 'of bare', 'target'],
        rows: Object.entries(results).map(([name, measured]) => {
          const requests = name.startsWith('bare')
            ? file.distinct
            : median(measured.map(({ stats }) => stats?.requests ?? 0));
          const rowsPerSecond = (rows / ms(measured)) * 1000;
          return [
            name,
            seconds(ms(measured)),
            whole(rowsPerSecond),
            whole((requests / ms(measured)) * 1000),
            seconds(cpuMs(measured)),
            megabytes(median(measured.map(({ peakRssBytes }) => peakRssBytes))),
            percent(bareMs / ms(measured)),
            name === 'geomill, CSV and GeoJSON'
              ? target(`>= ${whole(ROWS_PER_SECOND)} rows/s`, rowsPerSecond >= ROWS_PER_SECOND)
              : '',
          ];
        }),
        notes: [
          'of bare: the time undici alone takes for the questions, by the time of the whole run',
          `CPU of a request: ${requestUs.toFixed(1)} us more than of a row from the cache, ${(requestUs / bareUs).toFixed(2)} times the ${bareUs.toFixed(1)} us of undici alone`,
        ],
      };
    } finally {
      await service.close();
    }
  },
};

const ms = (measured: readonly Measured[]) => median(measured.map((each) => each.ms));
const cpuMs = (measured: readonly Measured[]) => median(measured.map((each) => each.cpuMs));

function addressesFor({ folder, seed }: BenchContext, name: string, rows: number): Promise<AddressFile> {
  return writeAddresses(join(folder, `${name}.csv`), { rows, repeated: REPEATED, seed });
}

async function bareTask(
  { folder }: BenchContext,
  name: string,
  { queries }: AddressFile,
  baseUrl: string,
): Promise<AskTask> {
  const paths = join(folder, `${name}.paths`);
  await writeFile(paths, queries.map((query) => `${PATH}?${query}`).join('\n'));
  return { kind: 'ask', origin: new URL(baseUrl).origin, paths, concurrency: IN_FLIGHT };
}
