import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLI = resolve('dist/cli/main.cjs');
/** Loaded by the process and by its threads. */
const LOOPING = `--require ${resolve('test/support/looping-texts.cjs')}`;

let folder: string;
let input: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-watchdog-'));
  input = join(folder, 'stuck.csv');
  const rows = Array.from(
    { length: 12 },
    (_, at) => `${at},"${at === 4 ? 'lặpmãi' : `${at} Bát Đàn, Hà Nội`}"\n`,
  );
  await writeFile(input, `id,address\n${rows.join('')}`);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command whose texts may loop, with a part of all times: what does not loop stays far below them on a machine under load. */
function geomill(
  args: string[],
  patience: number,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, NODE_OPTIONS: LOOPING, GEOMILL_PATIENCE: String(patience) },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part) => (texts[name] += String(part)));
  return new Promise((ended) => child.on('close', (code) => ended({ code, ...texts })));
}

describe('a text that takes for ever', () => {
  it('ends a command that reads it in its main thread, with a sentence and exit code 70', async () => {
    const { code, stderr } = await geomill(['ask', 'geocodeForward', 'text=lặpmãi'], 0.05);
    expect([code, stderr]).toEqual([
      70,
      expect.stringMatching(/geomill ask took longer than 1.5 s .* was ended/),
    ]);
  }, 60_000);

  it('costs a run its row only', async () => {
    const out = join(folder, 'out');
    const args = ['run', 'geocode', '--input', input, '--output', out, '--yes', '--no-report'];
    const { code, stderr } = await geomill(args, 0.25);
    expect([code, stderr]).toEqual([0, expect.anything()]);
    const lines = (await readFile(join(out, 'stuck.csv'), 'utf8')).trim().split('\n');
    expect(lines.filter((line) => line.includes('took too long'))).toEqual([
      expect.stringMatching(/,error,took too long: row 5,/),
    ]);
    expect(lines).toHaveLength(13);
  }, 60_000);
});
