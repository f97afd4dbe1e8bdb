import type { UnitTable } from '../../gazetteer/unit-search/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { NO_HOUSE, type BestList, type Candidate } from './best-list.ts';
import { createCellChooser, EVERY_CELL } from './choose-cells.ts';
import { createRuler, gainAt, MOST_GAIN } from './proximity.ts';
import { END, SPACE, type RankRange, type Rotations } from '../../gazetteer/autocomplete/rotations.ts';
import {
  BLOCK_BITS,
  INNER_PENALTY,
  LAST_ROTATION_BYTE,
  type SuggestArrays,
} from '../../gazetteer/autocomplete/suggest-arrays.ts';
import { SPELLED_BONUS, spelledPoints } from './spelling.ts';
import type { UnitContext } from './unit-context.ts';
import { FAR_PENALTY, HOUSE_BONUS, MOST_WEIGHT, TIER_BONUS, type Wanted } from './wanted.ts';
import { createWeigher } from './weigher.ts';

const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

/** Names and members of a range up to which all are looked at, wherever they are; at most, and for each cell that could be looked at instead. */
const MOST_DIRECT = 400;
const DIRECT_PER_CELL = 16;

/** Where no radius is asked for, what lies within this one comes first. */
const NEAR_METERS = 50_000;

/** Points that a place of interest loses where its type word is left out: "nguyễn huệ" is rather the street than the school. */
const BARE_PENALTY = 15;

/** Stands for the whole dataset among the sections of cells. */
const EVERYWHERE = -1;

/** Offers to a list what bears a name within a range of ranks. */
export interface Matcher {
  /** Starts a question, or another try at it: so many names, members and cells may be looked at from here on. */
  begin(most: number): void;
  /** Offers the members of a range whose rotations share their first `depth` bytes. */
  match(range: RankRange, depth: number, isUnfinished: boolean, wanted: Wanted): void;
}

/**
 * Creates the matcher over the arrays of a dataset.
 *
 * Shape: what is asked from nowhere is looked for in the whole dataset; what has a focus or units behind it in the cells that these allow, nearest
 * first; few names everywhere at once. In each, only names are visited that can still get into the list.
 * Cost: names, members and cells looked at are counted; nothing is allocated for them.
 */
