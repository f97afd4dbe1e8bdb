/** A seeded sequence of random numbers, the same on every machine. Source: mulberry32. */
export interface SeededRandom {
  /** Returns a number from 0 to 1, 1 excluded. */
  next(): number;
  /** Returns an integer from 0 to `limit`, `limit` excluded. */
  below(limit: number): number;
}

/** Creates a seeded sequence. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}
