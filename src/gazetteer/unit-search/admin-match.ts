import type { Position } from '../../geo/position.ts';

/**
 * An answer of the search for administrative units.
 *
 * Shape: `level` of the answer; `newUnits` are indexes into the dataset, `ward` absent where only a district or province is known; of a former ward that
 * was divided it is the likeliest successor, and `candidates` lists all of them; `oldUnits` are full former names, present where
 * the question was asked in them or they follow without doubt; `unexplained` and `contradicted` are parts of the question as it was written.
 * Units: `accuracyRadiusMeters` around `position`; `score` and `margin` to the next different answer 0 to 1.
 */
export interface AdminMatch {
  unitId: string;
  level: 'ward' | 'district' | 'province';
  position: Position;
  accuracyRadiusMeters: number;
  newUnits: { province: number; ward?: number };
  oldUnits: { province?: string; district?: string; ward?: string; wardCode?: string };
  candidates?: WardCandidate[];
  score: number;
  margin: number;
  unexplained: string[];
  contradicted: string[];
}

/** One of the wards that a divided former ward became. Units: `share` of the addresses of the former ward, estimated, 0 to 1. */
export interface WardCandidate {
  ward: number;
  share: number;
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
