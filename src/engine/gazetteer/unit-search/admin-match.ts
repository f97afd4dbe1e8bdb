import type { AddressParts, Ambiguity } from './part-verdicts.ts';
import type { Position } from '../../../base/geo/position.ts';

/**
 * How a text names the unit of a match; confidence is computed from it.
 *
 * Shape: `isBare` without a type word; `isMisspelt` if it or a unit above it is written with another letter; `isBeside` if the same part between commas has
 * words that the units do not explain, `touching` counts those right in front of the name and right behind it, 0 to 2. Numbers are no words.
 */
export interface UnitClues {
  isBare: boolean;
  isMisspelt: boolean;
  isBeside: boolean;
  touching: number;
}

/**
 * A match of the search for administrative units.
 *
 * Shape: `newUnits` are indexes into the dataset, `ward` is absent if only a district or province is known; for a divided former ward it is the
 * likeliest successor, and `candidates` are all successors; `oldUnits` are full former names, present if the question uses them or if they follow
 * for certain; `unexplained` and `contradicted` are parts of the question as written.
 * Units: `accuracyRadiusMeters` around `position`; `score` and `margin` to the next different match 0 to 1.
 */
export interface AdminMatch {
  unitId: string;
  level: 'ward' | 'district' | 'province';
  position: Position;
  accuracyRadiusMeters: number;
  /** Distance from `position` to the farthest point of the unit, and of the wards that a divided one can mean. Absent if the match is not that of a text. */
  reachMeters?: number;
  newUnits: { province: number; ward?: number };
  oldUnits: { province?: string; district?: string; ward?: string; wardCode?: string };
  candidates?: WardCandidate[];
  score: number;
  margin: number;
  /** Number of places that match equally well, this one included, if no unit contains all of them. */
  tied?: number;
  /** Number of other units elsewhere that the same words can mean; absent if the match is not that of a text. */
  namesakes?: number;
  /** Absent if the match is not that of a text. */
  unitClues?: UnitClues;
  /** The verdict of each part of the text, the postal code as missing; absent if the match is not that of a text. */
  parts?: AddressParts;
  /** Absent if the text prefers one match. */
  ambiguity?: Ambiguity;
  unexplained: string[];
  contradicted: string[];
}

/** A successor of a divided former ward. Units: `share` of the addresses of the former ward, estimated, 0 to 1; 1 and 0 are by law. */
export interface WardCandidate {
  ward: number;
  share: number;
  /** True if by law the successor got area without population. */
  areaOnly?: true;
}

/** Most matches of a search, and the position near which matches are preferred. */
export interface AdminSearchOptions {
  size: number;
  focus?: Position;
}

/** Parts of an address line in old or new units; unknown parts are empty. */
export interface AdminLabel {
  ward: string;
  district: string;
  province: string;
  label: string;
}
