import type { Token } from '../../../base/text/tokens.ts';
import { isNumber } from './context.ts';
import { extendHash, HASH_SEED, type Name, type NameIndex } from './names.ts';
import type { Unit } from './units.ts';

/** Most words of a name. */
const LONGEST_NAME = 8;

/** Readings below this factor are used only if no other reading names a unit. */
export const FAINT = 0.5;

/** Readings below this factor are never used: they are names of streets. */
export const FAINTEST = 0.3;

/** Tokens that spell a name, `distance` edits away. */
export interface Hit {
  start: number;
  end: number;
  name: Name;
  distance: number;
}

/**
 * A unit that some tokens can mean.
 *
 * Shape: `start` and `end` include type words; `weight` grows with the certainty that the words mean this unit; `marked` is true with a type
 * word; `streetLike` is true if without one it is rather a street; `factor` is the part of the weight that does not depend on layer and length, 1 for
 * an unmarked name that fills its part.
 */
export interface Reading {
  start: number;
  end: number;
  unit: Unit;
  layer: number;
  weight: number;
  factor: number;
  marked: boolean;
  streetLike: boolean;
  distance: number;
}

/** Returns every run of tokens that spells a name, without a comma inside. */
export function findHits(tokens: readonly Token[], names: NameIndex): Hit[] {
  const hits: Hit[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    let hash = HASH_SEED;
    const limit = Math.min(tokens.length, start + LONGEST_NAME);
    for (let end = start; end < limit; end += 1) {
      const token = tokens[end];
      if (end > start && token.gap === 2) break;
      hash = extendHash(hash, token.text);
      const name = names.find(hash, tokens, start, end + 1);
      if (name !== undefined) hits.push({ start, end: end + 1, name, distance: 0 });
    }
  }
  // "Phường 05" is phường 5.
  for (let start = 0; start < tokens.length; start += 1) {
    const { text } = tokens[start];
    if (text.length !== 2 || !/^0\d$/.test(text)) continue;
    const name = names.get(text.slice(1));
    if (name !== undefined) hits.push({ start, end: start + 1, name, distance: 0 });
  }
  return hits;
}

/** Reports whether a run of tokens contains a number. */
export function holdsNumber(tokens: readonly Token[], start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (isNumber(tokens[i].text)) return true;
  return false;
}
