import { lowerBound } from '../../../base/bisect.ts';
import {
  byteOfRotation,
  INNER_PENALTY,
  isInnerRotation,
  keyOfRotation,
  type SuggestArrays,
} from '../../gazetteer/store/suggest-arrays.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { type BestList, type Candidate } from './best-list.ts';
import { type Criteria, TIER_BONUS } from './criteria.ts';
import type { Weigher } from './weigher.ts';
import { spelledPoints } from './read-question.ts';

/** Points that a place of interest loses if its type word is left out: "nguyễn huệ" means the street rather than the school. */
const BARE_PENALTY = 15;

/** Points that a street loses if another of its names was typed than the shown one: "nguyễn huệ" means the street of that name rather than Quốc lộ 30. */
const OTHER_NAME_PENALTY = 150;

/** State that offering members reads and changes. Shape: `packed` arguments are rotations as the arrays store them: key and position. */
export interface OfferState {
  readonly arrays: SuggestArrays;
  readonly tables: PlaceTables | undefined;
  readonly featureCount: number;
  readonly list: BestList;
  readonly weigher: Weigher;
  /** The candidate that is weighed, used again for each member. */
  readonly candidate: Candidate;
  criteria: Criteria;
  /** Names, members and cells examined so far, and their limit. */
  work: number;
  mostWork: number;
  /** Points of the current tier, less the penalty of the reading. */
  bonus: number;
  /** Whether the current tier is that of names typed to their end. */
  isWholeName: boolean;
  /** Most points that the spelling of a name can gain. */
  spelled: number;
}

/** Offers all members of a key. */
export function offerAll(state: OfferState, packed: number): void {
  const { member, memberStart } = state.arrays;
  const key = keyOfRotation(packed);
  const end = memberStart[key + 1];
  for (let i = memberStart[key]; i < end && state.work < state.mostWork; i += 1) {
    offer(state, member[i], packed);
  }
}

/** Offers the best members of a key from the whole dataset. */
export function offerTop(state: OfferState, packed: number): void {
  const { criteria, list, weigher } = state;
  const { top: tops, topStart, streetNext } = state.arrays;
  const key = keyOfRotation(packed);
  const isAnywhere = criteria.path === undefined && criteria.mentions.length === 0;
  for (let i = topStart[key]; i < topStart[key + 1]; i += 1) {
    const top = tops[i];
    const most = weigher.importanceOf(top) + state.bonus + state.spelled - lossOf(packed);
    // Members are sorted by importance, so no later member can enter the list.
    if (criteria.path === undefined && most <= list.threshold()) return;
    offer(state, top, packed);
    // The house or the unit may be on another part of the street.
    if (!isAnywhere && top < streetNext.length) offerOtherParts(state, top, packed);
  }
}

/** Offers the other parts of a street, one in each ward that it passes through. */
function offerOtherParts(state: OfferState, street: number, packed: number): void {
  const { streetNext } = state.arrays;
  for (let other = streetNext[street]; other !== street && state.work < state.mostWork;) {
    offer(state, other, packed);
    other = streetNext[other];
  }
}

/** Offers the members of a key that lie in a cell, or the large units of the key, which belong to no single cell. */
export function offerInCell(state: OfferState, packed: number, cell: number, isLarge: boolean): void {
  const { member, memberStart, cellBaseWard, cellUnit } = state.arrays;
  const { tables, featureCount } = state;
  const key = keyOfRotation(packed);
  const first = memberStart[key];
  if (first + 1 === memberStart[key + 1]) {
    offer(state, member[first], packed);
    return;
  }
  if (isLarge) {
    offerBetween(state, packed, featureCount, Infinity, true);
    return;
  }
  const [start, end] = [cellBaseWard[cell], cellBaseWard[cell + 1]];
  if (tables !== undefined) {
    const { baseWardStreetStart: streets, baseWardPoiStart: pois } = tables;
    offerBetween(state, packed, streets[start], streets[end], false);
    offerBetween(state, packed, pois[start], pois[end], false);
  }
  const [unit, unitEnd] = [cellUnit[cell], cellUnit[cell + 1]];
  offerBetween(state, packed, featureCount + unit, featureCount + unitEnd, false);
}

/** Offers the members of a key from `low` to `high` (exclusive): either only large units or everything else. */
function offerBetween(state: OfferState, packed: number, low: number, high: number, isLarge: boolean): void {
  if (low >= high) return;
  const { member, memberStart } = state.arrays;
  const key = keyOfRotation(packed);
  const end = memberStart[key + 1];
  for (let i = lowerBound(member, low, memberStart[key], end); i < end; i += 1) {
    const each = member[i];
    if (each >= high || state.work >= state.mostWork) return;
    if (state.weigher.isLargeUnit(each) === isLarge) offer(state, each, packed);
  }
}

/** Weighs a member and offers it to the list. */
function offer(state: OfferState, member: number, packed: number): void {
  const { candidate, weigher, list, spelled } = state;
  state.work += 1;
  candidate.member = member;
  candidate.key = keyOfRotation(packed);
  if (!weigher.weigh(candidate)) return;
  candidate.score += state.bonus - lossOf(packed);
  // "hoàn kiếm" ends the name of a clinic of Quận Hoàn Kiếm, but is not its name.
  if (state.isWholeName && isInnerRotation(packed)) candidate.score -= TIER_BONUS[0] - TIER_BONUS[1];
  if (isBare(packed) && weigher.isPoi(member)) candidate.score -= BARE_PENALTY;
  // Reading a name is slow, so it is read only if it decides.
  if (spelled > 0 && candidate.score + spelled > list.threshold())
    candidate.score += spelledPoints(state.criteria.typed, weigher.nameOf(member));
  if (candidate.score > list.threshold() && !weigher.isShownStreet(member, candidate.key))
    candidate.score -= OTHER_NAME_PENALTY;
  list.offer(candidate);
}

/** Returns the points that a rotation loses if it begins inside the name. */
function lossOf(packed: number): number {
  return isInnerRotation(packed) ? INNER_PENALTY : 0;
}

/** Reports whether a rotation is a name without its type word. */
function isBare(packed: number): boolean {
  return !isInnerRotation(packed) && byteOfRotation(packed) > 0;
}
