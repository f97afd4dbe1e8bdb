import type { Position } from '../../../src/base/geo/position.ts';
import { distanceMeters } from '../../../src/base/geo/distance.ts';
import { acceptable, calibrationError, type Stated } from '../../../tools/calibration/measure.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import { isSet, type BenchmarkRow } from '../rows/row.ts';

/** Distances from the right position that are counted. Units: metres. */
export const DISTANCES = [25, 100, 1000] as const;
/** Shares of right wards that a user may want of accepted rows. */
export const ACCEPTED_RIGHT = 0.99;

/**
 * How an engine did on some rows.
 *
 * Shape: shares, 0 to 1; NaN where no row counts. `match` is any answer; `rightWard` one of the right wards, of rows with one of them;
 * `inSet` the same of rows with several right answers; `wardAtPosition` the ward that holds the position answered, whatever ward is stated; `expected` within the tolerance, as geocoder-tester judges; `within` by `DISTANCES`, of houses and places;
 * `ece`, `accepted` (the share of rows that may be accepted at 99 % right wards) and `risks` are of the stated confidence.
 */
export interface RowScore {
  rows: number;
  sets: number;
  points: number;
  match: number;
  rightWard: number;
  inSet: number;
  wardAtPosition: number;
  expected: number;
  within: readonly number[];
  ece: number;
  accepted: number;
  risks: readonly number[];
}

/** Returns the code of the ward that holds a position, empty outside of all. */
export type WardOf = (position: Position) => string;

/** Shares of rows, the most certain first, whose wrong wards are counted. */
export const COVERAGES = [0.8, 0.9, 0.95, 1] as const;

/** Reports whether an answer has a right ward: the one, or one of a set. */
export function hasRightWard({ wards }: BenchmarkRow, { ward }: EngineAnswer): boolean {
  return ward !== '' && wards.includes(ward);
}

/** Returns the distance of an answer from the nearest right position, infinite without one. Units: metres. */
export function errorMeters({ places }: BenchmarkRow, { position }: EngineAnswer): number {
  if (position === undefined) return Infinity;
  return Math.min(...places.map((place) => distanceMeters(place.position, position)));
}

/** Reports whether an answer is within the tolerance of a right place: of whole metres, as geocoder-tester compares. */
export function isExpected({ places }: BenchmarkRow, { position }: EngineAnswer): boolean {
  if (position === undefined) return false;
  return places.some(
    (place) => Math.trunc(distanceMeters(place.position, position)) <= Math.trunc(place.toleranceMeters),
  );
}

/** Scores the answers of an engine to rows. Shape: `wardOf` returns the code of the ward that holds a position, empty outside of all. */
export function scoreRows(
  rows: readonly BenchmarkRow[],
  answers: readonly (EngineAnswer | undefined)[],
  wardOf: WardOf,
): RowScore {
  const pairs = rows.flatMap((row, at) => {
    const answer = answers[at];
    return answer === undefined ? [] : [{ row, answer }];
  });
  const single = pairs.filter(({ row }) => !isSet(row));
  const sets = pairs.filter(({ row }) => isSet(row));
  const points = pairs.filter(({ row }) => row.kind !== 'ward');
  const isRight = ({ row, answer }: Pair): boolean => hasRightWard(row, answer);
  // An answer without a ward is none that could be accepted.
  const stated = pairs.flatMap(({ row, answer }): Stated[] =>
    answer.confidence === undefined || answer.ward === ''
      ? []
      : [{ p: answer.confidence, isRight: hasRightWard(row, answer) }],
  );
  return {
    rows: pairs.length,
    sets: sets.length,
    points: points.length,
    match: shareOf(pairs, ({ answer }) => answer.ward !== '' || answer.position !== undefined),
    rightWard: shareOf(single, isRight),
    inSet: shareOf(sets, isRight),
    wardAtPosition: shareOf(pairs, ({ row, answer: { position } }) =>
      position === undefined ? false : row.wards.includes(wardOf(position)),
    ),
    expected: shareOf(pairs, ({ row, answer }) => isExpected(row, answer)),
    within: DISTANCES.map((meters) =>
      shareOf(points, ({ row, answer }) => errorMeters(row, answer) <= meters),
    ),
    ece: calibrationError(stated),
    accepted:
      stated.length === 0 ? NaN : (acceptable(stated, ACCEPTED_RIGHT).share * stated.length) / pairs.length,
    risks: COVERAGES.map((coverage) => riskAt(stated, coverage)),
  };
}

interface Pair {
  row: BenchmarkRow;
  answer: EngineAnswer;
}

function shareOf(pairs: readonly Pair[], has: (pair: Pair) => boolean): number {
  return pairs.filter(has).length / pairs.length;
}

/** Returns the share of wrong wards among the most certain answers. */
function riskAt(stated: readonly Stated[], coverage: number): number {
  const sorted = [...stated].sort((a, b) => b.p - a.p);
  const taken = sorted.slice(0, Math.round(sorted.length * coverage));
  return taken.filter(({ isRight }) => !isRight).length / taken.length;
}
