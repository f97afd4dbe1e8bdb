import { describe, expect, it } from 'vitest';
import { createCoalescer, type Interest } from './coalesce.ts';

function deferred() {
  let resolve: (value: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe('createCoalescer', () => {
  it('does the work once for all who ask meanwhile, and again afterwards', async () => {
    const coalescer = createCoalescer();
    const work = deferred();
    let starts = 0;
    const start = () => {
      starts += 1;
      return work.promise;
    };
    const all = [coalescer.join('k', start), coalescer.join('k', start), coalescer.join('k', start)];
    work.resolve('answer');
    expect(await Promise.all(all)).toEqual(['answer', 'answer', 'answer']);
    expect([starts, coalescer.shared]).toEqual([1, 2]);
    await coalescer.join('k', start);
    expect(starts).toBe(2);
  });

  it('rejects everybody with the failure and does not remember it', async () => {
    const coalescer = createCoalescer();
    const fail = () => Promise.reject(new Error('no'));
    await expect(Promise.all([coalescer.join('k', fail), coalescer.join('k', fail)])).rejects.toThrow('no');
    expect(await coalescer.join('k', async () => 'yes')).toBe('yes');
  });

  it('is wanted while one of those who joined is, and is not joined after', async () => {
    const coalescer = createCoalescer();
    const work = deferred();
    const interests: Interest[] = [];
    const start = (given: Interest) => {
      interests.push(given);
      return work.promise;
    };
    const [first, second] = [new AbortController(), new AbortController()];
    const one = coalescer.join('k', start, first.signal);
    const two = coalescer.join('k', start, second.signal);
    first.abort(new Error('first'));
    await expect(one).rejects.toThrow('first');
    expect(interests[0]?.isWanted()).toBe(true);
    second.abort(new Error('second'));
    await expect(two).rejects.toThrow('second');
    expect(interests[0]?.isWanted()).toBe(false);
    const three = coalescer.join('k', start);
    expect(interests).toHaveLength(2);
    work.resolve('answer');
    expect(await three).toBe('answer');
  });
});