export function createMatcher(
  arrays: SuggestArrays,
  rotations: Rotations,
  context: UnitContext,
  table: UnitTable,
  tables: PlaceTables | undefined,
  list: BestList,
): Matcher {
  const { rotation, cellPiece, cellUnit, cellStart, cellRank, memberStart, member, streetNext } = arrays;
  const largeSection = cellPiece.length - 1;
  const thingCount = tables?.thingCount ?? 0;
  const ruler = createRuler();
  const cells = createCellChooser(arrays, context, ruler);
  const weigher = createWeigher(arrays, context, table, tables, ruler);
  const candidate: Candidate = { entry: 0, member: 0, house: NO_HOUSE, key: 0, score: 0 };
  // Bounds of what was typed to the end, of what goes on with another word, of what goes on inside the word: of ranks, and in one section.
  const bounds = new Uint32Array(TIER_BONUS.length + 1);
  const own = new Uint32Array(TIER_BONUS.length + 1);
  let wanted: Wanted;
  let work = 0;
  let mostWork = 0;
  let bonus = 0;
  // Most points that the spelling of a name can gain.
  let spelled = 0;

  const offer = (each: number, packed: number): void => {
    work += 1;
    candidate.member = each;
    candidate.key = packed >>> 7;
    if (!weigher.weigh(candidate)) return;
    candidate.score += bonus - lossOf(packed);
    if (isBare(packed) && weigher.isPoi(each)) candidate.score -= BARE_PENALTY;
    // Names are only read where their spelling decides.
    if (spelled > 0 && candidate.score + spelled > list.threshold())
      candidate.score += spelledPoints(wanted.typed, weigher.nameOf(each));
    list.offer(candidate);
  };

  /** Offers the members of a key from `low` to `high` (exclusive), of units only large or only other ones. */
  const offerBetween = (packed: number, low: number, high: number, isLarge: boolean): void => {
    if (low >= high) return;
    const key = packed >>> 7;
    const end = memberStart[key + 1] as number;
    for (let i = lowerBoundIn(member, memberStart[key] as number, end, low); i < end; i += 1) {
      const each = member[i] as number;
      if (each >= high || work >= mostWork) return;
      if (weigher.isLargeUnit(each) === isLarge) offer(each, packed);
    }
  };

  const offerAll = (packed: number): void => {
    const key = packed >>> 7;
    const end = memberStart[key + 1] as number;
    for (let i = memberStart[key] as number; i < end && work < mostWork; i += 1) {
      offer(member[i] as number, packed);
    }
  };

  /** Offers the best members of a key from the whole dataset. */
  const offerTop = (packed: number): void => {
    const key = packed >>> 7;
    for (let i = arrays.topStart[key] as number; i < (arrays.topStart[key + 1] as number); i += 1) {
      const top = arrays.top[i] as number;
      const most = weigher.importanceOf(top) + bonus + spelled - lossOf(packed);
      // The others are no more important.
      if (wanted.path === undefined && most <= list.threshold()) return;
      offer(top, packed);
      const isAnywhere = wanted.path === undefined && wanted.mentions.length === 0;
      if (isAnywhere || top >= streetNext.length) continue;
      // The house, or the unit, may be another one that the street passes through.
      for (let other = streetNext[top] as number; other !== top && work < mostWork;) {
        offer(other, packed);
        other = streetNext[other] as number;
      }
    }
  };

  /** Offers the members that a rotation has in a section. */
  const visit = (section: number, rank: number): void => {
    work += 1;
    const packed = rotation[rank] as number;
    const key = packed >>> 7;
    const first = memberStart[key] as number;
    if (section === EVERYWHERE) {
      offerTop(packed);
      // The best ones may lie in other units than those behind the name.
      if (wanted.mentions.length > 0 && list.threshold() === -Infinity) offerAll(packed);
    } else if (first + 1 === memberStart[key + 1]) offer(member[first] as number, packed);
    else if (section === largeSection) offerBetween(packed, thingCount, Infinity, true);
    else {
      const [start, end] = [cellPiece[section] as number, cellPiece[section + 1] as number];
      if (tables !== undefined) {
        const { pieceStreetStart: streets, piecePoiStart: pois } = tables;
        offerBetween(packed, streets[start] as number, streets[end] as number, false);
        offerBetween(packed, pois[start] as number, pois[end] as number, false);
      }
      const [unit, unitEnd] = [cellUnit[section] as number, cellUnit[section + 1] as number];
      offerBetween(packed, thingCount + unit, thingCount + unitEnd, false);
    }
  };

  /** Visits the rotations of a section that can still get into the list, given what members gain at most beside their weight. */
  const scan = (section: number, from: number, to: number, gain: number): void => {
    const [weights, blocks] = weightsOf(section);
    // A weight of 0 stands for none.
    let least = Math.max(0, list.threshold() - gain);
    for (let at = from; at < to && work < mostWork;) {
      if ((at & BLOCK_MASK) === 0 && (blocks[at >>> BLOCK_BITS] as number) <= least) at += BLOCK_MASK + 1;
      else {
        if ((weights[at] as number) > least) {
          visit(section, section === EVERYWHERE ? at : (cellRank[at] as number));
          least = Math.max(0, list.threshold() - gain);
        }
        at += 1;
      }
    }
  };

  const weightsOf = (section: number): readonly [Uint8Array, Uint8Array] => {
    if (section === EVERYWHERE) {
      return wanted.streetsOnly
        ? [arrays.rotationStreetWeight, arrays.rotationStreetBlock]
        : [arrays.rotationWeight, arrays.rotationBlock];
    }
    return wanted.streetsOnly
      ? [arrays.cellStreetWeight, arrays.cellStreetBlock]
      : [arrays.cellWeight, arrays.cellBlock];
  };

  /** Scans a section within bounds, tier by tier. */
  const scanTiers = (section: number, within: Uint32Array, gain: number): void => {
    const extra = spelled + (wanted.path === undefined ? 0 : HOUSE_BONUS);
    for (let tier = 0; tier < TIER_BONUS.length; tier += 1) {
      const [from, to] = [within[tier] as number, within[tier + 1] as number];
      if (from === to) continue;
      bonus = (TIER_BONUS[tier] as number) - wanted.penalty;
      scan(section, from, to, bonus + extra + gain);
    }
  };

  const scanSection = (section: number, gain: number): void => {
    work += 1;
    let [low, high] = [cellStart[section] as number, cellStart[section + 1] as number];
    low = lowerBoundIn(cellRank, low, high, bounds[0] as number);
    high = lowerBoundIn(cellRank, low, high, bounds[TIER_BONUS.length] as number);
    if (low === high) return;
    for (let i = 0; i < bounds.length; i += 1)
      own[i] = lowerBoundIn(cellRank, low, high, bounds[i] as number);
    scanTiers(section, own, gain);
  };

  const scanCells = (): void => {
    const isSomewhere = wanted.focus !== undefined;
    const count = cells.choose(wanted);
    if (count === EVERY_CELL) {
      scanTiers(EVERYWHERE, bounds, 0);
      return;
    }
    scanSection(largeSection, isSomewhere ? MOST_GAIN : 0);
    let tier = 0;
    while (bounds[tier] === bounds[tier + 1]) tier += 1;
    const most =
      MOST_WEIGHT + spelled + (TIER_BONUS[tier] ?? 0) + (wanted.path === undefined ? 0 : HOUSE_BONUS);
    for (let i = 0; i < count && work < mostWork; i += 1) {
      const gain = isSomewhere ? gainAt(cells.meters(i)) : 0;
      // Cells come nearest first, so that none of the others can hold anything better.
      if (most - wanted.penalty + gain <= list.threshold()) return;
      scanSection(cells.cell(i), gain);
    }
  };

  /** Units behind a name often leave so few cells that looking at these is less. */
  const mostDirect = (): number => {
    const count = wanted.focus === undefined ? cells.choose(wanted) : EVERY_CELL;
    return count === EVERY_CELL ? MOST_DIRECT : Math.min(MOST_DIRECT, (count + 1) * DIRECT_PER_CELL);
  };

  /** Tells whether the names of the range, and who bears them, are few. */
  const isDirect = (most: number): boolean => {
    const to = bounds[TIER_BONUS.length] as number;
    let count = 0;
    for (let rank = nextRank(bounds[0] as number, to); rank < to; rank = nextRank(rank + 1, to)) {
      const key = (rotation[rank] as number) >>> 7;
      count += 1 + (memberStart[key + 1] as number) - (memberStart[key] as number);
      if (count > most) return false;
    }
    return true;
  };

  /** Finds the first rank from one on, before another, that something wanted bears. */
  const nextRank = (from: number, to: number): number => {
    if (!wanted.streetsOnly) return from;
    const { rotationStreetWeight: weights, rotationStreetBlock: blocks } = arrays;
    let at = from;
    while (at < to && weights[at] === 0) {
      if (blocks[at >>> BLOCK_BITS] === 0) at = (at | BLOCK_MASK) + 1;
      else at += 1;
    }
    return at;
  };

  const offerDirectly = (): void => {
    for (let tier = 0; tier < TIER_BONUS.length; tier += 1) {
      bonus = (TIER_BONUS[tier] as number) - wanted.penalty;
      const to = bounds[tier + 1] as number;
      for (let rank = nextRank(bounds[tier] as number, to); rank < to; rank = nextRank(rank + 1, to)) {
        const packed = rotation[rank] as number;
        offerAll(packed);
      }
    }
  };

  const matchWithin = (given: Wanted): void => {
    wanted = given;
    spelled = given.typed.length > 0 ? SPELLED_BONUS : 0;
    weigher.want(given);
    if (wanted.focus === undefined && wanted.mentions.length === 0) scanTiers(EVERYWHERE, bounds, 0);
    else if (isDirect(mostDirect())) offerDirectly();
    else scanCells();
  };

  const setBounds = (range: RankRange, depth: number, isUnfinished: boolean): void => {
    const equalEnd = rotations.past(range, depth, END);
    const wholeEnd = rotations.past({ from: equalEnd, to: range.to }, depth, SPACE);
    bounds[0] = range.from;
    bounds[1] = equalEnd;
    bounds[2] = wholeEnd;
    bounds[3] = isUnfinished ? range.to : wholeEnd;
  };

  return {
    begin: (most) => {
      work = 0;
      mostWork = most;
      cells.begin();
    },
    match: (range, depth, isUnfinished, given) => {
      if (work >= mostWork) return;
      setBounds(range, depth, isUnfinished);
      const end = bounds[TIER_BONUS.length] as number;
      wanted = given;
      if (nextRank(bounds[0] as number, end) >= end) return;
      if (given.focus === undefined || given.radiusMeters < Infinity) {
        matchWithin(given);
        return;
      }
      matchWithin({ ...given, radiusMeters: NEAR_METERS });
      if (list.threshold() > -Infinity) return;
      matchWithin({ ...given, focus: undefined, penalty: given.penalty + FAR_PENALTY });
    },
  };
}

/** Points that a rotation loses for where it begins. */
function lossOf(packed: number): number {
  return (packed & 64) === 0 ? 0 : INNER_PENALTY;
}

/** Tells whether a rotation is a name without its type word. */
function isBare(packed: number): boolean {
  return (packed & 64) === 0 && (packed & LAST_ROTATION_BYTE) > 0;
}

function lowerBoundIn(ascending: Uint32Array, from: number, to: number, value: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
