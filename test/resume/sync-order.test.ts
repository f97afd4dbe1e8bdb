import { expect, it } from 'vitest';
import { PROGRAM } from '../support/geomill-process.ts';
import { faultsOf, NO_STRACE } from '../support/sync-trace.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { traceRun } from './traced-run.ts';

const { newFolder, start } = useLoopback('sync-order');
const why = NO_STRACE ? ` (skipped: ${NO_STRACE})` : '';

it.skipIf(NO_STRACE)(`the real disk gets what a power cut must not take, in order${why}`, async () => {
  const folder = newFolder();
  const { baseUrl } = await start();
  const steps = await traceRun(PROGRAM, folder, baseUrl);
  const touched = new Set(steps.map(({ path }) => path.slice(folder.length).replace(/\w{16}/, '*')));
  // The rules are about files that are there.
  for (const name of [
    '/out/.journal',
    '/out/.in.csv.part',
    '/out/..spool.part',
    '/cache/answers-2.log',
    '/cache/*/quota.1',
  ])
    expect(
      [...touched].some((path) => path === name || path.replace('..', '.') === name.replace('..', '.')),
      `${name} in ${[...touched].join(' ')}`,
    ).toBe(true);
  expect(faultsOf(steps)).toEqual([]);
});
