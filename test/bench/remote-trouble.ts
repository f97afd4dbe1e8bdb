import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fractionOf } from '../support/loopback-answers.ts';
import type { CapOptions } from '../support/loopback-cap.ts';
import { startLoopbackProcess } from '../support/loopback-process.ts';
import { startLoopbackService, type Loopback, type LoopbackHooks } from '../support/loopback-service.ts';
import { writeAddresses, type AddressFile } from './addresses.ts';
import { emptyCache, geocodeTask, IN_FLIGHT, REPEATED } from './loopback-run.ts';
import type { BenchContext, Measured, Measurement } from './measurement.ts';
import { mostInASecond } from './sliding.ts';
import { seconds, target, whole } from './table.ts';

const CAP_PER_SECOND = 50;
const FAIL_SHARE = 0.05;
const HANG_SHARE = 0.02;
const DEADLINE_MS = 500;

/** Measures a service that refuses with 429 above its cap. */
export const remoteCap: Measurement = {
  name: 'remote-cap',
  async run(context) {
    const file = await addressesFor(context, 'cap', context.isQuick ? 500 : 1500);
    const kinds: CapOptions['kind'][] = context.isQuick ? ['sliding'] : ['sliding', 'window', 'bucket'];
    const rows: string[][] = [];
    for (const kind of kinds) {
      for (const ratePerSecond of [undefined, CAP_PER_SECOND]) {
        const service = await startLoopbackProcess({
          cap: { perSecond: CAP_PER_SECOND, kind, retryAfter: 'seconds' },
        });
        try {
          const label = `${kind} cap, ${ratePerSecond === undefined ? 'no --rate' : `--rate ${ratePerSecond}`}`;
          const measured = await context.measure(
            label,
            geocodeTask(file, emptyCache(context, service.baseUrl, { ratePerSecond })),
          );
          const log = await service.log();
          const later = mostInASecond(log, (log[0]?.atMs ?? 0) + 1000);
          const isMet = later <= CAP_PER_SECOND && isAllFound(measured, file);
          rows.push([
            label,
            ...outcomeCells(measured, file),
            whole(log.length),
            whole(log.filter(({ status }) => status === 429).length),
            whole(mostInASecond(log)),
            whole(later),
            target(`<= ${CAP_PER_SECOND}, all found`, isMet),
          ]);
        } finally {
          await service.close();
        }
      }
    }
    return {
      title: `remote-cap: ${CAP_PER_SECOND} requests a second with 429 and Retry-After, ${IN_FLIGHT} in flight, ${describe(file)}`,
      columns: ['', ...OUTCOME, 'sent', '429', 'most in a second', 'from second 2', 'target'],
      rows,
      notes: [
        `at the cap the questions take ${seconds((file.distinct / CAP_PER_SECOND) * 1000, 1)} s; the most requests in any sliding second, from the log of the server`,
      ],
    };
  },
};

/** Measures a service that fails now and then. */
export const remote503: Measurement = {
  name: 'remote-503',
  async run(context) {
    const file = await addressesFor(context, '503', context.isQuick ? 2000 : 20_000);
    return withService(
      await startLoopbackProcess({ failShare: FAIL_SHARE, seed: context.seed }),
      async (service) => {
        const measured = await context.measure(
          '5 % of 503',
          geocodeTask(file, emptyCache(context, service.baseUrl)),
        );
        const log = await service.log();
        return {
          title: `remote-503: 5 % of all requests fail with 503, ${describe(file)}`,
          columns: ['', ...OUTCOME, 'sent', '503', 'retries', 'target'],
          rows: [
            [
              '5 % of 503',
              ...outcomeCells(measured, file),
              whole(log.length),
              whole(log.filter(({ status }) => status === 503).length),
              whole(measured.stats?.retries ?? 0),
              target('all found', isAllFound(measured, file)),
            ],
          ],
        };
      },
    );
  },
};

