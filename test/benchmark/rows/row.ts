import type { Position } from '../../../src/base/geo/position.ts';

/** A right position. Units: degrees WGS84; an answer within `toleranceMeters` is right. */
export interface RightPlace {
  position: Position;
  toleranceMeters: number;
}

/** The units that a text is written in: in force since July 2025, until then, before that, both; `none` if it names none. */
export type Epoch = 'new' | 'former' | 'earlier' | 'mixed' | 'none';

/**
 * A text of the benchmark with what is right.
 *
 * Shape: `kind` is what the text is written for; of a `ward` the right place is a circle around it, of a `house` or a `place` its position. `wards` are the
 * codes of all wards in force that the words of the text fit, one where it has one right answer; `places` belong to them in no order.
 */
export interface BenchmarkRow {
  id: string;
  query: string;
  kind: 'ward' | 'house' | 'place';
  shape: string;
  epoch: Epoch;
  city: 'Ha Noi' | 'Ho Chi Minh City' | 'Nha Trang' | 'country';
  wards: readonly string[];
  places: readonly RightPlace[];
}

/** Reports whether a text has several right answers, and is scored as a set. */
export function isSet({ wards, places }: BenchmarkRow): boolean {
  return wards.length > 1 || places.length > 1;
}
