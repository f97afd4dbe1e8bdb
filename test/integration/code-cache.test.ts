import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const CODE_CACHE = resolve('dist/code-cache.cjs');
const CACHE_FOLDER = '.code-cache';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-code-cache-'));
  await writeFile(
    join(folder, 'main.cjs'),
    "console.log(require('./part.cjs').greet(), typeof require('node:fs').stat);\n",
  );
  await writeFile(join(folder, 'part.cjs'), "exports.greet = () => 'one';\n");
});
afterEach(() => rm(folder, { recursive: true }));

function start(): string {
  const program = `require(${JSON.stringify(CODE_CACHE)}).createCachedRequire(${JSON.stringify(folder)})('main.cjs')`;
  return execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' });
}

const cached = async () => (await readdir(join(folder, CACHE_FOLDER))).sort();
const inCache = (name: string) => join(folder, CACHE_FOLDER, name);

describe('the code cache', () => {
  it('is written by the first process and used by the next', async () => {
    expect(start()).toBe('one function\n');
    const names = await cached();
    expect(names.map((name) => name.split('-')[0])).toEqual(['main.cjs', 'part.cjs']);
    // A cache that V8 rejects would be written again.
    const old = new Date(2020, 0);
    await Promise.all(names.map((name) => utimes(inCache(name), old, old)));
    expect(start()).toBe('one function\n');
    for (const name of names) expect((await stat(inCache(name))).mtime).toEqual(old);
  });

  it('is used by the next process when a run changes flags of V8 between two files', async () => {
    await writeFile(
      join(folder, 'main.cjs'),
      "require('node:v8').setFlagsFromString('--no-allocation-site-pretenuring');\nconsole.log(require('./part.cjs').greet(), typeof require('node:fs').stat);\n",
    );
    start();
    const names = await cached();
    expect(names).toHaveLength(2);
    const old = new Date(2020, 0);
    await Promise.all(names.map((name) => utimes(inCache(name), old, old)));
    start();
    expect(await cached()).toEqual(names);
    for (const name of names) expect((await stat(inCache(name))).mtime, name).toEqual(old);
  });

  it('is written for the threads of a run, under the flags that they start with', async () => {
    await writeFile(
      join(folder, 'main.cjs'),
      `
        const { once } = require('node:events');
        const { setFlagsFromString } = require('node:v8');
        const { Worker } = require('node:worker_threads');
        const program = "const load = require(" + ${JSON.stringify(JSON.stringify(CODE_CACHE))} + ").createCachedRequire(" +
          ${JSON.stringify(JSON.stringify(folder))} + "); load('part.cjs'); console.log(require('node:v8').cachedDataVersionTag().toString(16));";
        require('./part.cjs').greet();
        setFlagsFromString('--no-allocation-site-pretenuring');
        void once(new Worker(program, { eval: true }), 'exit');
      `,
    );
    const tag = start().trim();
    const ofThreads = (await cached()).filter((name) => name.startsWith('part.cjs') && name.endsWith(tag));
    expect(ofThreads).toHaveLength(1);
    const old = new Date(2020, 0);
    await Promise.all((await cached()).map((name) => utimes(inCache(name), old, old)));
    expect(start().trim()).toBe(tag);
    for (const name of await cached()) expect((await stat(inCache(name))).mtime, name).toEqual(old);
  });

  it('is not used for a file that changed, even to one of the same length and time', async () => {
    const part = join(folder, 'part.cjs');
    const { atime, mtime } = await stat(part);
    start();
    await writeFile(part, "exports.greet = () => 'two';\n");
    await utimes(part, atime, mtime);
    expect(start()).toBe('two function\n');
  });

  it('is replaced when it is damaged', async () => {
    start();
    const [, part = ''] = await cached();
    const whole = await readFile(inCache(part));
    for (const at of [0, 30, whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await writeFile(inCache(part), damaged);
      expect(start()).toBe('one function\n');
      expect(await readFile(inCache(part))).not.toEqual(damaged);
    }
    await writeFile(inCache(part), '');
    expect(start()).toBe('one function\n');
  });

  it('may be missing for good', async () => {
    await writeFile(join(folder, CACHE_FOLDER), 'not a folder');
    expect(start()).toBe('one function\n');
    expect(start()).toBe('one function\n');
  });
});
