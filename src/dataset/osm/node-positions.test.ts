import { describe, expect, it } from 'vitest';
import { collectNodeIds } from './node-positions.ts';

/** A small generator of pseudo-random numbers, so that every run is the same. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('node positions', () => {
  it('equal a map, whatever the order of setting and asking, with ids beyond 32 bits', () => {
    const random = createRandom(7);
    const id = () => Math.floor(random() * 500) * 40_000_000 - 9_000_000_000;
    const collector = collectNodeIds();
    const wanted = new Set<number>();
    for (let i = 0; i < 300; i += 1) {
      const ids = Array.from({ length: 1 + Math.floor(random() * 8) }, id);
      collector.add(ids);
      ids.forEach((one) => wanted.add(one));
    }
    const positions = collector.positions();
    expect(positions.count).toBe(wanted.size);
    const known = new Map<number, [number, number]>();
    for (let i = 0; i < 1500; i += 1) {
      const one = id();
      const position: [number, number] = [Math.floor(random() * 1e8), -Math.floor(random() * 1e9)];
      positions.set(one, ...position);
      if (wanted.has(one)) known.set(one, position);
    }
    for (let i = 0; i < 2000; i += 1) {
      const ids = [id(), id()];
      const expected = ids.map((one) => known.get(one));
      const line = positions.line(ids);
      if (expected.includes(undefined)) expect(line).toBeUndefined();
      else expect([...(line ?? [])]).toEqual(expected.flatMap((at) => [at![0] / 1e7, at![1] / 1e7]));
    }
  });

  it('know nothing when nothing is wanted', () => {
    const positions = collectNodeIds().positions();
    positions.set(1, 0, 0);
    expect(positions.count).toBe(0);
    expect(positions.line([1])).toBeUndefined();
    expect(positions.line([])).toEqual(new Float64Array(0));
  });

  it('keep 0/0 as a position', () => {
    const collector = collectNodeIds();
    collector.add([0]);
    const positions = collector.positions();
    expect(positions.line([0])).toBeUndefined();
    positions.set(0, 0, 0);
    expect(positions.line([0])).toEqual(Float64Array.of(0, 0));
  });
});
