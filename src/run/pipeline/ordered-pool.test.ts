import { describe, expect, it } from 'vitest';
import { createOrderedPool, type OrderedPool } from './ordered-pool.ts';

const OPTIONS = {
  maxOpenCost: 3,
  maxHeldCharacters: 100,
  heldCharacters: (text: string) => text.length,
  drainMs: 20,
};

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

async function rest(pool: OrderedPool<string>): Promise<string[]> {
  const results = [];
  for (;;) {
    const result = await pool.next();
    if (result === undefined) return results;
    results.push(result);
  }
}

describe('createOrderedPool', () => {
  it('hands out results in the order of the tasks, whatever order they finish in', async () => {
    const pool = createOrderedPool(OPTIONS);
    const [a, b, c] = [deferred<string>(), deferred<string>(), deferred<string>()];
    for (const task of [a, b, c]) await pool.push(1, () => task.promise);
    pool.end();
    c.resolve('c');
    a.resolve('a');
    b.resolve('b');
    expect(await rest(pool)).toEqual(['a', 'b', 'c']);
  });

  it('starts no more than fits, but always one', async () => {
    const pool = createOrderedPool(OPTIONS);
    let started = 0;
    const task = deferred<string>();
    const begin = () => {
      started += 1;
      return task.promise;
    };
    await pool.push(99, begin);
    const second = pool.push(1, begin);
    await tick();
    expect(started).toBe(1);
    task.resolve('done');
    await second;
    expect(started).toBe(2);
  });

  it('starts none while what they wait for is saturated, but always one', async () => {
    let isSaturated = true;
    const pool = createOrderedPool({ ...OPTIONS, isSaturated: () => isSaturated });
    await pool.push(1, () => new Promise<string>(() => undefined));
    let pushed = false;
    const second = pool.push(1, async () => 'b').then(() => (pushed = true));
    pool.look();
    await tick();
    expect(pushed).toBe(false);
    isSaturated = false;
    pool.look();
    await second;
    expect(pushed).toBe(true);
  });

  it('waits while finished results pile up behind a slow one', async () => {
    const pool = createOrderedPool({ ...OPTIONS, maxHeldCharacters: 3 });
    const slow = deferred<string>();
    await pool.push(1, () => slow.promise);
    await pool.push(1, async () => 'long');
    await tick();
    let pushed = false;
    const third = pool.push(1, async () => 'x').then(() => (pushed = true));
    await tick();
    expect(pushed).toBe(false);
    slow.resolve('a');
    expect(await pool.next()).toBe('a');
    expect(await pool.next()).toBe('long');
    await third;
    expect(pushed).toBe(true);
  });

  it('fails on a task that is not the last one while nothing is pushed and the first hangs', async () => {
    const pool = createOrderedPool(OPTIONS);
    await pool.push(1, () => new Promise<string>(() => undefined));
    await pool.push(1, () => Promise.reject(new Error('second')));
    await pool.push(1, async () => 'third');
    await expect(pool.next()).rejects.toThrow('second');
    expect(await pool.push(1, async () => 'late')).toBe(false);
  });

  it('hands out what lies in front of a failure before throwing it', async () => {
    const pool = createOrderedPool({ ...OPTIONS, drainMs: 10_000 });
    const first = deferred<string>();
    await pool.push(1, () => first.promise);
    await pool.push(1, () => Promise.reject(new Error('second')));
    await tick();
    first.resolve('a');
    expect(await pool.next()).toBe('a');
    await expect(pool.next()).rejects.toThrow('second');
  });

  it('ends after a stop with what was drained in time', async () => {
    const pool = createOrderedPool(OPTIONS);
    await pool.push(1, async () => 'a');
    await pool.push(1, () => new Promise<string>(() => undefined));
    pool.stop();
    expect(await rest(pool)).toEqual(['a']);
    expect(await pool.push(1, async () => 'b')).toBe(false);
  });

  it('ends at once when nothing is pushed', async () => {
    const pool = createOrderedPool(OPTIONS);
    pool.end();
    expect(await rest(pool)).toEqual([]);
  });
});
