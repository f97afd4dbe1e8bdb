import { lowerBound } from '../../../base/bisect.ts';
import type { UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { type BestList, type Candidate, NO_HOUSE } from './best-list.ts';
import { type CellChooser, createCellChooser, EVERY_CELL } from './choose-cells.ts';
import { createWeigher } from './weigher.ts';
import {
  createRuler,
  type Criteria,
  FAR_PENALTY,
  gainAt,
  HOUSE_BONUS,
  MOST_GAIN,
  MOST_WEIGHT,
  NO_CRITERIA,
  TIER_BONUS,
} from './criteria.ts';
import { offerAll, offerInCell, type OfferState, offerTop } from './offer-members.ts';
import { END, type RankRange, type Rotations, SPACE } from '../../gazetteer/autocomplete/rotations.ts';
import { BLOCK_BITS, keyOfRotation, type SuggestArrays } from '../../gazetteer/store/suggest-arrays.ts';
import { SPELLED_BONUS } from './read-question.ts';
import type { UnitContext } from './unit-context.ts';

const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

/** Most names and members of a range that are all examined: in total, and for each cell that could be scanned instead. */
const MOST_DIRECT = 400;
const DIRECT_PER_CELL = 16;

/** Radius within which candidates come first if the request has a focus but no radius. Units: metres. */
const NEAR_METERS = 50_000;

/** The section that stands for the whole dataset instead of one cell. */
const EVERYWHERE = -1;

const TIERS = TIER_BONUS.length;

/** A search for the names within a range of ranks; candidates go to a list. */
export interface Matcher {
  /** Starts a request or another attempt at it; limits the names, members and cells examined from here on. */
  begin(most: number): void;
  /** Offers the members of a range whose rotations share their first `depth` bytes. */
  match(range: RankRange, depth: number, isUnfinished: boolean, criteria: Criteria): void;
}

/** State of the matcher: allocated once, so that no allocation happens per candidate. */
interface MatchState extends OfferState {
  readonly rotations: Rotations;
  readonly cells: CellChooser;
  readonly largeSection: number;
  /** Ranks where each tier begins, and where the last one ends: names typed to the end, with another word, with more letters. */
  readonly bounds: Uint32Array;
  /** The same bounds within one section. */
  readonly sectionBounds: Uint32Array;
}

/**
 * Creates the matcher over the arrays of a dataset.
 *
 * Shape: without focus and units the whole dataset is scanned; with a focus or units behind the name the cells that these allow, nearest
 * first; a few names are examined directly. Only names that can still enter the list are visited.
 * Cost: names, members and cells examined are counted; nothing is allocated for them.
 */
export function createMatcher(
  arrays: SuggestArrays,
  rotations: Rotations,
  context: UnitContext,
  table: UnitTable,
  tables: PlaceTables | undefined,
  list: BestList,
): Matcher {
  const ruler = createRuler();
  const state: MatchState = {
    ...{ arrays, rotations, tables, list },
    featureCount: tables?.featureCount ?? 0,
    largeSection: arrays.cellBaseWard.length - 1,
    cells: createCellChooser(arrays, context, ruler),
    weigher: createWeigher(arrays, context, table, tables, ruler),
    candidate: { entry: 0, member: 0, house: NO_HOUSE, key: 0, score: 0 } satisfies Candidate,
    bounds: new Uint32Array(TIERS + 1),
    sectionBounds: new Uint32Array(TIERS + 1),
    criteria: NO_CRITERIA,
    work: 0,
    mostWork: 0,
    bonus: 0,
    isWholeName: false,
    spelled: 0,
  };
  return {
    begin: (most) => {
      state.work = 0;
      state.mostWork = most;
      state.cells.begin();
    },
    match: (range, depth, isUnfinished, criteria) => {
      if (state.work >= state.mostWork) return;
      setBounds(state, range, depth, isUnfinished);
      matchNearFirst(state, criteria);
    },
  };
}

/** Sets the bounds of the tiers for a range of ranks. */
function setBounds(state: MatchState, range: RankRange, depth: number, isUnfinished: boolean): void {
  const { bounds, rotations } = state;
  const equalEnd = rotations.past(range, depth, END);
  const wholeEnd = rotations.past({ from: equalEnd, to: range.to }, depth, SPACE);
  bounds[0] = range.from;
  bounds[1] = equalEnd;
  bounds[2] = wholeEnd;
  bounds[3] = isUnfinished ? range.to : wholeEnd;
}

/** Matches within the radius; without one near the focus, then everywhere if the list is not full. */
function matchNearFirst(state: MatchState, criteria: Criteria): void {
  const end = state.bounds[TIERS];
  state.criteria = criteria;
  if (nextRank(state, state.bounds[0], end) >= end) return;
  if (criteria.focus === undefined || criteria.radiusMeters < Infinity) {
    matchWithin(state, criteria);
    return;
  }
  matchWithin(state, { ...criteria, radiusMeters: NEAR_METERS });
  if (state.list.threshold() > -Infinity) return;
  matchWithin(state, { ...criteria, focus: undefined, penalty: criteria.penalty + FAR_PENALTY });
}

function matchWithin(state: MatchState, criteria: Criteria): void {
  state.criteria = criteria;
  state.spelled = criteria.typed.length > 0 ? SPELLED_BONUS : 0;
  state.weigher.use(criteria);
  if (criteria.focus === undefined && criteria.mentions.length === 0)
    scanTiers(state, EVERYWHERE, state.bounds, 0);
  else if (isDirect(state, mostDirect(state))) offerDirectly(state);
  else scanCells(state);
}

/** Returns how many names and members may be examined directly; fewer if the cells to scan instead are few. */
function mostDirect({ criteria, cells }: MatchState): number {
  const count = criteria.focus === undefined ? cells.choose(criteria) : EVERY_CELL;
  return count === EVERY_CELL ? MOST_DIRECT : Math.min(MOST_DIRECT, (count + 1) * DIRECT_PER_CELL);
}

/** Reports whether the names of the range and their members are at most `most`. */
function isDirect(state: MatchState, most: number): boolean {
  const { rotation, memberStart } = state.arrays;
  const to = state.bounds[TIERS];
  let count = 0;
  for (let rank = nextRank(state, state.bounds[0], to); rank < to; rank = nextRank(state, rank + 1, to)) {
    const key = keyOfRotation(rotation[rank]);
    count += 1 + memberStart[key + 1] - memberStart[key];
    if (count > most) return false;
  }
  return true;
}

/** Returns the first rank from `from` to `to` (exclusive) whose name a street has, if only streets are searched. */
function nextRank({ criteria, arrays }: MatchState, from: number, to: number): number {
  if (!criteria.streetsOnly) return from;
  const { rotationStreetWeight: weights, rotationStreetBlock: blocks } = arrays;
  let at = from;
  while (at < to && weights[at] === 0) {
    if (blocks[at >>> BLOCK_BITS] === 0) at = (at | BLOCK_MASK) + 1;
    else at += 1;
  }
  return at;
}

/** Offers the members of all names of the range, tier by tier. */
function offerDirectly(state: MatchState): void {
  const { bounds, arrays } = state;
  for (let tier = 0; tier < TIERS; tier += 1) {
    state.bonus = TIER_BONUS[tier] - state.criteria.penalty;
    state.isWholeName = tier === 0;
    const to = bounds[tier + 1];
    let rank = nextRank(state, bounds[tier], to);
    for (; rank < to; rank = nextRank(state, rank + 1, to)) {
      offerAll(state, arrays.rotation[rank]);
    }
  }
}

/** Scans the cells that the criteria allow, nearest first. */
function scanCells(state: MatchState): void {
  const { cells, criteria, list } = state;
  const hasFocus = criteria.focus !== undefined;
  const count = cells.choose(criteria);
  if (count === EVERY_CELL) {
    scanTiers(state, EVERYWHERE, state.bounds, 0);
    return;
  }
  scanSection(state, state.largeSection, hasFocus ? MOST_GAIN : 0);
  const most = mostPoints(state);
  for (let i = 0; i < count && state.work < state.mostWork; i += 1) {
    const gain = hasFocus ? gainAt(cells.meters(i)) : 0;
    // Cells are sorted by distance, so no later cell can have a better candidate.
    if (most + gain <= list.threshold()) return;
    scanSection(state, cells.cell(i), gain);
  }
}

/** Returns the most points that a candidate of the range can have without the gain of being near. */
function mostPoints({ bounds, criteria, spelled }: MatchState): number {
  let tier = 0;
  while (bounds[tier] === bounds[tier + 1]) tier += 1;
  const house = criteria.path === undefined ? 0 : HOUSE_BONUS;
  return MOST_WEIGHT + spelled + (TIER_BONUS[tier] ?? 0) + house - criteria.penalty;
}

/** Scans the ranks of the range that one section contains. */
function scanSection(state: MatchState, section: number, gain: number): void {
  const { bounds, sectionBounds } = state;
  const { cellStart, cellRank } = state.arrays;
  state.work += 1;
  let [low, high] = [cellStart[section], cellStart[section + 1]];
  low = lowerBound(cellRank, bounds[0], low, high);
  high = lowerBound(cellRank, bounds[TIERS], low, high);
  if (low === high) return;
  for (let i = 0; i < bounds.length; i += 1) sectionBounds[i] = lowerBound(cellRank, bounds[i], low, high);
  scanTiers(state, section, sectionBounds, gain);
}

/** Scans a section within bounds, tier by tier. */
function scanTiers(state: MatchState, section: number, within: Uint32Array, gain: number): void {
  const { criteria, spelled } = state;
  const extra = spelled + (criteria.path === undefined ? 0 : HOUSE_BONUS);
  for (let tier = 0; tier < TIERS; tier += 1) {
    const [from, to] = [within[tier], within[tier + 1]];
    if (from === to) continue;
    state.bonus = TIER_BONUS[tier] - criteria.penalty;
    state.isWholeName = tier === 0;
    scan(state, section, from, to, state.bonus + extra + gain);
  }
}

/** Visits the rotations of a section that can still enter the list; `gain` is the most that members gain beside their weight. */
function scan(state: MatchState, section: number, from: number, to: number, gain: number): void {
  const { arrays, list } = state;
  const isEverywhere = section === EVERYWHERE;
  const weights = weightsOf(state, isEverywhere);
  const blocks = blocksOf(state, isEverywhere);
  // Weight 0 means that the rotation has no member here.
  let least = Math.max(0, list.threshold() - gain);
  for (let at = from; at < to && state.work < state.mostWork;) {
    if ((at & BLOCK_MASK) === 0 && blocks[at >>> BLOCK_BITS] <= least) at += BLOCK_MASK + 1;
    else {
      if (weights[at] > least) {
        visit(state, section, isEverywhere ? at : arrays.cellRank[at]);
        least = Math.max(0, list.threshold() - gain);
      }
      at += 1;
    }
  }
}

/** Returns the greatest weight of the members of each rotation. */
function weightsOf({ arrays, criteria }: MatchState, isEverywhere: boolean): Uint8Array {
  if (isEverywhere) return criteria.streetsOnly ? arrays.rotationStreetWeight : arrays.rotationWeight;
  return criteria.streetsOnly ? arrays.cellStreetWeight : arrays.cellWeight;
}

/** Returns the greatest weight of each block of rotations. */
function blocksOf({ arrays, criteria }: MatchState, isEverywhere: boolean): Uint8Array {
  if (isEverywhere) return criteria.streetsOnly ? arrays.rotationStreetBlock : arrays.rotationBlock;
  return criteria.streetsOnly ? arrays.cellStreetBlock : arrays.cellBlock;
}

/** Offers the members that a rotation has in a section. */
function visit(state: MatchState, section: number, rank: number): void {
  state.work += 1;
  const packed = state.arrays.rotation[rank];
  if (section === EVERYWHERE) {
    offerTop(state, packed);
    // The best members may lie outside the units behind the name.
    if (state.criteria.mentions.length > 0 && state.list.threshold() === -Infinity) offerAll(state, packed);
  } else offerInCell(state, packed, section, section === state.largeSection);
}
