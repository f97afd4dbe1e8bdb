import { editDistance } from '../../../base/text/edit-distance.ts';
import { isBrokenWord, type Token } from '../../../base/text/tokens.ts';
import { createSlots, firstSlot, putSlot, spread, tagMask, type HashSlots } from '../names/hash-slots.ts';
import { FREE, STREET, UNIT, type Context } from './context.ts';
import { extendHash, HASH_SEED, type Name, type NameIndex } from './names.ts';
import { holdsNumber, type Hit } from './spans.ts';

/** Shortest key with a typo lookup: for a shorter one, too many names are one edit away. */
const SHORTEST_KEY = 3;
const LONGEST_KEY = 24;
/** Most words of a misspelt name. */
const LONGEST_NAME = 7;

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

/**
 * Returns the misspelt names in runs of unexplained tokens.
 *
 * Shape: a name ends with its part, or where a unit or a number follows; a word that is left behind it would be one more fault ("Phường Bảo Lộc" is not Phường B'Lao).
 */
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
    const limit = Math.min(context.partEnd[start], start + LONGEST_NAME);
    for (let end = start; end < limit && explained[end] === 0 && context.head[end] !== UNIT; end += 1) {
      if (isBrokenWord(tokens[end].text)) break;
      key += tokens[end].text.replaceAll('y', 'i');
      if (key.length < SHORTEST_KEY || holdsNumber(tokens, start, start + 1)) continue;
      if (key.length > LONGEST_KEY) break;
      const exact = names.find(extendHash(HASH_SEED, key), tokens, start, end + 1) !== undefined;
      // A misspelling of one name is often another name, but only with a type word is a correction likely.
      if (exact && !typed) continue;
      if (isLeft(tokens, context, explained, end + 1)) continue;
      for (const name of typos.near(key)) hits.push({ start, end: end + 1, name, distance: 1 });
    }
  }
  return hits;
}

/** Reports whether a token is a word of the same part that nothing explains. */
function isLeft(
  tokens: readonly Token[],
  { partEnd, head }: Context,
  explained: Uint8Array,
  index: number,
): boolean {
  if (index >= partEnd[index - 1]) return false;
  return explained[index] === 0 && head[index] === FREE && !holdsNumber(tokens, index, index + 1);
}
