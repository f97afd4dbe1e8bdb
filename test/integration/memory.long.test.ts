import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLoopbackProcess } from '../support/loopback-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-memory-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a job over a file in a process of its own, and returns the most memory that it had. Units: MiB. */
async function peakMegabytes(job: string, fileName: string, content: string, ...more: string[]) {
  const input = join(folder, fileName);
  await writeFile(input, content);
  const peak = join(folder, 'peak');
  const report = join(folder, 'report.cjs');
  await writeFile(
    report,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`,
  );
  const args = ['-r', report, resolve('dist/cli/main.cjs'), 'run', '--yes', job, '--input', input, ...more];
  const env = { ...process.env, GEOMILL_CACHE: join(folder, 'cache') };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
  return Number(await readFile(peak, 'utf8')) / 1024;
}

const linesOf = (count: number, line: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => `${line(nth)}\n`).join('');

it('rows with a new key each need bounded memory', async () => {
  const rows = linesOf(3000, (nth) => `{"lat":21.03,"lon":105.85,"key_${nth}":${nth}}`);
  // Measured: 216 MB; 482 before chunks had a bound on cells.
  expect(await peakMegabytes('forcode', 'keys.ndjson', rows, '--workers', '1')).toBeLessThan(280);
});

it('forcodes of many rows need bounded memory', async () => {
  const rows = linesOf(
    250_000,
    (nth) => `${nth},${20.95 + (nth % 1000) / 10_000},${105.75 + (nth % 997) / 10_000}`,
  );
  // Measured: 237 MB in two threads.
  expect(await peakMegabytes('forcode', 'points.csv', `id,lat,lon\n${rows}`, '--workers', '2')).toBeLessThan(
    280,
  );
});

it('a remote service with 64 requests in flight needs bounded memory', async () => {
  const service = await startLoopbackProcess({ log: false });
  try {
    const rows = linesOf(20_000, (nth) => `${nth},"${nth} Lê Lợi, Bến Nghé, Quận 1, Hồ Chí Minh"`);
    const more = ['--service', service.baseUrl, '--concurrency', '64'];
    // Measured: 207 to 218 MB, and 230 for ten times the rows; 262 to 281 while the heap grew to four times what was in use.
    expect(await peakMegabytes('geocode', 'many.csv', `id,address\n${rows}`, ...more)).toBeLessThan(245);
  } finally {
    await service.close();
  }
});
