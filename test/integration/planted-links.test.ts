import { link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

const SECRET = 'a file of somebody else\n';
const CSV = 'lat,lon\n21.03,105.85\n';

let folder: string;
let out: string;
let victim: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-links-'));
  out = join(folder, 'out');
  victim = join(folder, 'victim');
  await mkdir(out);
  await writeFile(victim, SECRET);
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs over an input that is copied first, from standard input where wanted: so that every file of a run is written. */
async function run() {
  const input = join(folder, 'in.csv');
  await writeFile(input, Buffer.from(`\uFEFF${CSV}`, 'utf16le'));
  return geomill([
    'run',
    'forcode',
    '--input',
    input,
    '--output',
    out,
    '--quiet',
    '--set',
    'outputs=csv,csv.gz',
  ]);
}

const UNFINISHED = [
  '.in.csv.part',
  '.in.csv.gz.part',
  '.rejects.ndjson.part',
  '.journal.part',
  '.spool.part',
];
const NOTES = ['.spool.json', '.manifest.json.part'];
const FINAL = ['in.csv', 'in.csv.gz', 'rejects.ndjson', 'manifest.json', '.journal', '.spool'];

describe.each([
  ['symbolic', symlink],
  ['hard', link],
] as const)('a planted %s link', (_, plant) => {
  it.each([...UNFINISHED, ...NOTES, ...FINAL])('at %s is never written through', async (name) => {
    await plant(victim, join(out, name));
    const { exitCode, stderr } = await run();
    expect(await readFile(victim, 'utf8')).toBe(SECRET);
    if (UNFINISHED.includes(name)) {
      expect(exitCode).toBe(73);
      expect(stderr).toContain(name);
    } else if (exitCode !== 0) expect(stderr).toContain(name);
    if (exitCode === 0) expect(await readFile(join(out, 'in.csv'), 'utf8')).toContain('21.03,105.85,ok');
  });
});
