import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-filter-'));
});
afterAll(() => rm(folder, { recursive: true }));

const FILTER = ['run', 'forcode', '--output', '-', '--workers', '1'];
const points = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at},${21 + (at % 900) / 1000},105.8`);

describe('geomill run --output -', () => {
  it('writes the bytes of the first output of a run, and everything else to standard error', async () => {
    const path = join(folder, 'points.csv');
    await writeFile(path, `id,lat,lon\n${points(3000).join('\n')}\n`);
    const results = join(folder, 'run');
    await geomill(['run', 'forcode', '--input', path, '--output', results, '--no-report', '--quiet']);
    for (const set of [[], ['--set', 'outputs=geojson'], ['--set', 'outputs=xlsx']]) {
      const { exitCode, stdout, stderr } = await geomill([...FILTER, '--input', path, ...set]);
      expect(exitCode, stderr).toBe(0);
      const name = set.length === 0 ? 'points.csv' : 'points.geojson';
      expect(stdout).toBe(await readFile(join(results, name), 'utf8'));
      expect(stderr).toContain('without checkpoints');
      expect(stderr).toContain('forcode: 3,000 rows; forcode 3,000 ok');
    }
  });

  it('reads rows from standard input, keeps those that cannot be read in their places, and exits as a run', async () => {
    const rows = points(40);
    rows[20] = 'ragged';
    const text = `id,lat,lon\n${rows.join('\n')}\n`;
    const filter = (...more: string[]) =>
      geomill([...FILTER, '--input', '-', '--quiet', ...more], {}, Readable.from([Buffer.from(text)]));
    const { exitCode, stdout, stderr } = await filter('--set', 'outputs=csv');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toHaveLength(41);
    expect(stdout.split('\n')[21]).toMatch(/^,,,error,"?row 21, line 22: /);
    const strict = await filter('--max-rejects', '0');
    expect(strict.exitCode).toBe(3);
    expect(strict.stderr).toContain('more rows were rejected than --max-rejects 0');
  });

  it('refuses what needs a folder, or all rows before the first', async () => {
    const file = join(folder, 'few.csv');
    await writeFile(file, 'id,lat,lon\n1,21,105.8\n');
    for (const option of [['--restart'], ['--json'], ['--limit', '3'], ['--shard', '1/2']]) {
      const { exitCode, stderr, stdout } = await geomill([...FILTER, '--input', file, ...option]);
      expect({ exitCode, stdout: stdout.replace(/^\{.*\n/, '') }).toEqual({ exitCode: 64, stdout: '' });
      expect(stderr).toContain(`${option[0]} cannot be used when the results go to standard output`);
    }
    const batches = await geomill(['run', 'route', '--input', 'fixtures/deliveries.csv', '--output', '-']);
    expect(batches.exitCode).toBe(64);
    expect(batches.stderr).toMatch(/works on batches.*--output DIR/);
    await writeFile(join(folder, 'array.json'), '[{"lat":21,"lon":105}]');
    const array = await geomill([...FILTER, '--input', join(folder, 'array.json')]);
    expect(array.exitCode).toBe(64);
    expect(array.stderr).toMatch(/the input is json .* reads CSV and NDJSON/);
  });

  it('ends quietly when its reader does, and works in a pipe', async () => {
    const path = join(folder, 'many.ndjson');
    const rows = Array.from({ length: 60_000 }, (_, at) => `{"id":${at},"lat":21,"lon":105.8}\n`);
    await writeFile(path, rows.join(''));
    const command = `node ${resolve('dist/cli/main.cjs')} run forcode --input - --output - --set outputs=ndjson --quiet`;
    const { stdout, stderr } = await run('bash', [
      '-c',
      `set -o pipefail; cat ${path} | (${command}; echo "exit $?" >&2) | head -n 2`,
    ]).catch((error: unknown) => error as { stdout: string; stderr: string });
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toContain('"id":1,');
    expect(stderr).toBe('exit 0\n');
  });
});
