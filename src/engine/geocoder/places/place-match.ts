import type { AddressParts, Ambiguity } from '../../../contract/records/address-parts.ts';
import type { SearchedLevel } from '../../../contract/records/osm-feature.ts';
import type { UsedWords } from '../reader/roles.ts';
import type { Position } from '../../../base/geo/position.ts';
import { createAdminMatch, type AdminMatch, type WardCandidate } from '../reader/admin-match.ts';
import type { MatchClues } from './match-clues.ts';

/**
 * A match that is a street, house or point of interest.
 *
 * Shape: `place` is a number of the PlaceTables: the house for level `house`, else the street or point of interest; `houseNumber` is that of the dataset
 * for a house, that of the question for an interpolated position or an alley, else empty; `unexplained` and `contradicted` are parts of the question as
 * written.
 * Units: `accuracyRadiusMeters` around `position`; `score` and `margin` to the next different match 0 to 1.
 * Cost: each match has all members, in this order, as {@link AdminMatch}.
 */
export interface PlaceMatch {
  place: number;
  level: Exclude<SearchedLevel, 'ward' | 'district' | 'province'>;
  position: Position;
  accuracyRadiusMeters: number;
  /** Distance from `position` to the farthest point of the lowest unit that the question names around it; undefined if it names none. */
  reachMeters: number | undefined;
  houseNumber: string;
  score: number;
  margin: number;
  /** Number of places that match equally well, this one included, if nothing decides between them. */
  tied: number | undefined;
  /**
   * The base ward of the answer if it is not that of the street or place: the one that the question names, if the place is just outside of its border, or
   * one at the position of an interpolated house; `isFormer` is true if the question names the former ward.
   */
  across: { baseWard: number; isFormer: boolean } | undefined;
  /** All successors of the former ward of the question, the matched one first. */
  candidates: WardCandidate[] | undefined;
  unexplained: string[];
  contradicted: string[];
  /** The verdict of each part of the text, the postal code as missing; undefined if the place was not matched by an address. */
  parts: AddressParts | undefined;
  /** The words that the match uses; undefined if the place was not matched by an address. */
  used: UsedWords | undefined;
  /** Undefined if the text prefers one match. */
  ambiguity: Ambiguity | undefined;
  /** Undefined if the place was not matched by an address. */
  clues: MatchClues | undefined;
}

/** Returns the match of a place, of which nothing else is known. */
export function createPlaceMatch(
  place: number,
  level: PlaceMatch['level'],
  position: Position,
  accuracyRadiusMeters: number,
  houseNumber: string,
  score: number,
  margin: number,
): PlaceMatch {
  return {
    place,
    level,
    position,
    accuracyRadiusMeters,
    reachMeters: undefined,
    houseNumber,
    score,
    margin,
    tied: undefined,
    across: undefined,
    candidates: undefined,
    unexplained: [],
    contradicted: [],
    parts: undefined,
    used: undefined,
    ambiguity: undefined,
    clues: undefined,
  };
}

/** A match: an administrative unit, or a place inside one. */
export type Match = AdminMatch | PlaceMatch;

/** Reports whether a match is a street, house or point of interest. */
export function isPlaceMatch(match: Match): match is PlaceMatch {
  return 'place' in match;
}

/** Returns a copy of a match that can be changed. */
export function copyMatch(match: Match): Match {
  const { score, margin } = match;
  if (!isPlaceMatch(match)) return Object.assign(createAdminMatch(match, score, margin), match);
  const { place, level, position, accuracyRadiusMeters, houseNumber } = match;
  const copy = createPlaceMatch(place, level, position, accuracyRadiusMeters, houseNumber, score, margin);
  return Object.assign(copy, match);
}
