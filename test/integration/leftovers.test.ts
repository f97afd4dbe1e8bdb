import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { geomill } from './cli-harness.ts';

const newFolder = useTemporaryFolders('leftovers');

async function setUp() {
  const folder = newFolder();
  const input = join(folder, 'in.csv');
  const rows = Array.from({ length: 40 }, (_, at) => `${at},${10 + at / 100},106.7\n`);
  await writeFile(input, `id,lat,lon\n${rows.join('')}`);
  const run = (output: string, ...more: string[]) =>
    geomill(['run', 'forcode', '--input', input, '--output', join(folder, output), ...more]);
  return { folder, run };
}

it('a run that was killed between its manifest and its report gets the report', async () => {
  const { folder, run } = await setUp();
  expect((await run('out')).exitCode).toBe(0);
  const names = readdirSync(join(folder, 'out')).sort();
  rmSync(join(folder, 'out', 'report.html'));
  // As a kill leaves it: the beginning of a file.
  for (const name of ['report.html', 'activity.ndjson'])
    writeFileSync(join(folder, 'out', `.${name}.part`), 'begun');
  const again = await run('out');
  expect(again.exitCode, again.stderr).toBe(0);
  expect(readdirSync(join(folder, 'out')).sort()).toEqual(names);
});

it('without a report nothing of it stays', async () => {
  const { folder, run } = await setUp();
  expect((await run('out')).exitCode).toBe(0);
  for (const name of ['.report.html.part', '.command.json.part'])
    writeFileSync(join(folder, 'out', name), 'begun');
  expect((await run('out', '--no-report', '--restart')).exitCode).toBe(0);
  expect(
    readdirSync(join(folder, 'out')).filter((name) => /report.*part|^\.command.*part/.test(name)),
  ).toEqual([]);
});

it('a merge that is refused leaves nothing', async () => {
  const { folder, run } = await setUp();
  const shards = ['a', 'b', 'c'].map((name) => join(folder, name));
  for (const [at, name] of ['a', 'b', 'c'].entries())
    expect((await run(name, '--shard', `${at + 1}/3`)).exitCode).toBe(0);
  await appendFile(join(folder, 'b', 'in.csv'), 'changed\n');
  const refused = await geomill(['merge', ...shards, '--output', join(folder, 'merged')]);
  expect(refused.exitCode, refused.stderr).toBe(65);
  expect(existsSync(join(folder, 'merged'))).toBe(false);
  // A folder that was there stays, with what was in it.
  await mkdir(join(folder, 'own'));
  await writeFile(join(folder, 'own', 'notes.txt'), 'mine');
  const again = await geomill(['merge', ...shards, '--output', join(folder, 'own')]);
  expect(again.exitCode, again.stderr).toBe(65);
  expect(readdirSync(join(folder, 'own'))).toEqual(['notes.txt']);
  const missing = await geomill(['merge', ...shards.slice(0, 2), '--output', join(folder, 'new')]);
  expect(missing.exitCode).toBe(65);
  expect(existsSync(join(folder, 'new'))).toBe(false);
});

it.each([
  [
    'a row that the files do not have',
    { rowsIn: 41, results: 41 },
    /in\.csv has 40 rows, and the run counted 41/,
  ],
  ['rows that do not add up', { rowsIn: 80 }, /80 rows were read, and they are 40 results and 0 rejected/],
])('check counts the rows: %s', async (_, counts, message) => {
  const { folder, run } = await setUp();
  expect((await run('out')).exitCode).toBe(0);
  const path = join(folder, 'out', 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  delete manifest.check;
  Object.assign(manifest.counts as object, counts);
  const check = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  expect((await geomill(['check', join(folder, 'out')])).exitCode).toBe(0);
  await writeFile(path, JSON.stringify({ ...manifest, check }));
  const checked = await geomill(['check', join(folder, 'out')]);
  expect(checked.exitCode).toBe(65);
  expect(checked.stderr).toMatch(message);
});