/** Measures a service that leaves requests without an answer. */
export const remoteHang: Measurement = {
  name: 'remote-hang',
  async run(context) {
    const file = await addressesFor(context, 'hang', context.isQuick ? 600 : 4000);
    const rows: string[][] = [];
    // Not the first: a service that leaves the first request of a run without an answer is taken to be down.
    const isPoison = (query: string) => query !== file.queries[0] && fractionOf('poison', query) < HANG_SHARE;
    const poisoned = file.queries.filter(isPoison).length;
    const hangPoison: LoopbackHooks = {
      intercept: ({ url = '' }) => isPoison(url.slice(url.indexOf('?') + 1)),
    };
    const cases = [
      { label: '2 % of requests', concurrency: IN_FLIGHT, silent: 0, hooks: { hangShare: HANG_SHARE } },
      { label: '2 % of addresses, always', concurrency: 8, silent: poisoned, hooks: hangPoison },
      { label: '2 % of addresses, always', concurrency: IN_FLIGHT, silent: poisoned, hooks: hangPoison },
    ];
    for (const { label, concurrency, silent, hooks } of cases) {
      // In this process, which has nothing else to do: hooks cannot be sent to another one.
      await withService(await startLoopbackService({ ...hooks, seed: context.seed }), async (service) => {
        const options = { concurrency, deadlineMs: DEADLINE_MS };
        let errors = { all: 0, withReason: 0 };
        const measured = await context.measure(`${label}, ${concurrency} in flight`, {
          ...geocodeTask(file, emptyCache(context, service.baseUrl, options)),
          look: async (outputDir) => {
            errors = await countErrors(join(outputDir, basename(file.path).replace(/\.csv$/, '.geojson')));
          },
        });
        const isEnded = measured.report?.outcome === 'finished';
        rows.push([
          `${label}, ${concurrency} in flight`,
          ...outcomeCells(measured, file),
          whole(silent),
          whole(errors.withReason),
          whole(measured.stats?.retries ?? 0),
          target(
            'run ends, errors say why',
            isEnded && errors.withReason === errors.all && errors.all >= silent,
          ),
        ]);
      });
    }
    return {
      title: `remote-hang: requests that are never answered, deadline ${DEADLINE_MS} ms, ${describe(file)}`,
      columns: ['', ...OUTCOME, 'silent addresses', 'errors "did not respond in time"', 'retries', 'target'],
      rows,
    };
  },
};

const OUTCOME = ['s', 'findable', 'found', 'errors'];

function outcomeCells(measured: Measured, { findable }: AddressFile): string[] {
  const { ok, error } = statuses(measured);
  const found = measured.error ? measured.error.code : whole(ok);
  return [seconds(measured.ms), whole(findable), found, whole(error)];
}

function statuses({ report }: Measured) {
  return report?.counts.stages.geocode ?? { ok: 0, ambiguous: 0, not_found: 0, skipped: 0, error: 0 };
}

const isAllFound = (measured: Measured, { findable }: AddressFile) => statuses(measured).ok === findable;

async function countErrors(path: string): Promise<{ all: number; withReason: number }> {
  if (!existsSync(path)) return { all: 0, withReason: 0 };
  const { features } = JSON.parse(await readFile(path, 'utf8')) as {
    features: { properties: { geocode_status: string; geocode_reason: string | null } }[];
  };
  const errors = features.filter(({ properties }) => properties.geocode_status === 'error');
  const withReason = errors.filter(({ properties }) => /in time/.test(properties.geocode_reason ?? ''));
  return { all: errors.length, withReason: withReason.length };
}

async function withService<T>(service: Loopback, use: (service: Loopback) => Promise<T>): Promise<T> {
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

const describe = ({ rows, distinct }: AddressFile) =>
  `${whole(rows)} rows, ${whole(distinct)} different addresses`;

function addressesFor({ folder, seed }: BenchContext, name: string, rows: number): Promise<AddressFile> {
  return writeAddresses(join(folder, `${name}.csv`), { rows, repeated: REPEATED, seed });
}
