import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultsOf, NO_STRACE, parseTrace, STRACE, type DiskStep } from '../support/sync-trace.ts';
import { useLoopback } from '../support/use-loopback.ts';

const { newFolder, start } = useLoopback('sync-order');
const why = NO_STRACE ? ` (skipped: ${NO_STRACE})` : '';

/** Runs the built command line under strace; returns its steps in a folder. */
async function trace(folder: string, args: readonly string[]): Promise<DiskStep[]> {
  const log = join(folder, 'trace.txt');
  const child = spawn(
    'strace',
    [...STRACE, '-o', log, process.execPath, join('dist', 'cli', 'main.cjs'), ...args],
    {
      env: { PATH: process.env.PATH, GEOMILL_CACHE: join(folder, 'cache') },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(code, stderr).toBe(0);
  return parseTrace(readFileSync(log, 'utf8'), folder);
}

it.skipIf(NO_STRACE)(`the real disk gets what a power cut must not take, in order${why}`, async () => {
  const folder = newFolder();
  const { baseUrl } = await start();
  const rows = Array.from({ length: 60 }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
  // UTF-16: the run makes a copy of it.
  const input = join(folder, 'in.csv');
  writeFileSync(input, Buffer.from(`\uFEFFid,address\n${rows.join('')}`, 'utf16le'));
  const steps = await trace(folder, [
    ...['run', 'geocode', '--input', input, '--output', join(folder, 'out')],
    ...['--service', baseUrl, '--rate', '1000'],
  ]);
  const touched = new Set(steps.map(({ path }) => path.slice(folder.length).replace(/\w{16}/, '*')));
  // The rules are about files that are there.
  for (const name of [
    '/out/.journal',
    '/out/.in.csv.part',
    '/out/..spool.part',
    '/cache/answers-2.log',
    '/cache/quota-1-*.0.log',
  ])
    expect(
      [...touched].some((path) => path === name || path.replace('..', '.') === name.replace('..', '.')),
      `${name} in ${[...touched].join(' ')}`,
    ).toBe(true);
  expect(faultsOf(steps)).toEqual([]);
});
