import type { Reading } from '../reader/find-names.ts';

/** An unexplained word. */
export const OPEN = 0;
/** Part of the name or the house. */
export const NAMED = 1;
/** Part of a unit that contains the place. */
export const INSIDE = 2;
/** Part of a unit that the place is just outside of. */
export const BESIDE_UNIT = 3;
/** Part of a unit that does not contain the place. */
export const OUTSIDE_UNIT = 4;
/** Explained by another place nearby. */
export const COMPANY = 5;

/** The mark of each token: how a result explains it. */
export type Marks = Uint8Array;

/** Reports whether a token of a reading has a mark. */
export function hasMark(marks: Marks, { start, end }: Pick<Reading, 'start' | 'end'>, mark: number): boolean {
  for (let i = start; i < end; i += 1) if (marks[i] === mark) return true;
  return false;
}

/** Reports whether all tokens of a span are unexplained. */
export function isOpen(marks: Marks, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (marks[i] !== OPEN) return false;
  return true;
}
