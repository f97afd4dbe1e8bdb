import type { Position } from '../../geo/position.ts';
import type { AdminUnits } from '../local-place.ts';
import type { Unit, UnitKind, UnitTable } from '../search/units.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import { NO_HOUSE, UNKNOWN_HOUSE, type BestList, type Candidate } from './best-list.ts';
import { findHouse, type PathRange } from './find-house.ts';
import { createRuler, gainAt, MOST_GAIN } from './proximity.ts';
import type { RankRange, Rotations } from './rotations.ts';
import { END, SPACE } from './rotations.ts';
import { BLOCK, INNER_PENALTY, type SuggestArrays } from './suggest-arrays.ts';
import type { UnitContext, UnitMention } from './unit-context.ts';
import { isLarge } from './unit-places.ts';

/** Points for a name typed to its end, for one whose last typed word is whole, and for others. */
const TIER_BONUS: readonly number[] = [40, 15, 0];
const MOST_WEIGHT = 255;

/** Points lost where the unit behind a name is called otherwise than what was typed of it so far ("quận 1": Quận 10). */
const BEGUN_PENALTY = 20;

/** Points for a house that exists. */
const HOUSE_BONUS = 120;

/** Points that units of the other administrative map lose. */
const OTHER_MAP: Readonly<Record<AdminUnits, Partial<Record<UnitKind, number>>>> = {
  old: { ward: 40, province: 5 },
  new: { 'former-ward': 40, district: 60, 'former-province': 40 },
};

/** Candidates that one question may look at. */
export const MOST_WORK = 3000;

/** Rotations and members of a range up to which all are looked at, wherever they are. */
const MOST_DIRECT = 400;

/** Where no radius is asked for, what lies within this one comes first. */
const NEAR_METERS = 50_000;

/** What comes after everything near. */
const FAR_PENALTY = 1000;

/** Greatest sum of points, which a score of 1 stands for. */
export const MOST_POINTS = MOST_WEIGHT + (TIER_BONUS[0] as number) + HOUSE_BONUS + MOST_GAIN;

/**
 * Says what candidates must meet beside their name.
 *
 * Shape: `isNumbered` behind a house number, which only streets have, `path` where the dataset knows it; `mentions` are units that they must
 * lie in; `skipped` are entries that are not offered.
 * Units: `radiusMeters` around `focus`, Infinity for no limit; `penalty` in points.
 */
export interface Wanted {
  adminUnits: AdminUnits;
  focus: Position | undefined;
  radiusMeters: number;
  mentions: readonly UnitMention[];
  streetsOnly: boolean;
  isNumbered: boolean;
  path: PathRange | undefined;
  penalty: number;
  skipped: ReadonlySet<number>;
}

/** Offers to a list what bears a name within a range of ranks. */
export interface Matcher {
  /** Starts a question: all work is counted from here. */
  begin(): void;
  /** Offers the members of a range whose rotations share their first `depth` bytes. */
  match(range: RankRange, depth: number, isUnfinished: boolean, wanted: Wanted): void;
}

