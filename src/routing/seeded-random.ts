/** Draws numbers of a seeded sequence: the same seed gives the same numbers everywhere. Source: mulberry32. */
export interface SeededRandom {
  /** Draws a number from 0 to 1, 1 excluded. */
  next(): number;
  /** Draws a whole number from 0 to `limit`, `limit` excluded. */
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
