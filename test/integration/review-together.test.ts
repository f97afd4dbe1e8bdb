import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { geomill } from '../support/geomill-process.ts';
import { useLoopback } from '../support/use-loopback.ts';

const loopback = useLoopback('review-together');
const HOOK = pathToFileURL(resolve('test/support/hold-at-rename.js')).href;

/** A finished run of a job with an alias file, and two people who have decided about it. */
async function setUp() {
  const folder = loopback.newFolder();
  const path = (name: string) => `${folder}/${name}`;
  const texts = ['1 nowhere', '2 nowhere', '3 nowhere'];
  await writeFile(path('in.csv'), `address\n${texts.join('\n')}\n`);
  await writeFile(
    path('job.yaml'),
    'name: nightly\nstages: [geocode]\noutputs: [csv]\naliases: aliases.csv\n',
  );
  await writeFile(path('aliases.csv'), 'text,lat,lon,feature\n0 elsewhere,10,106,\n');
  const decide = (name: string, rows: readonly string[]) =>
    writeFile(path(`${name}.csv`), `row,text,choice,lat,lon\n${rows.join('\n')}\n`);
  const run = ['run', path('job.yaml'), '--input', path('in.csv'), '--service', 'local', '--yes'];
  expect(await geomill([...run, '--output', path('run'), '--quiet'])).toMatchObject({ code: 0 });
  const apply = (name: string, env: Record<string, string> = {}, onStart?: Parameters<typeof geomill>[2]) =>
    geomill(
      [
        'review',
        path('run'),
        '--apply',
        path(`${name}.csv`),
        '--output',
        path(`of-${name}`),
        '--service',
        'local',
      ],
      env,
      onStart,
    );
  /** Applies the decisions of `a`, and waits until it is about to give a file its name. */
  const held = path('held');
  const applyHeld = async (at: string) => {
    const ended = apply('a', {
      NODE_OPTIONS: `--import ${HOOK}`,
      GEOMILL_TEST_HOLD_AT: at,
      GEOMILL_TEST_HELD: held,
    });
    const isThere = async () => (await stat(held).catch(() => undefined)) !== undefined;
    for (const isOver = ended.then(() => true); !(await isThere());)
      if (await Promise.race([isOver, delay(10)])) throw new Error((await ended).stderr);
    return { ended, release: () => rm(held) };
  };
  const known = async () =>
    (await readFile(path('aliases.csv'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .slice(1)
      // Without the units of the position.
      .map((line) => line.split(',', 3).join())
      .toSorted();
  return { path, decide, apply, applyHeld, known };
}

const ALL = ['0 elsewhere,10,106', '1 nowhere,10.5,106.5', '2 nowhere,11.5,107.5'];

it('two people who apply their reviews at once lose none of their decisions', async () => {
  const { decide, apply, applyHeld, known } = await setUp();
  await decide('a', ['1,1 nowhere,,10.5,106.5']);
  await decide('b', ['2,2 nowhere,,11.5,107.5']);
  // It has read the alias file.
  const first = await applyHeld('.rerun.json');
  expect(await apply('b')).toMatchObject({ code: 0 });
  await first.release();
  expect(await first.ended).toMatchObject({ code: 0 });
  expect(await known()).toEqual(ALL);
}, 120_000);

it('a second one waits for the lock while the first one replaces the file', async () => {
  const { decide, apply, applyHeld, known } = await setUp();
  await decide('a', ['1,1 nowhere,,10.5,106.5']);
  await decide('b', ['2,2 nowhere,,11.5,107.5']);
  const first = await applyHeld('aliases.csv');
  const second = await apply('b', {}, (child) => {
    child.stderr?.on('data', (text: Buffer) => {
      if (text.toString().includes('waiting for it')) void first.release();
    });
  });
  expect(second.stderr).toContain('aliases.csv is being changed by another command: waiting for it');
  expect([second.code, (await first.ended).code]).toEqual([0, 0]);
  expect(await known()).toEqual(ALL);
}, 120_000);

it('lists decisions that contradict one another, keeps the one that was there, and --restart replaces it', async () => {
  const { path, decide, apply, known } = await setUp();
  await decide('a', ['1,1 nowhere,,10.5,106.5']);
  await decide('b', ['1,1 NOWHERE,,12,108', '2,2 nowhere,,11.5,107.5']);
  expect(await apply('a')).toMatchObject({ code: 0 });
  const second = await apply('b');
  expect(second.code).toBe(3);
  expect(second.stderr).toContain(
    'aliases.csv, line 3: "1 NOWHERE" was decided already, 10.5,106.5 and 12,108: the first one stays; --restart replaces it',
  );
  expect(await known()).toEqual(ALL);
  const results = (await readFile(path('of-b/in.csv'), 'utf8')).split('\n');
  expect(results[1]).toContain(',10.5,106.5,');
  expect(results[2]).toContain(',11.5,107.5,');
  const args = [
    'review',
    path('run'),
    '--apply',
    path('b.csv'),
    '--output',
    path('of-b'),
    '--service',
    'local',
  ];
  expect((await geomill([...args, '--restart'])).stderr).toContain('the second one replaces it');
  expect(await known()).toEqual([ALL[0], '1 NOWHERE,12,108', ALL[2]]);
}, 120_000);
