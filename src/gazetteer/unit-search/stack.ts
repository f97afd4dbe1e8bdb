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
  elsewhere?: Reading;
}

/** Reports whether the name of one of the units of a stack is spelled with another letter. */
export function isMisspelt({ ward, district, province }: Stack): boolean {
  return (ward?.distance ?? 0) + (district?.distance ?? 0) + (province?.distance ?? 0) > 0;
}
