import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { ActivitySession } from '../../src/report/data/activity.ts';
import { geomill } from '../support/geomill-process.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';

const newFolder = useTemporaryFolders('kill-finish');
const ROWS = 40;
const AT_CALL = { NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/support/kill-at-call.js')).href}` };

it('a run that is killed at any call behind its manifest has recorded what it did', async () => {
  const folder = newFolder();
  const [input, output] = [join(folder, 'in.csv'), join(folder, 'out')];
  const rows = Array.from({ length: ROWS }, (_, at) => `${at},${10 + at / 100},106.7\n`);
  writeFileSync(input, `id,lat,lon\n${rows.join('')}`);
  const run = (env: Record<string, string> = {}) =>
    geomill(['run', 'forcode', '--input', input, '--output', output, '--quiet'], env);
  const rowsRecorded = () =>
    readFileSync(join(output, 'activity.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .flatMap((line) => (JSON.parse(line) as ActivitySession).rows)
      .reduce((sum, one) => sum + one, 0);

  const counted = join(folder, 'calls');
  expect(await run({ ...AT_CALL, GEOMILL_TEST_COUNT: counted })).toMatchObject({ code: 0 });
  const calls = Number(readFileSync(counted, 'utf8'));
  /** Kills a run before its nth call; returns whether it had a manifest then. */
  const killAt = async (nth: number) => {
    rmSync(output, { recursive: true });
    const killed = await run({ ...AT_CALL, GEOMILL_TEST_KILL_AT: String(nth) });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    return existsSync(join(output, 'manifest.json'));
  };
  let [before, behind] = [0, calls - 1];
  while (behind - before > 1) {
    const middle = (before + behind) >> 1;
    if (await killAt(middle)) behind = middle;
    else before = middle;
  }
  // Then the report is written, in any number of calls.
  for (let nth = before; nth < behind + 8; nth += 1) {
    const isFinished = await killAt(nth);
    if (isFinished) expect(rowsRecorded(), `killed at ${nth} of ${calls}`).toBe(ROWS);
    const again = await run();
    expect(again.code, again.stderr).toBe(0);
    expect(existsSync(join(output, 'report.html'))).toBe(true);
    expect(existsSync(join(output, '.command.json'))).toBe(false);
  }
}, 120_000);
