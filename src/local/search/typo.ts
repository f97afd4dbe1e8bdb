import { editDistance } from '../../text/edit-distance.ts';
import type { Token } from '../../text/tokens.ts';
import { FREE, STREET, UNIT, type Context } from './context.ts';
import { extendHash, HASH_SEED, type Name, type NameIndex } from './names.ts';
import { holdsNumber, type Hit } from './spans.ts';

/** Shortest key that a misspelling is looked for: below it one edit reaches too many names. */
const SHORTEST_KEY = 3;
const LONGEST_KEY = 24;
/** Words that a misspelt name can have. */
const LONGEST_NAME = 5;

/** Finds names one edit away. */
export interface TypoIndex {
  /** Returns the names within one edit of a key, the key itself excepted. */
  near(key: string): Name[];
}

/**
 * Builds the deletion table over whole names without spaces (SymSpell with one deletion).
 *
 * Shape: two keys within one edit share a key with at most one letter left out; hashes of those point to the names.
 * Cost: about nine numbers a name; a look-up hashes the key once for each of its letters.
 */
export function buildTypoIndex(names: NameIndex): TypoIndex {
  const eligible = names.names.filter(
    ({ key, official }) =>
      official && key.length >= SHORTEST_KEY && key.length <= LONGEST_KEY && !/^\d/.test(key),
  );
  let entries = 0;
  for (const { key } of eligible) entries += key.length + 1;
  let size = 1024;
  while (size < entries * 2) size *= 2;
  const mask = size - 1;
  const hashes = new Int32Array(size);
  const owners = new Int32Array(size).fill(-1);
  eligible.forEach(({ key }, owner) => {
    for (let skip = -1; skip < key.length; skip += 1) {
      const hash = hashWithout(key, skip);
      let slot = slotOf(hash, mask);
      while (owners[slot] !== -1) slot = (slot + 1) & mask;
      owners[slot] = owner;
      hashes[slot] = hash;
    }
  });
  return {
    near(key) {
      if (key.length < SHORTEST_KEY || key.length > LONGEST_KEY) return [];
      const found: Name[] = [];
      for (let skip = -1; skip < key.length; skip += 1) {
        const hash = hashWithout(key, skip);
        for (let slot = slotOf(hash, mask); owners[slot] !== -1; slot = (slot + 1) & mask) {
          if (hashes[slot] !== hash) continue;
          const name = eligible[owners[slot] as number] as Name;
          if (name.key !== key && !found.includes(name) && editDistance(name.key, key, 1) === 1)
            found.push(name);
        }
      }
      return found;
    },
  };
}

function hashWithout(key: string, skip: number): number {
  let hash = HASH_SEED;
  for (let i = 0; i < key.length; i += 1)
    if (i !== skip) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

/** Finds misspelt names in the runs of tokens that nothing explains yet. */
export function findTypos(
  tokens: readonly Token[],
  context: Context,
  explained: Uint8Array,
  names: NameIndex,
  typos: TypoIndex,
): Hit[] {
  const hits: Hit[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    if (explained[start] === 1) continue;
    const typed = context.unitWord[start] !== undefined;
    if (!typed && (context.kind[start] === STREET || context.head[start] !== FREE)) continue;
    let key = '';
    const limit = Math.min(context.partEnd[start] as number, start + LONGEST_NAME);
    for (let end = start; end < limit && explained[end] === 0 && context.head[end] !== UNIT; end += 1) {
      key += (tokens[end] as Token).text.replaceAll('y', 'i');
      if (key.length < SHORTEST_KEY || holdsNumber(tokens, start, start + 1)) continue;
      if (key.length > LONGEST_KEY) break;
      const exact = names.find(extendHash(HASH_SEED, key), tokens, start, end + 1) !== undefined;
      // A misspelling of one name often spells another, but only a type word makes that worth a look.
      if (exact && !typed) continue;
      for (const name of typos.near(key)) hits.push({ start, end: end + 1, name, distance: 1 });
    }
  }
  return hits;
}
