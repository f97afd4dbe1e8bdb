import { distanceMeters } from '../../base/geo/distance.ts';
import type { RowPair } from './join-by-row.ts';
import type { RowFacts, UnitFacts } from './row-facts.ts';

/**
 * The kinds of changes of a row, in the order in which they are listed.
 *
 * Shape: `added` and `removed`: only the new or the old run has the row in its results, and no other kind is listed. `gained` and `lost`: only one of the
 * rows has a position; `level`, `ward` and `province` are compared where both have one.
 */
export const CHANGE_KINDS = {
  moved: 'position is farther away than the limit',
  gained: 'position, which the old run did not have',
  lost: 'position, which the new run does not have',
  status: 'another status',
  level: 'another level',
  ward: 'another ward',
  province: 'another province',
  added: 'row is only in the new run',
  removed: 'row is only in the old run',
} as const;

/** A kind of change. */
export type ChangeKind = keyof typeof CHANGE_KINDS;

/** How the results of a row differ. Shape: `kinds` is empty for a row that is the same; `meters` is absent unless both have a position. */
export interface RowChange {
  kinds: ChangeKind[];
  before: RowFacts | undefined;
  after: RowFacts | undefined;
  meters?: number;
}

/** Compares the results of a row. Units: metres. */
export function compareRow({ before, after }: RowPair, movedMeters: number): RowChange {
  if (before === undefined) return { kinds: ['added'], before, after };
  if (after === undefined) return { kinds: ['removed'], before, after };
  const kinds: ChangeKind[] = [];
  const meters =
    before.position && after.position ? distanceMeters(before.position, after.position) : undefined;
  if (meters !== undefined && meters > movedMeters) kinds.push('moved');
  if (!before.position && after.position) kinds.push('gained');
  if (before.position && !after.position) kinds.push('lost');
  if (before.status !== after.status) kinds.push('status');
  if (meters !== undefined) {
    if (before.level !== after.level) kinds.push('level');
    if (isOther(before.ward, after.ward)) kinds.push('ward');
    if (isOther(before.province, after.province)) kinds.push('province');
  }
  return { kinds, before, after, meters };
}

/** Reports whether two units are not the same, by the first member that both have: an older dataset may lack codes or new names. */
function isOther(before: UnitFacts, after: UnitFacts): boolean {
  const shared = before.findIndex((text, at) => text !== '' && after[at] !== '');
  if (shared >= 0) return before[shared] !== after[shared];
  return before.some((text) => text !== '') || after.some((text) => text !== '');
}
