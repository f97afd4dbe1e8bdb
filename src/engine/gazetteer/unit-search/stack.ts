import { overlap } from './ranges.ts';
import type { Reading } from './spans.ts';
import type { Unit } from './units.ts';

/**
 * Consistent readings: disjoint words, overlapping units, at most one of each layer.
 *
 * Shape: `score` is the sum of their weights, with bonuses for order and editions; `unit` is the lowest one; `elsewhere` is a district that the question
 * names for the ward but that does not contain it.
 */
export interface Stack {
  unit: Unit;
  score: number;
  ward: Reading | undefined;
  district: Reading | undefined;
  province: Reading | undefined;
  elsewhere: Reading | undefined;
}

/** Creates the stack of some readings. */
export function createStack(
  unit: Unit,
  score: number,
  ward: Reading | undefined,
  district: Reading | undefined,
  province: Reading | undefined,
  elsewhere?: Reading,
): Stack {
  return { unit, score, ward, district, province, elsewhere };
}

/** Reports whether the name of one of the units of a stack is spelled with another letter. */
export function isMisspelt({ ward, district, province }: Stack): boolean {
  return (ward?.distance ?? 0) + (district?.distance ?? 0) + (province?.distance ?? 0) > 0;
}

/** Reports whether two stacks read the same words as ward, district and province. */
export function restOnSameWords(a: Stack, b: Stack): boolean {
  return sameWords(a.ward, b.ward) && sameWords(a.district, b.district) && sameWords(a.province, b.province);
}

function sameWords(a: Reading | undefined, b: Reading | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.start === b.start && a.end === b.end);
}

/** Returns how many other units, elsewhere, the words of a stack can mean: every ward of the name where no district or province is named. */
export function countNamesakes(stack: Stack, stacks: readonly Stack[]): number {
  const { ranges } = stack.unit;
  let count = 0;
  for (const other of stacks)
    if (restOnSameWords(stack, other) && !overlap(ranges, other.unit.ranges)) count += 1;
  return count;
}
