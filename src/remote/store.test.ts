import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openResponseLog } from './response-log.ts';
import { createResponseCache } from './response-cache.ts';
import type { RemoteEvent } from './options.ts';
import { createStoreLedger } from './quota.ts';
import { openStore, STORE_FILE } from './store.ts';

const folders: string[] = [];
const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-store-'));
  folders.push(folder);
  return folder;
}

function openIn(directory: string) {
  const events: RemoteEvent[] = [];
  const store = openStore({
    directory,
    onEvent: (event) => events.push(event),
    newSuffix: () => `${events.length}`,
  });
  const log = openResponseLog({ directory, newSuffix: randomUUID });
  const onFailure = (error: Error) => {
    throw error;
  };
  const cache = createResponseCache({ store, log, onFailure });
  const close = async () => {
    await cache.close();
    await store.close().catch(() => undefined);
  };
  opened.push({ close });
  return { store, events, cache, close };
}

const answer = (nth: number) => Buffer.from(JSON.stringify({ nth, text: 'Phường '.repeat(nth % 400) }));

async function fill(directory: string, count: number) {
  const { cache, close } = openIn(directory);
  for (let nth = 0; nth < count; nth += 1) void cache.put(`question ${nth}`, answer(nth));
  await close();
}

describe('the cache on disk', () => {
  it('keeps answers of every size for the next run', async () => {
    const folder = newFolder();
    await fill(folder, 500);
    const { cache, events } = openIn(folder);
    for (let nth = 0; nth < 500; nth += 1)
      expect(cache.get(`question ${nth}`)?.equals(answer(nth))).toBe(true);
    expect([cache.has('question 3'), cache.has('another'), cache.get('another')]).toEqual([
      true,
      false,
      undefined,
    ]);
    expect(events).toEqual([]);
  });

  it('holds no answer under a question in plain text', async () => {
    const folder = newFolder();
    await fill(folder, 3);
    expect(readFileSync(join(folder, STORE_FILE)).includes('question 1')).toBe(false);
  });

  it.each([
    ['a text file', (file: string) => writeFileSync(file, 'not a database')],
    ['a big foreign file', (file: string) => writeFileSync(file, Buffer.alloc(200_000, 65))],
    ['a file cut to its first page', (file: string) => truncateSync(file, 4096)],
    ['a file cut in half', (file: string) => truncateSync(file, Math.floor(readFileSync(file).length / 3))],
  ])('sets %s aside, says so, and goes on', async (_, damage) => {
    const folder = newFolder();
    await fill(folder, 200);
    damage(join(folder, STORE_FILE));
    const { cache, events } = openIn(folder);
    expect(cache.get('question 1')).toBeUndefined();
    await cache.put('question 1', answer(1));
    await cache.close();
    expect(cache.get('question 1')?.equals(answer(1))).toBe(true);
    expect(events.map(({ event }) => event)).toContain('Cache:SetAside');
    expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true);
  });

  it('never answers from damaged bytes', async () => {
    const folder = newFolder();
    await fill(folder, 400);
    const whole = readFileSync(join(folder, STORE_FILE));
    for (let round = 0; round < 12; round += 1) {
      const damaged = Buffer.from(whole);
      // Single bits, behind the two header pages.
      for (let nth = 0; nth < 40; nth += 1) {
        const at = 8192 + ((round * 7919 + nth * 104_729) % (damaged.length - 8192));
        damaged[at] = (damaged[at] ?? 0) ^ (1 << (nth % 8));
      }
      const copy = newFolder();
      writeFileSync(join(copy, STORE_FILE), damaged);
      const { cache } = openIn(copy);
      for (let nth = 0; nth < 400; nth += 1) {
        const found = cache.get(`question ${nth}`);
        if (found) expect(found.equals(answer(nth))).toBe(true);
      }
    }
  });

  it('takes no value that belongs to another question', async () => {
    const folder = newFolder();
    const { cache, store } = openIn(folder);
    await cache.put('a', answer(1));
    await cache.put('b', answer(2));
    await cache.close();
    await store.write(async ({ answers }) => {
      const [first, second] = [...answers.getRange({})];
      if (first && second) await answers.put(first.key, Buffer.from(second.value));
    });
    const found = [cache.get('a'), cache.get('b')];
    expect(found.filter(Boolean)).toHaveLength(1);
  });

  it('can be open twice at once', async () => {
    const folder = newFolder();
    const [one, two] = [openIn(folder), openIn(folder)];
    await one.cache.put('x', answer(1));
    await one.cache.close();
    expect(two.cache.get('x')?.equals(answer(1))).toBe(true);
  });

  it('names folder and cause when it cannot be made', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => openIn(join(folder, 'file', 'cache'))).toThrow(/ENOTDIR.*--no-cache/);
  });
});

describe('the ledger on disk', () => {
  it('adds up the processes of a day and reserves no more than the limit', async () => {
    const folder = newFolder();
    const { store } = openIn(folder);
    const ledgers = ['p1', 'p2'].map((id) => createStoreLedger(store, 'https://a/v1', id));
    const [one, two] = ledgers;
    if (!one || !two) throw new Error('unreachable');
    expect(await one.reserve('2026-07-01', 6, 10)).toBe(6);
    expect(await two.reserve('2026-07-01', 6, 10)).toBe(4);
    expect(await two.reserve('2026-07-01', 6, 10)).toBe(0);
    await one.add('2026-07-01', -5);
    expect(await two.reserve('2026-07-01', 6, 10)).toBe(5);
    expect(one.total('2026-07-01')).toBe(10);
    expect(await one.reserve('2026-07-02', 6, 10)).toBe(6);
    expect(createStoreLedger(store, 'https://b/v1', 'p1').total('2026-07-01')).toBe(0);
  });

  it('remembers after the process is gone', async () => {
    const folder = newFolder();
    const first = openIn(folder);
    await createStoreLedger(first.store, 's', 'p1').add('2026-07-01', 7);
    await first.close();
    copyFileSync(join(folder, STORE_FILE), join(folder, 'copy'));
    expect(createStoreLedger(openIn(folder).store, 's', 'p2').total('2026-07-01')).toBe(7);
  });
});
