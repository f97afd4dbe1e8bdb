import { foldKey } from '../../text/fold.ts';
import { DISTRICT_ALIASES, PROVINCE_ALIASES, type Alias } from '../../text/unit-aliases.ts';
import type { Token } from '../../text/tokens.ts';
import { DISTRICT, PROVINCE } from '../../text/unit-words.ts';
import type { Unit } from './units.ts';

/**
 * Describes one folded name and the units that bear it.
 *
 * Shape: `key` as of foldKey; `weak` units (a subset) bear it as an ambiguous abbreviation only,
 * `aliased` units (a subset) as another name than their own; `bare` names may be read without a type word;
 * `official` names are borne in full by some unit, not only as an alias; `spellings` counts how many ways the units spell it.
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

/**
 * Finds names by their folded letters.
 *
 * Shape: `names` are sorted by key; `vocabulary` holds every folded word of a name.
 */
export interface NameIndex {
  names: Name[];
  vocabulary: ReadonlySet<string>;
  /** Finds a name by the hash of its key and the tokens it is spelled by. */
  find(hash: number, tokens: readonly Token[], start: number, end: number): Name | undefined;
  /** Finds a name by its key. */
  get(key: string): Name | undefined;
}

/** Hash of nothing, where extendHash begins. */
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

/** Numbers and Roman numerals say nothing without their type word. */
const NUMERAL = /^(\d+|[ivx]+)$/;

/** Builds the index of all names and aliases of the units. */
export function buildNameIndex(units: readonly Unit[]): NameIndex {
  const byKey = new Map<string, Name>();
  const vocabulary = new Set<string>();
  const nameOf = (key: string): Name => {
    let name = byKey.get(key);
    if (name === undefined) {
      name = {
        key,
        units: [],
        weak: [],
        aliased: [],
        layers: 0,
        bare: !NUMERAL.test(key),
        official: false,
        spellings: 0,
      };
      byKey.set(key, name);
    }
    return name;
  };
  units.forEach((unit, number) => {
    const name = nameOf(foldKey(unit.name));
    name.units.push(number);
    name.official = true;
    for (const word of unit.name.split(/[\s'’-]+/)) vocabulary.add(foldKey(word));
  });
  addAliases(PROVINCE_ALIASES, PROVINCE, units, byKey, nameOf);
  addAliases(DISTRICT_ALIASES, DISTRICT, units, byKey, nameOf);
  addInitials(units, byKey, nameOf);
  const names = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const name of names) {
    name.spellings = new Set(
      name.units.filter((unit) => !name.aliased.includes(unit)).map((unit) => (units[unit] as Unit).spelling),
    ).size;
    for (const unit of name.units) name.layers |= (units[unit] as Unit).layers;
  }
  const find = openAddressing(names);
  return { names, vocabulary, find, get: (key) => byKey.get(key) };
}

function addAliases(
  aliases: readonly Alias[],
  layer: number,
  units: readonly Unit[],
  byKey: ReadonlyMap<string, Name>,
  nameOf: (key: string) => Name,
): void {
  for (const alias of aliases) {
    const meant = (byKey.get(alias.nameKey)?.units ?? []).filter(
      (unit) => ((units[unit] as Unit).layers & layer) !== 0,
    );
    if (meant.length === 0) continue;
    const name = nameOf(alias.key);
    for (const unit of meant) {
      if (name.units.includes(unit)) continue;
      name.units.push(unit);
      name.aliased.push(unit);
      if (alias.weak) name.weak.push(unit);
    }
  }
}

/** "Q.GV", "Q BT": the initials of a district; always weak, and read only behind a type word. */
function addInitials(
  units: readonly Unit[],
  byKey: ReadonlyMap<string, Name>,
  nameOf: (key: string) => Name,
): void {
  units.forEach((unit, number) => {
    const words = unit.name.split(/[\s-]+/).map(foldKey);
    if (unit.kind !== 'district' || words.length < 2) return;
    const key = words.map((word) => word.charAt(0)).join('');
    const known = byKey.has(key);
    const name = nameOf(key);
    if (!known) name.bare = false;
    name.units.push(number);
    name.aliased.push(number);
    name.weak.push(number);
  });
}

/** Lays the names out in a hash table of 32-bit numbers: a look-up allocates nothing. */
function openAddressing(names: readonly Name[]): NameIndex['find'] {
  let size = 1024;
  while (size < names.length * 3) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  const hashes = new Int32Array(size);
  const mask = size - 1;
  names.forEach((name, number) => {
    const hash = extendHash(HASH_SEED, name.key);
    let slot = spread(hash) & mask;
    while (slots[slot] !== -1) slot = (slot + 1) & mask;
    slots[slot] = number;
    hashes[slot] = hash;
  });
  return (hash, tokens, start, end) => {
    for (let slot = spread(hash) & mask; slots[slot] !== -1; slot = (slot + 1) & mask) {
      if (hashes[slot] !== hash) continue;
      const name = names[slots[slot] as number] as Name;
      if (spells(name.key, tokens, start, end)) return name;
    }
    return undefined;
  };
}

function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Tells whether tokens, joined, read as a key. */
function spells(key: string, tokens: readonly Token[], start: number, end: number): boolean {
  let at = 0;
  for (let index = start; index < end; index += 1) {
    const word = (tokens[index] as Token).text;
    for (let i = 0; i < word.length; i += 1) {
      const code = word.charCodeAt(i);
      if (key.charCodeAt(at) !== (code === 0x79 ? 0x69 : code)) return false;
      at += 1;
    }
  }
  return at === key.length;
}
