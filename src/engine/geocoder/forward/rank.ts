import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { BESIDE, EXACT } from './house-finder.ts';
import { type Inquiry, moveToFront, type Result, sortResults } from './inquiry.ts';
import type { Hits } from './hits.ts';
import { metersBetween } from './street-line.ts';
import type { Explainer } from './explain.ts';
import { createOwnAddress } from './own-address.ts';
import { BESIDE_UNIT, type Marks, MOST_TOKENS, OPEN, OUTSIDE_UNIT } from './question.ts';
import {
  fitOf,
  isShownName,
  NEAR_SHARE,
  preferenceOf,
  qualityOf,
  siteWeight,
  spellingOf,
  typedBonus,
} from './quality.ts';

/** Results with scores closer than this match equally well. */
const TIE = 0.001;
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

/** A street with this many times the houses of every other one is the likelier match for an address. */
const MANY_TIMES = 2;

/**
 * Returns the street with by far the most known houses among streets that match a question equally; undefined if there is none.
 *
 * Shape: undefined also if one of the streets has exactly the house number.
 */
function breakTie(
  { streetCount, streetHouseStart }: PlaceTables,
  tied: readonly Result[],
): Result | undefined {
  if (tied.some(({ feature, kind }) => feature >= streetCount || kind === EXACT)) return undefined;
  const housesOf = ({ feature }: Result): number => streetHouseStart[feature + 1] - streetHouseStart[feature];
  let most = tied[0];
  let second = 0;
  for (const result of tied.slice(1)) {
    if (housesOf(result) > housesOf(most)) {
      second = housesOf(most);
      most = result;
    } else second = Math.max(second, housesOf(result));
  }
  return housesOf(most) > 0 && housesOf(most) >= MANY_TIMES * second ? most : undefined;
}

/** Results at most this far apart count as one place. Units: metres. */
const SAME_PLACE_METERS = 250;
/** Parts of one street at most this far apart, beyond their radii, count as one place. Units: metres. */
const SAME_STREET_METERS = 2500;

/** Returns the results that are different places, best first. */
function distinctResults({ hits, results }: Inquiry): Result[] {
  const distinct: Result[] = [];
  for (let i = 0; i < results.count; i += 1) {
    const result = results.items[i];
    if (!distinct.some((known) => isSamePlace(known, result, hits))) distinct.push(result);
  }
  return distinct;
}

function isSamePlace(a: Result, b: Result, hits: Hits): boolean {
  const meters = metersBetween(a.lat, a.lon, b.lat, b.lon);
  if (meters <= SAME_PLACE_METERS) return true;
  // The dataset cuts a street at ward borders; without an exact house its parts are one place.
  const isOneStreet = a.kind !== EXACT && hits.name[a.hit] === hits.name[b.hit];
  return isOneStreet && meters <= SAME_STREET_METERS + a.radiusMeters + b.radiusMeters;
}

/** Reports whether some place is too far from the first one to share a position with it. */
function areApart(tied: readonly Result[]): boolean {
  const first = tied[0];
  return tied.some(({ lat, lon }) => metersBetween(first.lat, first.lon, lat, lon) > SAME_STREET_METERS);
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

/** Quality of a place whose own address follows its name: it is meant, and not the house of that number or the street. */
const OWN_ADDRESS_QUALITY = 1.15;

/** Results below this share of the best score are not compared by spelling. */
const WORTH_SPELLING = 0.7;

/**
 * Creates the function that scores the results of a question by all of its words, and sorts them.
 *
 * Shape: a score is the share of the question's weight that a result explains, times the quality of the match and its fit in the question.
 */
export function createRanker(tables: PlaceTables, explainer: Explainer): (inquiry: Inquiry) => void {
  const marks: Marks = new Uint8Array(MOST_TOKENS);
  const ownAddress = createOwnAddress(tables);

  const rate = (inquiry: Inquiry, result: Result): number => {
    const { question, hits, focus } = inquiry;
    result.addressEnd = ownAddress(inquiry, result);
    explainer.explain(inquiry, result, marks);
    const doubts = explainer.doubt(inquiry, result, marks);
    if (doubts === 0) return 0;
    explainer.accompany(inquiry, result, marks);
    let weight = 0;
    for (let i = 0; i < question.count; i += 1) {
      const mark = marks[i];
      if (mark === OPEN || mark === OUTSIDE_UNIT) continue;
      weight += question.weight[i] * (mark === BESIDE_UNIT ? NEAR_SHARE : 1);
    }
    const { hit, feature, kind } = result;
    const quality =
      result.addressEnd > 0
        ? OWN_ADDRESS_QUALITY
        : hits.quality[hit] *
          qualityOf(tables, feature, kind, hits.taken[hit]) *
          fitOf(tables, inquiry, result, marks);
    const share =
      weight / (question.weightBefore[question.count] - siteWeight(tables, inquiry, result, marks));
    return share * quality * doubts + preferenceOf(tables, feature, focus) + typedBonus(inquiry, result);
  };

  return (inquiry) => {
    const { results } = inquiry;
    let best = 0;
    for (let i = 0; i < results.count; i += 1) {
      const result = results.items[i];
      result.score = rate(inquiry, result);
      best = Math.max(best, result.score);
    }
    for (let i = 0; i < results.count; i += 1) {
      const result = results.items[i];
      if (result.score >= best * WORTH_SPELLING) result.score *= spellingOf(tables, inquiry, result);
    }
    sortResults(results);
    while (results.count > 0 && results.items[results.count - 1].score === 0) results.count -= 1;
    preferShown(inquiry);
  };

  /** Moves a place whose shown name is written before its equals: "Trường THCS Nguyễn Huệ" before "THCS Nguyễn Huệ", though both are names of either. */
  function preferShown(inquiry: Inquiry): void {
    const { results } = inquiry;
    const least = results.count < 2 ? Infinity : results.items[0].score - TIE;
    for (let i = 0; i < results.count && results.items[i].score >= least; i += 1)
      if (isShownName(tables, inquiry, results.items[i])) {
        moveToFront(results, i);
        return;
      }
  }
}
