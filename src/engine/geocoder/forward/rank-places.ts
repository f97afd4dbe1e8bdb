import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { breakTie } from './break-tie.ts';
import { areApart, distinctResults } from './distinct-results.ts';
import { BESIDE } from './house-match.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';

/** Results with scores closer than this match equally well. */
export const TIE = 0.001;
/** Trust in the position beside the only known house: it is right less often than a street match. */
const BESIDE_TRUST = 0.92;
/** Trust in a result that is not the best one. */
const LISTED = 0.8;
/** Least trust in one of several results that match equally well. */
const LEAST_TIED = 0.1;
/** From this margin on the second result does not lower the trust in the first. */
const SURE_MARGIN = 0.1;
/** Trust in the first result at margin 0: it is right two times out of three. */
const UNSURE = 0.66;
/** Trust in a street that was chosen among equal ones by its number of known houses. */
const SETTLED = 0.7;

/**
 * The results of a question as different places, best first.
 *
 * Shape: `tied` match as well as `first`, itself included; `isTied` is true if they are different places and no focus decides; `settled` is the one chosen by
 * known houses, which then leads `distinct`.
 * Units: `margin` of `first` over the second result, 0 to 1.
 */
export interface PlaceRanking {
  first: Result;
  distinct: readonly Result[];
  tied: readonly Result[];
  isTied: boolean;
  settled: Result | undefined;
  margin: number;
}

/** Ranks the results of a question; there must be at least one. */
export function rankPlaces(tables: PlaceTables, inquiry: Inquiry): PlaceRanking {
  const first = inquiry.results.items[0];
  const distinct = distinctResults(inquiry);
  const second = distinct[1];
  const margin = second === undefined ? 1 : Math.max(0, 1 - second.score / first.score);
  const tied = distinct.filter(({ score }) => score >= first.score - TIE);
  const isTied = tied.length > 1 && inquiry.focus === undefined && areApart(tied);
  const settled = isTied ? breakTie(tables, tied) : undefined;
  return {
    first,
    distinct:
      settled === undefined ? distinct : [settled, ...distinct.filter((result) => result !== settled)],
    tied,
    isTied,
    settled,
    margin,
  };
}

/** Returns the score of the first result, lowered if another place matches nearly as well. */
export function firstScore({ first, isTied, margin }: PlaceRanking): number {
  return first.score * (isTied ? LISTED : trustOfMargin(margin));
}

/** Returns the score of a result, lowered by the other places that match. */
export function trustedScore(result: Result, ranking: PlaceRanking): number {
  return result.score * trustIn(result, ranking) * (result.kind === BESIDE ? BESIDE_TRUST : 1);
}

/** Reports whether a result is the best one and no other place matches equally well. */
export function isSure(result: Result, { first, isTied }: PlaceRanking): boolean {
  return result === first && !isTied;
}

function trustIn(result: Result, ranking: PlaceRanking): number {
  const { settled, isTied, tied, margin } = ranking;
  if (result === settled) return SETTLED;
  if (isTied && settled === undefined) return Math.min(LISTED, Math.max(LEAST_TIED, 1 / tied.length));
  return isSure(result, ranking) ? trustOfMargin(margin) : LISTED;
}

function trustOfMargin(margin: number): number {
  return margin < SURE_MARGIN ? UNSURE + ((1 - UNSURE) * margin) / SURE_MARGIN : 1;
}
