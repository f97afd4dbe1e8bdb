import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from '../support/geomill-process.ts';
import { KILL_COUNT } from '../support/kill-count.ts';
import { seededRandom } from '../support/memory-disk.ts';

const PRELOAD = { NODE_OPTIONS: `--import ${pathToFileURL('test/support/kill-at-call.js').href}` };
/** Kills at calls, spread over all calls of the command; with a large count each call has its kill. */
const AT_CALLS = Math.ceil(KILL_COUNT * 0.6);
const AT_RANDOM = Math.ceil(KILL_COUNT * 0.3);

let folder: string;
let finished: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-kill-derived-'));
  finished = join(folder, 'finished');
  const args = ['run', 'forcode', '--input', 'fixtures/points.csv', '--output', finished, '--quiet'];
  const { code, stderr } = await geomill([...args, '--set', 'outputs=csv,geojson', '--no-report']);
  expect(code, stderr).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads all files of a folder, as base64 by name. */
async function filesOf(run: string): Promise<Record<string, string>> {
  const names = (await readdir(run)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(run, name), 'base64')));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] as string]));
}

describe.each([
  ['convert', ['--to', 'parquet,xlsx,csv.gz']],
  ['report', []],
])('geomill %s that is killed', (command, options) => {
  const run = () => join(folder, command);
  const args = () => [command, run(), ...options];
  let before: Record<string, string>;
  let wanted: Record<string, string>;
  let calls: number;
  let wholeMs: number;

  const start = async () => {
    await rm(run(), { recursive: true, force: true });
    await cp(finished, run(), { recursive: true });
  };

  beforeAll(async () => {
    await start();
    before = await filesOf(run());
    const count = join(folder, `${command}-calls`);
    const startMs = performance.now();
    const { code, stderr } = await geomill(args(), { ...PRELOAD, GEOMILL_TEST_COUNT: count });
    wholeMs = performance.now() - startMs;
    expect(code, stderr).toBe(0);
    wanted = await filesOf(run());
    calls = Number(await readFile(count, 'utf8'));
    expect(calls).toBeGreaterThan(4);
  }, 60_000);

  /** Checks that the run is whole, and that the command makes the same files when it is given again. */
  async function checkRepeated(when: string): Promise<void> {
    const files = await filesOf(run());
    // A name is there with its old or its new content, whole; the manifest and the Data Package name new files once these are there.
    expect(Object.keys(files), when).toEqual(expect.arrayContaining(Object.keys(before)));
    for (const [name, content] of Object.entries(files)) {
      if (name.startsWith('.') || name.endsWith('.part')) continue;
      expect(content === before[name] || content === wanted[name], `${name} ${when}`).toBe(true);
    }
    const again = await geomill(args());
    expect(again.code, `${when}: ${again.stderr}`).toBe(0);
    const repeated = await filesOf(run());
    expect(Object.keys(repeated), when).toEqual(Object.keys(wanted));
    for (const name of Object.keys(wanted))
      expect(repeated[name] === wanted[name], `${name} ${when}`).toBe(true);
  }

  it('at a call that changes a file leaves the run whole and can be repeated', async () => {
    const step = Math.max(1, (calls - 1) / Math.max(1, AT_CALLS - 1));
    for (let nth = 0; Math.round(nth) < calls; nth += step) {
      const at = Math.round(nth);
      await start();
      const { signal } = await geomill(args(), { ...PRELOAD, GEOMILL_TEST_KILL_AT: String(at) });
      expect(signal, `call ${at} of ${calls}`).toBe('SIGKILL');
      await checkRepeated(`after a kill at call ${at} of ${calls}`);
    }
  }, 600_000);

  it('at a random moment leaves the run whole and can be repeated', async () => {
    const random = seededRandom(command.length);
    for (let round = 0; round < AT_RANDOM; round += 1) {
      await start();
      const moment = random() * wholeMs;
      await geomill(args(), {}, (child) => void setTimeout(() => child.kill('SIGKILL'), moment).unref());
      await checkRepeated(`after a kill at ${Math.round(moment)} ms`);
    }
  }, 600_000);
});
