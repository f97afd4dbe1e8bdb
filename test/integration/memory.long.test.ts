import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Measured: 216 MB; 482 before chunks had a bound on cells. */
const MAX_MEGABYTES = 280;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-memory-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('rows with a new key each need bounded memory', async () => {
  const input = join(folder, 'keys.ndjson');
  const rows = Array.from({ length: 3000 }, (_, at) => `{"lat":21.03,"lon":105.85,"key_${at}":${at}}\n`);
  await writeFile(input, rows.join(''));
  const peak = join(folder, 'peak');
  const report = join(folder, 'report.cjs');
  await writeFile(
    report,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`,
  );
  const args = [
    '-r',
    report,
    resolve('dist/cli/main.cjs'),
    'run',
    'forcode',
    '--input',
    input,
    '--workers',
    '1',
  ];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(Number(await readFile(peak, 'utf8')) / 1024).toBeLessThan(MAX_MEGABYTES);
});
