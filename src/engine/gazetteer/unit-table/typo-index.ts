import { editDistance } from '../../../base/text/edit-distance.ts';
import { createSlots, firstSlot, putSlot, spread, tagMask, type HashSlots } from '../names/hash-slots.ts';
import { HASH_SEED, type Name, type NameIndex } from './names.ts';

/** Shortest key with a typo lookup: for a shorter one, too many names are one edit away. */
export const SHORTEST_KEY = 3;
/** Longest key with a typo lookup. */
export const LONGEST_KEY = 24;

/** An index of names one edit away. */
export interface TypoIndex {
  /** Returns the names within one edit of a key, except the key itself. */
  near(key: string): Name[];
}

/**
 * Builds the deletion table over whole names without spaces (SymSpell with one deletion).
 *
 * Shape: two keys within one edit share a key with at most one letter deleted; the hashes of these keys point to the names.
 * Cost: about nine numbers a name; a lookup hashes the key once for each of its letters.
 */
export function buildTypoSlots(names: readonly Pick<Name, 'key' | 'official'>[]): HashSlots {
  const entries: [hash: number, name: number][] = [];
  names.forEach(({ key, official }, name) => {
    if (!official || key.length < SHORTEST_KEY || key.length > LONGEST_KEY || /^\d/.test(key)) return;
    for (let skip = -1; skip < key.length; skip += 1) {
      // Deleting either of two equal neighbours gives the same key.
      if (skip < 1 || key[skip] !== key[skip - 1]) entries.push([hashWithout(key, skip), name]);
    }
  });
  const slots = createSlots(entries.length);
  for (const [hash, name] of entries) putSlot(slots, names.length, hash, name);
  return slots;
}

/** Opens the table of buildTypoSlots. */
export function openTypos(names: NameIndex, slots: HashSlots): TypoIndex {
  const mask = tagMask(names.count);
  return {
    near(key) {
      if (key.length < SHORTEST_KEY || key.length > LONGEST_KEY) return [];
      const found: Name[] = [];
      for (let skip = -1; skip < key.length; skip += 1) {
        const hash = hashWithout(key, skip);
        const tag = spread(hash) & mask;
        for (let slot = firstSlot(hash, slots.length); slots[slot] !== 0;) {
          const entry = slots[slot];
          const number = (entry & ~mask) - 1;
          if ((entry & mask) === tag && isOneEdit(names.keyOf(number), key)) {
            const name = names.at(number);
            if (!found.includes(name)) found.push(name);
          }
          slot = slot + 1 === slots.length ? 0 : slot + 1;
        }
      }
      return found;
    },
  };
}

function isOneEdit(nameKey: string, key: string): boolean {
  return nameKey !== key && editDistance(nameKey, key, 1) === 1;
}

function hashWithout(key: string, skip: number): number {
  let hash = HASH_SEED;
  for (let i = 0; i < key.length; i += 1)
    if (i !== skip) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}
