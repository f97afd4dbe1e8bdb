import type { AddressParts, Ambiguity } from '../../../contract/records/address-parts.ts';
import type { Level } from '../../../contract/records/osm-feature.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { AdminMatch, WardCandidate } from '../../gazetteer/unit-search/admin-match.ts';
import type { MatchClues } from './match-clues.ts';

/**
 * A match that is a street, house or point of interest.
 *
 * Shape: `place` is a number of the PlaceTables: the house for level `house`, else the street or point of interest; `houseNumber` is that of the dataset
 * for a house, that of the question for an interpolated position or an alley, else empty; `unexplained` and `contradicted` are parts of the question as
 * written.
 * Units: `accuracyRadiusMeters` around `position`; `score` and `margin` to the next different match 0 to 1.
 */
export interface PlaceMatch {
  place: number;
  level: Exclude<Level, 'ward' | 'district' | 'province'>;
  position: Position;
  accuracyRadiusMeters: number;
  /** Distance from `position` to the farthest point of the lowest unit that the question names around it; absent if it names none. */
  reachMeters?: number;
  houseNumber: string;
  score: number;
  margin: number;
  /** Number of places that match equally well, this one included, if nothing decides between them. */
  tied?: number;
  /**
   * The base ward of the answer if it is not that of the street or place: the one that the question names, if the place is just outside of its border, or
   * one at the position of an interpolated house; `isFormer` is true if the question names the former ward.
   */
  across?: { baseWard: number; isFormer: boolean };
  /** All successors of the former ward of the question, the matched one first. */
  candidates?: WardCandidate[];
  unexplained: string[];
  contradicted: string[];
  /** The verdict of each part of the text, the postal code as missing; absent if the place was not matched by an address. */
  parts?: AddressParts;
  /** Absent if the text prefers one match. */
  ambiguity?: Ambiguity;
  /** Absent if the place was not matched by an address. */
  clues?: MatchClues;
}

/** A match: an administrative unit, or a place inside one. */
export type Match = AdminMatch | PlaceMatch;

/** Reports whether a match is a street, house or point of interest. */
export function isPlaceMatch(match: Match): match is PlaceMatch {
  return 'place' in match;
}
