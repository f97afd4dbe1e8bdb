import { hash } from 'node:crypto';

const MAX_KEPT = 1 << 19;

/**
 * Counts distinct keys, and those of them that have a property, in bounded memory.
 *
 * Guarantee: exact up to `maxKept` distinct keys; beyond that it keeps a random half, quarter ... of them by their hash and scales up, within
 * half a percent for the default.
 * Cost: 40 bytes per stored key.
 */
export interface DistinctCounter {
  /** Adds a key; `hasProperty` is called only for a new key. */
  add(key: string, hasProperty?: () => boolean): void;
  result(): { distinct: number; withProperty: number; isExact: boolean };
}

/** Returns an empty counter. */
export function createDistinctCounter(maxKept = MAX_KEPT): DistinctCounter {
  const kept = new Map<number, boolean>();
  let scale = 1;
  return {
    add(key, hasProperty = () => false) {
      const digest = hash('sha1', key, 'buffer').readUIntBE(0, 6);
      if (digest % scale !== 0 || kept.has(digest)) return;
      kept.set(digest, hasProperty());
      while (kept.size > maxKept) {
        scale *= 2;
        for (const each of kept.keys()) if (each % scale !== 0) kept.delete(each);
      }
    },
    result() {
      let withProperty = 0;
      for (const flag of kept.values()) if (flag) withProperty += 1;
      return { distinct: kept.size * scale, withProperty: withProperty * scale, isExact: scale === 1 };
    },
  };
}
