import { describe, expect, it } from 'vitest';
import { grouped } from './cached-responses.ts';

/** Returns calls that are served when `flush` is called, and what was served together. */
function setUp(serve: (items: readonly number[]) => readonly string[]) {
  const served: (readonly number[])[] = [];
  const due: (() => void)[] = [];
  const call = grouped<number, string>({
    later: (serveAll) => due.push(serveAll),
    serve(items) {
      served.push(items);
      return serve(items);
    },
  });
  const flush = () => due.splice(0).forEach((serveAll) => serveAll());
  return { call, flush, served };
}

describe('grouped', () => {
  it('serves together what came before, and apart what comes later', async () => {
    const { call, flush, served } = setUp((items) => items.map((item) => `${item}!`));
    const first = [call(1), call(2)];
    expect(served).toEqual([]);
    flush();
    const last = call(3);
    flush();
    expect(await Promise.all([...first, last])).toEqual(['1!', '2!', '3!']);
    expect(served).toEqual([[1, 2], [3]]);
  });

  it('serves again those that had no place', async () => {
    const { call, flush, served } = setUp((items) => items.slice(0, 2).map(String));
    const calls = [1, 2, 3, 4, 5].map(call);
    flush();
    expect(await Promise.all(calls)).toEqual(['1', '2', '3', '4', '5']);
    expect(served).toEqual([[1, 2, 3, 4, 5], [3, 4, 5], [5]]);
  });

  it('fails all that have no result yet, and no other', async () => {
    let left = 2;
    const { call, flush } = setUp((items) => {
      if (left === 0) throw new Error('spent');
      return items.slice(0, left--).map(String);
    });
    const ends = Promise.allSettled([1, 2, 3, 4, 5].map(call));
    flush();
    expect((await ends).map(({ status }) => status)).toEqual([
      ...Array<string>(3).fill('fulfilled'),
      ...Array<string>(2).fill('rejected'),
    ]);
  });
});
