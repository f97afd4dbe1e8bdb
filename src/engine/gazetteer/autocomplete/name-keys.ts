import { DISTRICT_ALIASES, PROVINCE_ALIASES, type Alias } from '../../../base/text/unit-aliases.ts';
import { DISTRICT, PROVINCE } from '../../../base/text/unit-words.ts';
import { foldKey } from '../../../base/text/fold.ts';
import type { Unit } from '../unit-table/units.ts';
import { spellingOf } from '../store/access.ts';
import { createColumn } from '../store/column.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import { streetKey } from '../../../base/text/street-key.ts';
import { keyWords } from './key-words.ts';
import { expansionOf } from './abbreviations.ts';

/** The distinct keys, sorted, and their members: pairs sorted by key, then member. */
export interface NameKeys {
  keys: string[];
  memberStart: Uint32Array;
  member: Uint32Array;
}

/** Returns the names of features and units as keys of folded words. */
export function gatherNameKeys(tables: PlaceTables | undefined, units: readonly Unit[]): NameKeys {
  const numbers = new Map<string, number>();
  const pairKey = createColumn('u32');
  const pairMember = createColumn('u32');
  const numberOf = (key: string): number => {
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size));
    return number;
  };
  const add = (key: number, member: number): void => {
    pairKey.push(key);
    pairMember.push(member);
  };
  if (tables !== undefined) addFeatures(tables, numberOf, add);
  const featureCount = tables?.featureCount ?? 0;
  units.forEach((unit, number) => {
    for (const key of unitNameKeys(unit)) add(numberOf(key), featureCount + number);
  });
  for (const { key, unit } of unitAliasKeys(units)) add(numberOf(key), featureCount + unit);
  return sortPairs([...numbers.keys()], pairKey.values(), pairMember.values());
}

/** Names of months, by number. */
const MONTHS = [
  '',
  'gieng',
  'hai',
  'ba',
  'tu',
  'nam',
  'sau',
  'bai',
  'tam',
  'chin',
  'muoi',
  'muoi mot',
  'muoi hai',
];

/** Texts that can contain a date; only these are passed to streetKey, which is slow. */
const MAY_BE_DATE = /\bthang\b|\d \d/;

/** Returns the keys of a name: its words, with abbreviations expanded, and dates with and without "tháng". */
export function keysOfName(name: string): string[] {
  const words = keyWords(name);
  if (words.length === 0) return [];
  const keys = new Set([words.join(' ')]);
  keys.add(words.map((word, i) => expansionOf(word, i === words.length - 1) ?? word).join(' '));
  if (!MAY_BE_DATE.test(words.join(' '))) return [...keys];
  const shared = streetKey(name);
  const date = /^(\d{1,2})\/(\d{1,2})$/.exec(shared);
  if (date !== null) {
    keys.add(`${date[1]} ${date[2]}`);
    keys.add(`${date[1]} thang ${date[2]}`);
  }
  const month = /[a-z]thang(\d{1,2})$/.exec(shared)?.[1];
  const at = words.lastIndexOf('thang');
  if (month !== undefined && at > 0) {
    const before = words.slice(0, at + 1).join(' ');
    keys.add(`${before} ${month}`);
    keys.add(`${before} ${MONTHS[Number(month)]}`);
  }
  return [...keys];
}

function addFeatures(
  tables: PlaceTables,
  numberOf: (key: string) => number,
  add: (key: number, member: number) => void,
): void {
  const { featureCount, featureSpelling, featureFlags, aliasFeature, aliasSpelling, spellingOffset } = tables;
  const known: (number[] | undefined)[] = new Array<undefined>(spellingOffset.length).fill(undefined);
  const keysOf = (spelling: number): number[] =>
    (known[spelling] ??= keysOfName(spellingOf(tables, spelling)).map(numberOf));
  for (let feature = 0, alias = 0; feature < featureCount; feature += 1) {
    const isNameless = (featureFlags[feature] & FEATURE_FLAGS.nameless) !== 0;
    if (!isNameless) for (const key of keysOf(featureSpelling[feature])) add(key, feature);
    for (; aliasFeature[alias] === feature; alias += 1) {
      for (const key of keysOf(aliasSpelling[alias])) add(key, feature);
    }
  }
}

/** Returns the key of the full name of a unit; its rotations match the name without type word. */
export function unitNameKeys(unit: Unit): string[] {
  const key = keyWords(unit.fullName).join(' ');
  return key === '' ? [] : [key];
}

/** Returns the aliases of units (`hcm`, `sai gon`), with spaces if the words of some unit show where they belong. */
export function unitAliasKeys(units: readonly Unit[]): { key: string; unit: number }[] {
  const spaced = new Map<string, string>();
  const byName = new Map<string, number[]>();
  units.forEach((unit, number) => {
    const words = keyWords(unit.name);
    for (let start = 0; start < words.length; start += 1) {
      for (let end = start + 2; end <= words.length; end += 1) {
        const run = words.slice(start, end);
        if (!spaced.has(run.join(''))) spaced.set(run.join(''), run.join(' '));
      }
    }
    const name = foldKey(unit.name);
    byName.set(name, [...(byName.get(name) ?? []), number]);
  });
  const found: { key: string; unit: number }[] = [];
  const addAll = (aliases: readonly Alias[], layer: number): void => {
    for (const { key, nameKey } of aliases) {
      for (const unit of byName.get(nameKey) ?? []) {
        const { layers } = units[unit];
        // A number is a name only with its type word.
        if ((layers & layer) !== 0 && !/^\d+$/.test(key)) found.push({ key: spaced.get(key) ?? key, unit });
      }
    }
  };
  addAll(PROVINCE_ALIASES, PROVINCE);
  addAll(DISTRICT_ALIASES, DISTRICT);
  return found;
}

function sortPairs(keys: string[], pairKey: Uint32Array, pairMember: Uint32Array): NameKeys {
  const order = Uint32Array.from(keys.keys());
  order.sort((a, b) => (keys[a] < keys[b] ? -1 : 1));
  const rank = new Uint32Array(keys.length);
  order.forEach((key, at) => (rank[key] = at));
  const start = new Uint32Array(keys.length + 1);
  for (const key of pairKey) {
    const after = rank[key] + 1;
    start[after] = start[after] + 1;
  }
  for (let key = 0; key < keys.length; key += 1) {
    start[key + 1] = start[key + 1] + start[key];
  }
  const next = start.slice();
  const members = new Uint32Array(pairKey.length);
  pairKey.forEach((key, i) => {
    const at = rank[key];
    members[next[at]] = pairMember[i];
    next[at] = next[at] + 1;
  });
  return dropRepeated(
    Array.from(order, (key) => keys[key]),
    start,
    members,
  );
}

/** Sorts the members of each key and removes repeated ones. */
function dropRepeated(keys: string[], start: Uint32Array, members: Uint32Array): NameKeys {
  const memberStart = new Uint32Array(start.length);
  let count = 0;
  for (let key = 0; key < keys.length; key += 1) {
    const run = members.slice(start[key], start[key + 1]).sort();
    for (let i = 0; i < run.length; i += 1) {
      if (i > 0 && run[i] === run[i - 1]) continue;
      members[count] = run[i];
      count += 1;
    }
    memberStart[key + 1] = count;
  }
  return { keys, memberStart, member: members.slice(0, count) };
}