/** Creates the matcher over the arrays of a dataset. Cost: a question looks at MOST_WORK candidates at most, and allocates a list of cells. */
export function createMatcher(
  arrays: SuggestArrays,
  rotations: Rotations,
  context: UnitContext,
  { units, wardOf }: UnitTable,
  tables: PlaceTables | undefined,
  list: BestList,
): Matcher {
  const { rotation, cellPiece, cellUnit, cellBox, cellStart, cellRank, memberStart, member } = arrays;
  const cellCount = cellPiece.length - 1;
  const pieceCount = wardOf.length;
  const thingCount = tables?.thingCount ?? 0;
  const ruler = createRuler();
  const cellMeters = new Float64Array(cellCount);
  let work = 0;
  // What the current call of `match` wants, so that the inner loops need no closures of their own.
  let wanted: Wanted;
  let bonus = 0;
  const candidate: Candidate = { entry: 0, member: 0, house: NO_HOUSE, key: 0, score: 0 };

  const offerMember = (each: number, key: number, isInner: boolean): void => {
    work += 1;
    candidate.member = each;
    candidate.key = key;
    const isOffered =
      each < thingCount
        ? weighThing(each)
        : !wanted.streetsOnly && weighUnit(each - thingCount, units[each - thingCount] as Unit);
    if (!isOffered) return;
    candidate.score += bonus - (isInner ? INNER_PENALTY : 0);
    list.offer(candidate);
  };

  const importanceOf = (each: number): number =>
    each < thingCount
      ? ((tables as PlaceTables).thingImportance[each] as number)
      : (arrays.unitWeight[each - thingCount] as number);

  /** Weighs a street or point of interest; false where it does not meet what is wanted. */
  const weighThing = (thing: number): boolean => {
    const known = tables as PlaceTables;
    const isStreet = thing < known.streetCount;
    if (!isStreet && wanted.streetsOnly) return false;
    candidate.entry = isStreet ? (arrays.streetCluster[thing] as number) : thing;
    const piece = known.thingPiece[thing] as number;
    if (wanted.skipped.has(candidate.entry) || !context.holds(wanted.mentions, piece)) return false;
    candidate.score = known.thingImportance[thing] as number;
    if (!context.isNamedInFull(wanted.mentions, piece)) candidate.score -= BEGUN_PENALTY;
    if (!isNear(known.thingLat[thing] as number, known.thingLon[thing] as number, 0)) return false;
    const row = wanted.path === undefined ? NO_HOUSE : findHouse(known, thing, wanted.path);
    if (row >= 0) candidate.score += HOUSE_BONUS;
    candidate.house = row >= 0 ? row : wanted.isNumbered ? UNKNOWN_HOUSE : NO_HOUSE;
    return true;
  };

  const weighUnit = (number: number, unit: Unit): boolean => {
    candidate.entry = candidate.member;
    candidate.house = NO_HOUSE;
    if (wanted.skipped.has(candidate.entry) || !liesIn(unit)) return false;
    candidate.score = (arrays.unitWeight[number] as number) - (OTHER_MAP[wanted.adminUnits][unit.kind] ?? 0);
    const radius = isLarge(unit) ? (arrays.unitRadius[number] as number) : 0;
    return isNear(arrays.unitLat[number] as number, arrays.unitLon[number] as number, radius);
  };

  /** Adds what being near gains; false outside of the radius. */
  const isNear = (lat: number, lon: number, radius: number): boolean => {
    if (wanted.focus === undefined) return true;
    const meters = Math.max(0, ruler.metersTo(lat, lon) - radius);
    candidate.score += gainAt(meters);
    return meters <= wanted.radiusMeters;
  };

  /** A unit lies in another where a run of its base wards begins in it. */
  const liesIn = ({ ranges }: Unit): boolean => {
    if (wanted.mentions.length === 0) return true;
    for (let i = 0; i < ranges.length; i += 2) {
      if (context.holds(wanted.mentions, ranges[i] as number)) return true;
    }
    return false;
  };

  /** Offers the best members of a rotation from the whole dataset. */
  const visitTop = (rank: number): void => {
    const packed = rotation[rank] as number;
    const key = packed >>> 7;
    const isInner = (packed & 64) !== 0;
    for (let i = arrays.topStart[key] as number; i < (arrays.topStart[key + 1] as number); i += 1) {
      const top = arrays.top[i] as number;
      const most = importanceOf(top) + bonus - (isInner ? INNER_PENALTY : 0);
      // The others are no more important.
      if (wanted.path === undefined && most <= list.threshold()) return;
      offerMember(top, key, isInner);
      if (wanted.path === undefined || top >= arrays.streetNext.length) continue;
      // The house may stand in another ward that the street passes through.
      for (let other = arrays.streetNext[top] as number; other !== top;) {
        offerMember(other, key, isInner);
        other = work < MOST_WORK ? (arrays.streetNext[other] as number) : top;
      }
    }
  };

  /** Offers the members of a key from `low` to `high` (exclusive). */
  const offerBetween = (key: number, low: number, high: number, isInner: boolean): void => {
    if (low >= high) return;
    const end = memberStart[key + 1] as number;
    for (let i = lowerBoundIn(member, memberStart[key] as number, end, low); i < end; i += 1) {
      const each = member[i] as number;
      if (each >= high || work >= MOST_WORK) return;
      if (each < thingCount || !isLarge(units[each - thingCount] as Unit)) offerMember(each, key, isInner);
    }
  };

  const visitCell = (rank: number, cell: number): void => {
    const packed = rotation[rank] as number;
    const key = packed >>> 7;
    const isInner = (packed & 64) !== 0;
    const only = memberStart[key] as number;
    if (only + 1 === memberStart[key + 1]) {
      offerMember(member[only] as number, key, isInner);
      return;
    }
    const [first, last] = [cellPiece[cell] as number, cellPiece[cell + 1] as number];
    if (tables !== undefined) {
      const { pieceStreetStart: streets, piecePoiStart: pois } = tables;
      offerBetween(key, streets[first] as number, streets[last] as number, isInner);
      offerBetween(key, pois[first] as number, pois[last] as number, isInner);
    }
    const { [cell]: unit = 0, [cell + 1]: unitEnd = 0 } = cellUnit;
    offerBetween(key, thingCount + unit, thingCount + unitEnd, isInner);
  };

  const visitLarge = (rank: number): void => {
    const packed = rotation[rank] as number;
    const key = packed >>> 7;
    const end = memberStart[key + 1] as number;
    for (let i = lowerBoundIn(member, memberStart[key] as number, end, thingCount); i < end; i += 1) {
      const each = member[i] as number;
      if (isLarge(units[each - thingCount] as Unit)) offerMember(each, key, (packed & 64) !== 0);
    }
  };

  /** Visits the rotations that can still get into the list, given what their members gain at most beside the weight. */
  const scan = (
    from: number,
    to: number,
    weights: Uint8Array,
    blocks: Uint8Array,
    gain: number,
    visit: (at: number) => void,
  ): void => {
    for (let at = from; at < to && work < MOST_WORK;) {
      // A weight of 0 stands for none.
      const least = Math.max(0, list.threshold() - gain);
      if (at % BLOCK === 0 && (blocks[at / BLOCK] as number) <= least) at += BLOCK;
      else {
        if ((weights[at] as number) > least) {
          work += 1;
          visit(at);
        }
        at += 1;
      }
    }
  };

  /** Scans the parts of some ranks: what was typed to the end, what goes on with another word, what goes on inside the word. */
  const scanTiers = (
    bounds: readonly number[],
    gain: number,
    scanTier: (from: number, to: number, gain: number) => void,
  ): void => {
    const extra = wanted.path === undefined ? 0 : HOUSE_BONUS;
    for (let tier = 0; tier < TIER_BONUS.length; tier += 1) {
      const [from, to] = [bounds[tier] as number, bounds[tier + 1] as number];
      bonus = (TIER_BONUS[tier] as number) - wanted.penalty;
      if (from < to) scanTier(from, to, bonus + extra + gain);
    }
  };

  const scanAll = (bounds: readonly number[]): void => {
    const weights = wanted.streetsOnly ? arrays.rotationStreetWeight : arrays.rotationWeight;
    const blocks = wanted.streetsOnly ? arrays.rotationStreetBlock : arrays.rotationBlock;
    scanTiers(bounds, 0, (from, to, gain) => scan(from, to, weights, blocks, gain, visitTop));
  };

  const scanSection = (section: number, bounds: readonly number[], gain: number): void => {
    const weights = wanted.streetsOnly ? arrays.cellStreetWeight : arrays.cellWeight;
    const blocks = wanted.streetsOnly ? arrays.cellStreetBlock : arrays.cellBlock;
    let [low, high] = [cellStart[section] as number, cellStart[section + 1] as number];
    high = lowerBoundIn(cellRank, low, high, bounds.at(-1) as number);
    low = lowerBoundIn(cellRank, low, high, bounds[0] as number);
    if (low === high) return;
    const visit =
      section === cellCount
        ? (at: number) => visitLarge(cellRank[at] as number)
        : (at: number) => visitCell(cellRank[at] as number, section);
    const own = bounds.map((bound) => lowerBoundIn(cellRank, low, high, bound));
    scanTiers(own, gain, (from, to, most) => scan(from, to, weights, blocks, most, visit));
  };

  const scanCells = (bounds: readonly number[], cells: readonly number[]): void => {
    const isSomewhere = wanted.focus !== undefined;
    scanSection(cellCount, bounds, isSomewhere ? MOST_GAIN : 0);
    const bestTier = TIER_BONUS.findIndex(
      (_, tier) => (bounds[tier] as number) < (bounds[tier + 1] as number),
    );
    const most = MOST_WEIGHT + (TIER_BONUS[bestTier] ?? 0) + (wanted.path === undefined ? 0 : HOUSE_BONUS);
    for (const cell of cells) {
      const gain = isSomewhere ? gainAt(cellMeters[cell] as number) : 0;
      // Cells come nearest first, so that none of the others can hold anything better.
      if (most - wanted.penalty + gain <= list.threshold() || work >= MOST_WORK) return;
      scanSection(cell, bounds, gain);
    }
  };

  /** Bounds the parts of a range that {@link scanTiers} names. */
  const boundsOf = (range: RankRange, depth: number, isUnfinished: boolean): number[] => {
    const equalEnd = rotations.past(range, depth, END);
    const wholeEnd = rotations.past({ from: equalEnd, to: range.to }, depth, SPACE);
    return [range.from, equalEnd, wholeEnd, isUnfinished ? range.to : wholeEnd];
  };

  /** Lists the cells that can hold what is wanted, nearest first. */
  const cellsOf = (pieces: Int32Array | undefined): number[] => {
    const cells: number[] = [];
    for (let cell = 0; cell < cellCount; cell += 1) {
      if (pieces !== undefined && !touches(pieces, cellPiece, cell)) continue;
      // No unit reaches outside of all base wards.
      if (wanted.mentions.length > 0 && (cellPiece[cell] as number) >= pieceCount) continue;
      if (wanted.focus !== undefined) {
        const meters = ruler.metersToBox(cellBox, cell);
        if (meters > wanted.radiusMeters) continue;
        cellMeters[cell] = meters;
      }
      cells.push(cell);
    }
    if (wanted.focus !== undefined) {
      cells.sort((a, b) => (cellMeters[a] as number) - (cellMeters[b] as number) || a - b);
    }
    return cells;
  };

  /** Counts the members of a range, up to a little more than MOST_DIRECT. */
  const countMembers = (bounds: readonly number[]): number => {
    const [from, to] = [bounds[0] as number, bounds.at(-1) as number];
    let count = to - from;
    for (let rank = from; rank < to && count <= MOST_DIRECT; rank += 1) {
      const key = (rotation[rank] as number) >>> 7;
      count += (memberStart[key + 1] as number) - (memberStart[key] as number);
    }
    return count;
  };

  const offerAll = (from: number, to: number): void => {
    for (let rank = from; rank < to; rank += 1) {
      const packed = rotation[rank] as number;
      const key = packed >>> 7;
      for (let i = memberStart[key] as number; i < (memberStart[key + 1] as number); i += 1) {
        offerMember(member[i] as number, key, (packed & 64) !== 0);
      }
    }
  };

  const hasStreet = (from: number, to: number): boolean => {
    const { rotationStreetWeight: weights, rotationStreetBlock: blocks } = arrays;
    for (let at = from; at < to;) {
      if (at % BLOCK === 0 && blocks[at / BLOCK] === 0) at += BLOCK;
      else if ((weights[at] as number) > 0) return true;
      else at += 1;
    }
    return false;
  };

  const matchWithin = (bounds: readonly number[]): void => {
    if (wanted.streetsOnly && !hasStreet(bounds[0] as number, bounds.at(-1) as number)) return;
    if (wanted.focus === undefined && wanted.mentions.length === 0) {
      scanAll(bounds);
      return;
    }
    if (countMembers(bounds) <= MOST_DIRECT) {
      scanTiers(bounds, 0, offerAll);
      return;
    }
    scanCells(bounds, cellsOf(wanted.mentions.length === 0 ? undefined : context.piecesOf(wanted.mentions)));
  };

  return {
    begin: () => (work = 0),
    match: (range, depth, isUnfinished, given) => {
      const bounds = boundsOf(range, depth, isUnfinished);
      wanted = given;
      if (given.focus !== undefined) ruler.aim(given.focus);
      if (given.focus === undefined || given.radiusMeters < Infinity) {
        matchWithin(bounds);
        return;
      }
      wanted = { ...given, radiusMeters: NEAR_METERS };
      matchWithin(bounds);
      if (list.threshold() > -Infinity) return;
      wanted = { ...given, focus: undefined, penalty: given.penalty + FAR_PENALTY };
      matchWithin(bounds);
    },
  };
}

function touches(pieces: Int32Array, cellPiece: Uint32Array, cell: number): boolean {
  const [first, end] = [cellPiece[cell] as number, cellPiece[cell + 1] as number];
  for (let i = 0; i < pieces.length; i += 2) {
    if ((pieces[i] as number) < end && (pieces[i + 1] as number) > first) return true;
  }
  return false;
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
