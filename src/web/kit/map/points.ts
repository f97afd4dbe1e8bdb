/** The kinds of points, the least important first: later ones are drawn over earlier ones. */
export const POINT_KINDS = ['ok', 'high', 'middle', 'low', 'not_ok'] as const;

/** The kind of a point. */
export type PointKind = (typeof POINT_KINDS)[number];

/** Kinds that a person has to look at. */
export const DOUBTFUL: readonly PointKind[] = ['middle', 'low', 'not_ok'];

/** Points by row. Shape: `position` is the number of the position of a row in `x` and `y`, from 1, 0 is none; `kinds` are numbers of {@link POINT_KINDS}. */
export interface MapPoints {
  count: number;
  position: Uint32Array;
  x: Float64Array;
  y: Float64Array;
  kinds: Uint8Array;
}
