import { mkdtemp, rm } from 'node:fs/promises';
import { englishText } from '../../../base/messages/message.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryDisk, seededRandom } from '../../../../test/support/memory-disk.ts';
import { lockFolder } from '../../../base/files/lock.ts';
import { addDecisions, type AddOptions } from './add-decisions.ts';
import { readAliases } from './alias-file.ts';

/** On the real disk, for the lock. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-decisions-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function setUp() {
  const { fs, ...disk } = createMemoryDisk(seededRandom(1));
  await fs.makeFolder(folder);
  const path = join(folder, 'aliases.csv');
  const add = (text: string, lat: number, more: Partial<AddOptions<void>> = {}) =>
    addDecisions(fs, path, [{ text, lat, lon: 106 }], {
      replaces: false,
      beforeWrite: async () => undefined,
      onWait: () => undefined,
      ...more,
    });
  const known = async () =>
    Array.from((await readAliases(fs, path)).byText, ([text, { lat }]) => `${text} ${lat}`).toSorted();
  return { disk, path, add, known };
}

it('decisions that are added at the same time are all in the file', async () => {
  const { add, known } = await setUp();
  await add('a', 1);
  let turns = 0;
  const beforeWrite = async () => {
    turns += 1;
    // Another process reads and writes between the reading and the writing of this one.
    if (turns === 1) await add('c', 3);
  };
  const { aliases } = await add('b', 2, { beforeWrite });
  expect(turns).toBe(2);
  expect(await known()).toEqual(['a 1', 'b 2', 'c 3']);
  expect([...aliases.byText.keys()].toSorted()).toEqual(['a', 'b', 'c']);
});

it('what is in the file already is not written again, and a contradiction stays out', async () => {
  const { disk, path, add, known } = await setUp();
  await add('a', 1);
  const before = disk.get(path);
  expect(await add(' A ', 1)).toMatchObject({ contradictions: [] });
  const { contradictions } = await add('A', 2);
  expect(contradictions.map(englishText)).toEqual([
    expect.stringContaining('line 2: "A" was decided already, 1,106 and 2,106'),
  ]);
  expect(disk.get(path)).toBe(before);
  await add('A', 2, { replaces: true });
  expect(await known()).toEqual(['a 2']);
});

it('the file is durable when the decision is taken', async () => {
  const { disk, path, add } = await setUp();
  await add('a', 1);
  disk.crash();
  expect(disk.get(path)).toContain('a,1,106');
});

it('another process that has the lock is waited for', async () => {
  const { add, known } = await setUp();
  const lock = await lockFolder(folder);
  let waits = 0;
  await add('a', 1, {
    onWait() {
      waits += 1;
      void lock.release();
    },
  });
  expect(waits).toBe(1);
  expect(await known()).toEqual(['a 1']);
});

it('a decision that is taken back leaves the file, unless it is another one by now', async () => {
  const { add, known } = await setUp();
  const { added } = await add('a', 1);
  expect(added).toEqual([{ text: 'a', lat: 1, lon: 106 }]);
  expect(await add('a', 1)).toMatchObject({ added: [] });
  // Taken back and decided otherwise at once: no contradiction.
  const changed = await add('a', 2, { withdrawn: added });
  expect([changed.contradictions, await known()]).toEqual([[], ['a 2']]);
  await add('b', 3, { withdrawn: added });
  expect(await known()).toEqual(['a 2', 'b 3']);
});
