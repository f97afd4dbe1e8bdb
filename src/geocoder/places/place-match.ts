import type { Level } from '../../contract/records/osm-feature.ts';
import type { Position } from '../../geo/position.ts';
import type { AdminMatch, WardCandidate } from '../../gazetteer/unit-search/admin-match.ts';

/**
 * Holds one answer that is a street, house or point of interest.
 *
 * Shape: `place` is a number of the PlaceTables: the house of level `house`, else the street or point of interest; `houseNumber` is the number as the
 * dataset writes it of a house, as it was asked where the position was computed (`interpolated`) or stands for an alley, else empty;
 * `unexplained` and `contradicted` are pieces of the question as it was written.
 * Units: `accuracyRadiusMeters` around `position`; `score` and `margin` to the next different answer 0 to 1.
 */
export interface PlaceMatch {
  place: number;
  level: Exclude<Level, 'ward' | 'district' | 'province'>;
  position: Position;
  accuracyRadiusMeters: number;
  houseNumber: string;
  score: number;
  margin: number;
  /** The base ward that the question names, where the place lies on its border, just outside; `isFormer` where its former ward is named. */
  across?: { piece: number; isFormer: boolean };
  /** All wards in force that the former ward of the question became, the answered one first. */
  candidates?: WardCandidate[];
  unexplained: string[];
  contradicted: string[];
}

/** Holds one answer: an administrative unit, or a place inside one. */
export type Match = AdminMatch | PlaceMatch;

/** Tells whether an answer is a street, house or point of interest. */
export function isPlaceMatch(match: Match): match is PlaceMatch {
  return 'place' in match;
}
