import type { Token } from '../../../base/text/tokens.ts';
import { createSlots, firstSlot, type HashSlots, putSlot, spread, tagMask } from '../names/hash-slots.ts';
import type { Arrays } from '../store/array-types.ts';
import { editDistance } from '../../../base/text/edit-distance.ts';

/**
 * A folded name and the units with that name.
 *
 * Shape: `key` as of foldKey; for `weak` units (a subset) it is an ambiguous abbreviation, for `aliased` units (a subset) an alias; `bare` names match
 * without a type word; `official` names are the full name of some unit; `spellings` is the number of different spellings of the name.
 */
export interface Name {
  key: string;
  units: number[];
  weak: number[];
  aliased: number[];
  layers: number;
  bare: boolean;
  official: boolean;
  spellings: number;
}

/** Bits of a name. */
export const NAME_FLAGS = { bare: 1, official: 2 } as const;
/** Bits of a unit for one of its names. */
export const MEMBER_FLAGS = { weak: 1, aliased: 2 } as const;

/**
 * An index of unit names by their folded letters.
 *
 * Shape: names are numbered from 0, ascending by key; `vocabulary` contains every folded word of a name.
 */
export interface NameIndex {
  count: number;
  vocabulary: ReadonlySet<string>;
  keyOf(name: number): string;
  /** Returns a name by its number, always the same object. */
  at(name: number): Name;
  /** Returns the name that some tokens spell, by the hash of its key. */
  find(hash: number, tokens: readonly Token[], start: number, end: number): Name | undefined;
  /** Returns a name by its key. */
  get(key: string): Name | undefined;
}

/** Hash of the empty text, the start value of extendHash. */
export const HASH_SEED = 0x811c9dc5 | 0;

/** Extends the hash of a key by a folded word, `y` as `i`, as foldKey would write it. */
export function extendHash(hash: number, word: string): number {
  let extended = hash;
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    extended = Math.imul(extended ^ (code === 0x79 ? 0x69 : code), 0x01000193);
  }
  return extended;
}

/** Opens the names of buildUnitNames. Cost: 1 ms; each name is decoded at its first use. */
export function openUnitNames(arrays: Arrays): NameIndex {
  const slots = arrays.unitNameSlots as Int32Array;
  const offset = arrays.unitNameOffset as Uint32Array;
  const keys = openText(arrays.unitNameText as Uint8Array);
  const count = offset.length - 1;
  const mask = tagMask(count);
  const known = new Array<Name | undefined>(count).fill(undefined);
  const keyOf = (name: number): string => keys.slice(offset[name], offset[name + 1]);
  const at = (name: number): Name => (known[name] ??= readName(arrays, name, keyOf(name)));
  const after = (slot: number): number => (slot + 1 === slots.length ? 0 : slot + 1);
  return {
    count,
    vocabulary: new Set(openText(arrays.unitWordText as Uint8Array).split('\n')),
    keyOf,
    at,
    find(hash, tokens, start, end) {
      const tag = spread(hash) & mask;
      for (let slot = firstSlot(hash, slots.length); slots[slot] !== 0; slot = after(slot)) {
        const entry = slots[slot];
        const name = (entry & ~mask) - 1;
        if ((entry & mask) === tag && spells(keys, offset, name, tokens, start, end)) return at(name);
      }
      return undefined;
    },
    get(key) {
      const hash = extendHash(HASH_SEED, key);
      for (let slot = firstSlot(hash, slots.length); slots[slot] !== 0; slot = after(slot)) {
        const name = (slots[slot] & ~mask) - 1;
        if (keyOf(name) === key) return at(name);
      }
      return undefined;
    },
  };
}

function readName(arrays: Arrays, at: number, key: string): Name {
  const start = arrays.unitNameStart as Uint32Array;
  const flags = arrays.unitNameFlags?.[at];
  const memberFlags = arrays.unitNameMemberFlags as Uint8Array;
  const [from, to] = [start[at], start[at + 1]];
  const units = Array.from((arrays.unitNameMember as Uint32Array).subarray(from, to));
  const having = (flag: number): number[] => units.filter((_, nth) => (memberFlags[from + nth] & flag) !== 0);
  return {
    key,
    units,
    weak: having(MEMBER_FLAGS.weak),
    aliased: having(MEMBER_FLAGS.aliased),
    layers: arrays.unitNameLayers?.[at],
    bare: (flags & NAME_FLAGS.bare) !== 0,
    official: (flags & NAME_FLAGS.official) !== 0,
    spellings: arrays.unitNameSpellings?.[at],
  };
}

/** Reports whether joined tokens equal the key of a name. */
function spells(
  keys: string,
  offset: Uint32Array,
  name: number,
  tokens: readonly Token[],
  start: number,
  end: number,
): boolean {
  let at = offset[name];
  const keyEnd = offset[name + 1];
  for (let index = start; index < end; index += 1) {
    const word = tokens[index].text;
    if (at + word.length > keyEnd) return false;
    for (let i = 0; i < word.length; i += 1) {
      const code = word.charCodeAt(i);
      if (keys.charCodeAt(at) !== (code === 0x79 ? 0x69 : code)) return false;
      at += 1;
    }
  }
  return at === keyEnd;
}

/**
 * Packs strings one behind the other as UTF-8.
 *
 * Shape: `offset` is the number of UTF-16 units in front of each string, and at the end the total, because openStrings decodes the whole text at once.
 */
export function packStrings(strings: readonly string[]): { text: Uint8Array; offset: Uint32Array } {
  const offset = new Uint32Array(strings.length + 1);
  strings.forEach((string, at) => (offset[at + 1] = offset[at] + string.length));
  return { text: new TextEncoder().encode(strings.join('')), offset };
}

/** Returns the function that reads packed strings by index. Cost: 1 ms for a million letters; each string is a slice of the decoded text. */
export function openStrings(text: Uint8Array, offset: Uint32Array): (at: number) => string {
  const whole = openText(text);
  return (at) => whole.slice(offset[at], offset[at + 1]);
}

/** Decodes UTF-8, in shared memory or not. */
function openText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

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
