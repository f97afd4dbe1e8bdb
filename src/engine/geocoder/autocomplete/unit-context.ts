import { firstAt } from '../../../base/bisect.ts';
import type { UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { SuggestArrays } from '../../gazetteer/store/suggest-arrays.ts';
import type { Ending, QueryWord } from './read-question.ts';

/** Number of kinds of units that contain a base ward: province, former province, district, ward, former ward. */
const LAYERS = 5;
const LAYER: Readonly<Record<UnitTable['units'][number]['kind'], number>> = {
  province: 0,
  'former-province': 1,
  district: 2,
  ward: 3,
  'former-ward': 4,
};

/** Most units with one name whose base wards are listed. */
const MOST_LISTED = 200;

/** Most words behind a name, and most readings of them, that are tried as units. */
const MOST_WORDS = 24;
const MOST_READINGS = 200;

/** The unit names that a part of a query can mean, by key number: `from` to `to` (exclusive); those before `fullTo` are typed to the end. */
export interface UnitMention {
  from: number;
  fullTo: number;
  to: number;
}

/** The administrative units behind a name and the base wards that they contain. */
export interface UnitContext {
  /** Parses all words from `start` on as units; the last may be unfinished. Shape: undefined if some word belongs to no unit. */
  read(words: readonly QueryWord[], start: number, ending: Ending): UnitMention[] | undefined;
  /** Reports whether a base ward lies in a unit of every mention. */
  holds(mentions: readonly UnitMention[], baseWard: number): boolean;
  /** Reports whether a base ward lies in a unit whose name is typed to the end, for every mention that has such a unit; the mentions must hold it. */
  isNamedInFull(mentions: readonly UnitMention[], baseWard: number): boolean;
  /** Returns the base wards of the narrowest mention as alternating starts and ends; undefined if it has too many units. */
  baseWardsOf(mentions: readonly UnitMention[]): readonly number[] | undefined;
  /** Reports whether a word without spaces is the name of a unit. */
  isName(word: string): boolean;
}

/** Creates the unit context from the names and base wards of units. */
export function createUnitContext(arrays: SuggestArrays, { units, wardOf }: UnitTable): UnitContext {
  const { unitKeyText, unitKeyOffset, unitKeyStart, unitKeyUnit } = arrays;
  const keyCount = unitKeyOffset.length - 1;
  const keysOf = invert(unitKeyStart, unitKeyUnit, units.length);
  const unitsOf = new Int32Array(wardOf.length * LAYERS).fill(-1);
  units.forEach(({ ranges, kind }, unit) => {
    for (let i = 0; i < ranges.length; i += 2) {
      for (let baseWard = ranges[i]; baseWard < ranges[i + 1]; baseWard += 1) {
        unitsOf[baseWard * LAYERS + LAYER[kind]] = unit;
      }
    }
  });

  // Flat copies of the unit data: reading the unit objects would miss the CPU cache.
  const range = Uint32Array.from(units.flatMap(({ ranges }) => [...ranges]));
  const rangeStart = new Uint32Array(units.length + 1);
  const sizes = new Uint32Array(units.length);
  units.forEach(({ ranges }, unit) => {
    rangeStart[unit + 1] = rangeStart[unit] + ranges.length;
    sizes[unit] = ranges.reduce((sum, bound, i) => sum + (i % 2 === 0 ? -bound : bound), 0);
  });

  /** Compares a key with a text; 0 if the key begins with it. */
  const compare = (key: number, text: string): number => {
    const start = unitKeyOffset[key];
    const end = unitKeyOffset[key + 1];
    for (let i = 0; i < text.length; i += 1) {
      const order = (start + i < end ? unitKeyText[start + i] : -1) - text.charCodeAt(i);
      if (order !== 0) return order;
    }
    return 0;
  };
  const find = (text: string, ending: Ending): UnitMention | undefined => {
    const from = firstAt(0, keyCount, (key) => compare(key, text) >= 0);
    if (from === keyCount || compare(from, text) !== 0) return undefined;
    const length = unitKeyOffset[from + 1] - unitKeyOffset[from];
    const fullTo = length === text.length ? from + 1 : from;
    if (ending === 'comma') return fullTo > from ? { from, fullTo, to: fullTo } : undefined;
    // A name may also continue after a space: "thành ", "hồ chí ".
    return { from, fullTo, to: firstAt(from, keyCount, (key) => compare(key, text) > 0) };
  };

  const read: UnitContext['read'] = (words, start, ending) => {
    if (words.length - start > MOST_WORDS) return undefined;
    let readings = 0;
    const readFrom = (at: number): UnitMention[] | undefined => {
      if (at === words.length) return [];
      const limit = partEnd(words, at);
      // The longest name first: "bà rịa vũng tàu" before "bà rịa".
      for (let end = limit; end > at; end -= 1) {
        readings += 1;
        if (readings > MOST_READINGS) return undefined;
        const mention = find(joined(words, at, end), end === words.length ? ending : 'comma');
        if (mention === undefined) continue;
        const rest = readFrom(end);
        if (rest !== undefined) return [mention, ...rest];
      }
      return undefined;
    };
    return readFrom(start);
  };

  return {
    read,
    holds: (mentions, baseWard) => {
      for (const { from, to } of mentions) if (!isCalled(baseWard, from, to)) return false;
      return true;
    },
    isNamedInFull: (mentions, baseWard) => {
      for (const { from, fullTo, to } of mentions) {
        if (fullTo > from && fullTo < to && !isCalled(baseWard, from, fullTo)) return false;
      }
      return true;
    },
    baseWardsOf: (mentions) => {
      let best: Uint32Array | undefined;
      let least = Infinity;
      for (const { from, to } of mentions) {
        const [first, last] = [unitKeyStart[from], unitKeyStart[to]];
        if (last - first > MOST_LISTED) continue;
        const named = unitKeyUnit.subarray(first, last);
        let size = 0;
        for (const unit of named) size += sizes[unit];
        if (size < least) [best, least] = [named, size];
      }
      if (best === undefined) return undefined;
      const bounds: number[] = [];
      for (const unit of best) {
        for (let i = rangeStart[unit]; i < rangeStart[unit + 1]; i += 1) {
          bounds.push(range[i]);
        }
      }
      return bounds;
    },
    isName: (word) => find(word.replaceAll('y', 'i'), 'comma') !== undefined,
  };

  /** Reports whether a unit that contains a base ward has a key from `from` to `to` (exclusive). */
  function isCalled(baseWard: number, from: number, to: number): boolean {
    if (baseWard >= wardOf.length) return false;
    for (let layer = 0; layer < LAYERS; layer += 1) {
      const unit = unitsOf[baseWard * LAYERS + layer];
      if (unit < 0) continue;
      for (let i = keysOf.start[unit]; i < keysOf.start[unit + 1]; i += 1) {
        const key = keysOf.key[i];
        if (key >= from && key < to) return true;
      }
    }
    return false;
  }
}

/** Returns the end of the part that begins at a word; a name ends at a comma. */
function partEnd(words: readonly QueryWord[], start: number): number {
  let end = start + 1;
  while (end < words.length && !words[end].isPartStart) end += 1;
  return end;
}

function joined(words: readonly QueryWord[], start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i += 1) text += words[i].text;
  return text;
}

function invert(
  start: Uint32Array,
  units: Uint32Array,
  unitCount: number,
): { start: Uint32Array; key: Uint32Array } {
  const unitStart = new Uint32Array(unitCount + 1);
  for (const unit of units) unitStart[unit + 1] = unitStart[unit + 1] + 1;
  for (let i = 0; i < unitCount; i += 1) {
    unitStart[i + 1] = unitStart[i + 1] + unitStart[i];
  }
  const next = unitStart.slice();
  const keys = new Uint32Array(units.length);
  for (let key = 0; key + 1 < start.length; key += 1) {
    for (let i = start[key]; i < start[key + 1]; i += 1) {
      const unit = units[i];
      keys[next[unit]] = key;
      next[unit] = next[unit] + 1;
    }
  }
  return { start: unitStart, key: keys };
}
