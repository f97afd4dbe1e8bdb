import { keyWords } from './key-words.ts';
import { unitAliasKeys } from './name-keys.ts';
import type { Unit } from '../unit-search/units.ts';
import type { SuggestArrays } from './suggest-arrays.ts';

/**
 * Returns the names of units as they follow the name of a place: full, without type word, and aliases, all without spaces.
 *
 * Shape: keys sorted by their bytes; units of a key ascending. A number is a name only with its type word.
 */
export function buildUnitKeys(
  units: readonly Unit[],
): Pick<SuggestArrays, 'unitKeyText' | 'unitKeyOffset' | 'unitKeyStart' | 'unitKeyUnit'> {
  const byKey = new Map<string, Set<number>>();
  const add = (key: string, unit: number): void => {
    if (key === '' || /^\d+$/.test(key)) return;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, new Set([unit]));
    else known.add(unit);
  };
  units.forEach((unit, number) => {
    add(keyWords(unit.fullName).join(''), number);
    add(keyWords(unit.name).join(''), number);
  });
  for (const { key, unit } of unitAliasKeys(units)) add(key.replaceAll(' ', ''), unit);
  // Keys are letters and digits of the basic plane, whose order by bytes equals their order by code units.
  const keys = [...byKey.keys()].sort((a, b) => (a < b ? -1 : 1));
  const encoded = Buffer.from(keys.join(''));
  const unitKeyOffset = new Uint32Array(keys.length + 1);
  const unitKeyStart = new Uint32Array(keys.length + 1);
  const unitKeyUnit: number[] = [];
  keys.forEach((key, i) => {
    unitKeyOffset[i + 1] = unitKeyOffset[i] + Buffer.byteLength(key);
    unitKeyUnit.push(...[...(byKey.get(key) as Set<number>)].sort((a, b) => a - b));
    unitKeyStart[i + 1] = unitKeyUnit.length;
  });
  return {
    unitKeyText: new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.length).slice(),
    unitKeyOffset,
    unitKeyStart,
    unitKeyUnit: Uint32Array.from(unitKeyUnit),
  };
}
