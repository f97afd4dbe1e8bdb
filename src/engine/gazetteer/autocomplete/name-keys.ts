import { type Alias, DISTRICT_ALIASES, PROVINCE_ALIASES } from '../../../base/text/unit-aliases.ts';
import { DISTRICT, PROVINCE } from '../../../base/text/unit-words.ts';
import { foldKey } from '../../../base/text/fold.ts';
import type { Unit } from '../unit-table/units.ts';
import { spellingOf } from '../store/access.ts';
import { createColumn } from '../store/column.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import { streetKey } from '../../../base/text/street-key.ts';
import { type Token, tokenize } from '../../../base/text/tokens.ts';

import table from '../../../data/autocomplete-words.json' with { type: 'json' };

/** Common abbreviations by folded word; the expansion is folded too, with `y` as `i`. */
const EXPANSIONS: ReadonlyMap<string, string> = new Map(Object.entries(table.abbreviations));

/** Single letters that are a type word only if another word follows. */
const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries(table.letters));

/** Returns the words that an abbreviation stands for, or undefined; a single letter is an abbreviation only if words follow it. */
export function expansionOf(word: string, isLast: boolean): string | undefined {
  return EXPANSIONS.get(word) ?? (isLast ? undefined : LETTERS.get(word));
}

/** Type words in front of a name that do not belong to it: the name begins after them. */
const TYPE_WORDS: readonly (readonly string[])[] = table.types.map((words) => words.split(' '));

/** Returns the number of words of the longest type word in front of a name; 0 for none. */
export function typeWordLength(words: readonly string[]): number {
  let longest = 0;
  for (const type of TYPE_WORDS) {
    if (type.length <= longest || type.length >= words.length) continue;
    if (type.every((word, i) => words[i] === word)) longest = type.length;
  }
  return longest;
}

/** The second words of types of two words, by the first one. */
const SPLIT_TYPES: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['thi', ['xa', 'tran']],
  ['thanh', ['pho']],
  ['dac', ['khu']],
]);
const SECOND_OF_TYPE = new Set([...SPLIT_TYPES.values()].flat());

/** Reports whether the first two words of a name are one type word whose second word alone is another type ("thị xã": "xã"). */
export function isSplitType([first, second = '']: readonly string[]): boolean {
  return SPLIT_TYPES.get(first)?.includes(second) ?? false;
}

/** Reports whether a word can be the second one of such a type word. */
export function isSecondOfType(word: string): boolean {
  return SECOND_OF_TYPE.has(word);
}

/** Words in front of a street name that mean "street". */
const STREET_WORDS = new Set(table.street);

/** Reports whether a folded word announces a street name (`đường`, `phố`, `đ`). */
export function isStreetWord(word: string): boolean {
  return STREET_WORDS.has(word);
}

/** The distinct keys, sorted, and their members: pairs sorted by key, then member. */
interface NameKeys {
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
function unitNameKeys(unit: Unit): string[] {
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
  for (let key = 0; key < keys.length; key += 1) start[key + 1] = start[key + 1] + start[key];
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

/**
 * Splits a text into the words by which autocomplete compares names.
 *
 * Shape: folded, `y` as `i`, split at every sign (`3/2` is two words), numbers of two digits without leading zero.
 */
export function keyWords(text: string): string[] {
  const words: string[] = [];
  for (const token of tokenize(text)) pushKeyWords(words, token.text);
  return words;
}

/** Appends the words of one token, in the form of {@link keyWords}. */
export function pushKeyWords(words: string[], tokenText: string): void {
  let word = '';
  for (let i = 0; i <= tokenText.length; i += 1) {
    const code = i < tokenText.length ? tokenText.charCodeAt(i) : SLASH;
    if (code === SLASH || code === HYPHEN) {
      if (word !== '') words.push(isPadded(word) ? word.slice(1) : word);
      word = '';
    } else word += code === LETTER_Y ? 'i' : tokenText[i];
  }
}

const SLASH = 0x2f;
const HYPHEN = 0x2d;
const LETTER_Y = 0x79;
const ZERO = 0x30;

function isPadded(word: string): boolean {
  const second = word.charCodeAt(1);
  return word.length === 2 && word.charCodeAt(0) === ZERO && second > ZERO && second <= ZERO + 9;
}

/** Reports whether a text ends inside a word, so more letters of it may follow. */
export function endsInsideWord(text: string, tokens: readonly Token[]): boolean {
  return tokens.at(-1)?.end === text.length;
}
