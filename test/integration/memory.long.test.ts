import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLoopbackProcess } from '../support/loopback-process.ts';

let folder: string;
let tries = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-memory-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a job over a file in a process of its own, and returns the most memory that it had. Units: MiB. */
async function peakMegabytes(input: string, nodeOptions: string[], command: string[]) {
  const peak = join(folder, 'peak');
  const report = join(folder, 'report.cjs');
  await writeFile(
    report,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`,
  );
  const program = [...nodeOptions, '-r', report, resolve('dist/cli/main.cjs')];
  const args = [...program, 'run', '--yes', ...command, '--input', input, '--output', `${peak}-${tries++}`];
  const env = { ...process.env, GEOMILL_CACHE: join(folder, 'cache') };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
  return Number(await readFile(peak, 'utf8')) / 1024;
}

/**
 * Expects that a run over a file has at most so much memory in one of three tries.
 *
 * V8 collects when it has time for it, so that a busy machine adds up to 40 MB to a run that does not need them; a run that needs them has them in
 * every try.
 */
async function expectPeakBelow(
  megabytes: number,
  { name, content, nodeOptions = [] }: { name: string; content: string; nodeOptions?: string[] },
  ...command: string[]
) {
  const input = join(folder, name);
  await writeFile(input, content);
  let peak = Infinity;
  for (let nth = 0; nth < 3 && peak >= megabytes; nth++)
    peak = Math.min(peak, await peakMegabytes(input, nodeOptions, command));
  expect(peak).toBeLessThan(megabytes);
}

const linesOf = (count: number, line: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => `${line(nth)}\n`).join('');

it('rows with a new key each need bounded memory', async () => {
  const rows = linesOf(3000, (nth) => `{"lat":21.03,"lon":105.85,"key_${nth}":${nth}}`);
  // V8 lets the heap of so short a run grow to 240 to 300 MB, whatever it needs. In a bounded one the run ends from 56 MB on; without the bound on
  // the cells of a chunk it does not end in 128. Measured: 177 MB.
  const file = { name: 'keys.ndjson', content: rows, nodeOptions: ['--max-old-space-size=96'] };
  await expectPeakBelow(220, file, 'forcode', '--workers', '1');
});

it('forcodes of many rows need bounded memory', async () => {
  const rows = linesOf(
    250_000,
    (nth) => `${nth},${20.95 + (nth % 1000) / 10_000},${105.75 + (nth % 997) / 10_000}`,
  );
  // Measured: 255 to 261 MB in two threads; 282 to 289 while each thread had its own copy of the former wards, 237 before threads had time budgets.
  const file = { name: 'points.csv', content: `id,lat,lon\n${rows}` };
  await expectPeakBelow(280, file, 'forcode', '--workers', '2');
});

it('a remote service with 64 requests in flight needs bounded memory', async () => {
  const service = await startLoopbackProcess({ log: false });
  try {
    const rows = linesOf(20_000, (nth) => `${nth},"${nth} Lê Lợi, Bến Nghé, Quận 1, Hồ Chí Minh"`);
    const file = { name: 'many.csv', content: `id,address\n${rows}` };
    // Measured: 207 to 218 MB, and 230 for ten times the rows; 262 to 281 while the heap grew to four times what was in use.
    await expectPeakBelow(245, file, 'geocode', '--service', service.baseUrl, '--concurrency', '64');
  } finally {
    await service.close();
  }
});
