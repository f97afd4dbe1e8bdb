import type { Reading } from './spans.ts';
import type { Unit } from './units.ts';

/**
 * Readings that agree: disjoint words, overlapping units, at most one of each layer.
 *
 * Shape: `score` is the sum of their weights, plus what their order and editions say; `unit` is the lowest one; `elsewhere` is a district that was named
 * for the ward and does not hold it.
 */
export interface Stack {
  unit: Unit;
  score: number;
  ward: Reading | undefined;
  district: Reading | undefined;
  province: Reading | undefined;
  elsewhere?: Reading;
}
