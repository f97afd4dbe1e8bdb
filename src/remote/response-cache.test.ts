import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { GeomillError } from '../errors/geomill-error.ts';
import { openResponseLog } from './response-log.ts';
import { createResponseCache } from './response-cache.ts';
import { openStore, type Store } from './store.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-cache-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const NEVER_MS = 1 << 30;

/** Opens a cache whose commits fail or wait as the test says. */
function openIn(directory: string, batchMs = NEVER_MS) {
  const real = openStore({ directory, onEvent: () => undefined, newSuffix: randomUUID });
  const control = { commits: 0, gate: Promise.resolve(), fault: undefined as Error | undefined };
  const store: Store = {
    ...real,
    async write(action) {
      control.commits += 1;
      await control.gate;
      if (control.fault) throw control.fault;
      return real.write(action);
    },
  };
  const failures: GeomillError[] = [];
  const log = openResponseLog({ directory, newSuffix: randomUUID });
  const cache = createResponseCache({ store, log, batchMs, onFailure: (error) => failures.push(error) });
  const close = async () => {
    await cache.close();
    await real.close().catch(() => undefined);
  };
  cleanups.push(close);
  return { cache, control, failures, close, store: real, log };
}

function newGate() {
  let open = () => undefined as void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  return { gate, open };
}

const answer = (nth: number) => Buffer.from(`{"nth":${nth}}`);
const logsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.log'));
const diskFull = () => new GeomillError('IO', 'disk full');

describe('answer cache', () => {
  it('answers from what is not committed yet, being committed, and committed', async () => {
    const { cache, control } = openIn(newFolder());
    const { gate, open } = newGate();
    control.gate = gate;
    const known = () => [0, 1].map((nth) => cache.has(`${nth}`) && cache.get(`${nth}`)?.equals(answer(nth)));
    void cache.put('0', answer(0));
    expect(known()).toEqual([true, false]);
    for (let nth = 1; nth < 1024; nth += 1) void cache.put(`${nth}`, answer(nth));
    expect([control.commits, known()]).toEqual([1, [true, true]]);
    open();
    await cache.close();
    expect([control.commits, known()]).toEqual([1, [true, true]]);
  });

  it('has one commit at a time, and takes along all that came meanwhile', async () => {
    const { cache, control, store } = openIn(newFolder());
    const { gate, open } = newGate();
    control.gate = gate;
    for (let nth = 0; nth < 5000; nth += 1) void cache.put(`${nth}`, answer(nth));
    expect(control.commits).toBe(1);
    open();
    await cache.close();
    expect(control.commits).toBe(2);
    expect(store.read(({ answers }) => answers.getCount(), 0)).toBe(5000);
  });

  it('commits in time without being closed', async () => {
    const folder = newFolder();
    const { cache } = openIn(folder, 1);
    const other = openIn(folder);
    void cache.put('a', answer(1));
    while (!other.cache.has('a')) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(other.cache.get('a')?.equals(answer(1))).toBe(true);
  });

  it('takes over what a process left behind, as often as it is left', async () => {
    const folder = newFolder();
    const killed = openIn(folder);
    void killed.cache.put('a', answer(1));
    void killed.cache.put('b', answer(2));
    // As a kill would leave it: the log stays, its owner is gone.
    killed.log.close({ isCommitted: false });
    expect(logsIn(folder)).toHaveLength(1);
    for (const round of [1, 2]) {
      const again = openIn(folder);
      expect([again.cache.get('a')?.equals(answer(1)), again.cache.has('b')]).toEqual([true, true]);
      if (round === 1) again.log.close({ isCommitted: false });
      else await again.close();
    }
    expect(logsIn(folder)).toEqual([]);
    const { store, cache } = openIn(folder);
    expect(store.read(({ answers }) => answers.getCount(), 0)).toBe(2);
    expect(cache.get('b')?.equals(answer(2))).toBe(true);
  });

  it('tells a failing commit once, makes no further one, and leaves everything to the next process', async () => {
    const folder = newFolder();
    const { cache, control, failures, close } = openIn(folder, 1);
    control.fault = diskFull();
    void cache.put('a', answer(1));
    while (failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    for (let nth = 0; nth < 600; nth += 1) void cache.put(`${nth}`, answer(nth));
    expect(cache.has('a') && cache.has('599')).toBe(true);
    await close();
    expect([failures, control.commits]).toEqual([[control.fault], 1]);
    const next = openIn(folder);
    expect(next.cache.has('a') && next.cache.has('0') && next.cache.has('599')).toBe(true);
    await next.close();
    expect(logsIn(folder)).toEqual([]);
  });

  it('tells when an answer cannot be noted', async () => {
    const folder = newFolder();
    const { cache, failures } = openIn(folder);
    rmSync(folder, { recursive: true });
    expect(() => cache.put('a', answer(1))).toThrow(/ENOENT/);
    expect(failures.map(({ code }) => code)).toEqual(['IO']);
  });

  it('lets those wait who bring more than the store can take', async () => {
    const { cache, control } = openIn(newFolder());
    const { gate, open } = newGate();
    control.gate = gate;
    const big = Buffer.alloc(8 << 20, 65);
    const waits = [1, 2, 3, 4].map((nth) => cache.put(`${nth}`, big));
    expect(waits.map(Boolean)).toEqual([false, false, false, true]);
    open();
    await waits[3];
    await cache.close();
    expect(cache.get('4')?.equals(big)).toBe(true);
  });
});
