import type { Position } from '../../geo/position.ts';

/**
 * Holds one answer of the search for administrative units.
 *
 * Shape: `level` of the answer; `newUnits` are indexes into the dataset, `ward` absent where only a district or province is known, or
 * a former ward was split and nothing tells the parts apart (then `candidates` lists them); `oldUnits` are full former names, present where
 * the question was asked in them or they follow without doubt; `unexplained` and `contradicted` are pieces of the question as it was written.
 * Units: `accuracyRadiusMeters` around `position`; `score` and `margin` to the next different answer 0 to 1.
 */
export interface AdminMatch {
  unitId: string;
  level: 'ward' | 'district' | 'province';
  position: Position;
  accuracyRadiusMeters: number;
  newUnits: { province: number; ward?: number };
  oldUnits: { province?: string; district?: string; ward?: string; wardCode?: string };
  candidates?: number[];
  score: number;
  margin: number;
  unexplained: string[];
  contradicted: string[];
}

/** Says how many answers a question wants at most, and where it is asked from. */
export interface AdminSearchOptions {
  size: number;
  focus?: Position;
}

/** Names the parts of an address line in old or in new units; parts that are not known are empty. */
export interface AdminLabel {
  ward: string;
  district: string;
  province: string;
  label: string;
}
