import { remember } from '../../gazetteer/remember.ts';
import { type UnitFacts, wardsOf } from '../../gazetteer/unit-table/centres.ts';
import { toDegrees, toE7 } from '../../gazetteer/store/access.ts';
import { CORNERS, nearMeters } from './named-units.ts';
import { lonScale, METERS_PER_UNIT, metersBetween, type UnitPosition } from './street-line.ts';
import { type Ranges, uniteRanges } from '../../gazetteer/unit-table/ranges.ts';
import { restOnSameWords, type Stack } from '../reader/stack.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { Position } from '../../../base/geo/position.ts';

/** Most groups and stacks. */
const MOST_GROUPS = 20;
const MOST_STACKS = 600;
/** Stacks for the same words are one group if their scores differ by less than this. */
const SAME_SCORE = 0.15;

/**
 * All units that the same words can mean.
 *
 * Shape: `stack` is the best one; `ranges` are the base wards of all units, each extended to the wards in force that it touches.
 * Cost: `ranges` are computed at their first use: most questions need those of the best group only. A class, since each object literal with a
 * getter gets a hidden class of its own: 2 kB for a question that only a full collection frees.
 */
export class UnitGroup {
  readonly stack: Stack;
  readonly units: Unit[];
  readonly #widen: (unit: Unit) => Ranges;
  #ranges: Ranges | undefined;

  constructor(stack: Stack, widen: (unit: Unit) => Ranges) {
    this.stack = stack;
    this.units = [stack.unit];
    this.#widen = widen;
  }

  get ranges(): Ranges {
    return (this.#ranges ??= unite(this.units, this.#widen));
  }

  /** Reports whether `ranges` have a base ward, without computing them. */
  holds(baseWard: number): boolean {
    if (this.#ranges !== undefined) return holds(this.#ranges, baseWard);
    for (const unit of this.units) if (holds(this.#widen(unit), baseWard)) return true;
    return false;
  }
}

/** The base wards in which streets and places of a unit may be stored. */
export interface UnitReach {
  /** Returns the base wards of a unit and those that share a ward in force with them. */
  widen(unit: Unit): Ranges;
  /** Returns the middle of a unit, in units of the tables. */
  centreOf(unit: Unit): UnitPosition;
  /** Reports whether a position is inside a unit or just outside, by the centre and radius of the unit. */
  isNear(position: UnitPosition, unit: Unit): boolean;
  /** Groups stacks by their words, best first. */
  group(stacks: readonly Stack[]): UnitGroup[];
}

/**
 * Creates the reach of units.
 *
 * Shape: if a source does not give the former ward of a street or place, its base ward is one of the ward in force chosen by estimate, so a former unit
 * is searched in all of them.
 */
export function createUnitReach(table: UnitTable, facts: UnitFacts): UnitReach {
  const rangesOfWard: Ranges[] = [];
  for (const { kind, index, ranges } of table.units) if (kind === 'ward') rangesOfWard[index] = ranges;
  const widenFormer = remember((unit: Unit) =>
    uniteRanges(wardsOf(table, unit.ranges).map((ward) => rangesOfWard[ward])),
  );
  const widen = (unit: Unit): Ranges =>
    unit.kind === 'ward' || unit.kind === 'province' ? unit.ranges : widenFormer(unit);
  return {
    widen,
    centreOf(unit) {
      const { position } = facts.centreOf(unit);
      return { lat: toE7(position.lat), lon: toE7(position.lon) };
    },
    isNear({ lat, lon }, unit) {
      const { position, radiusMeters } = facts.centreOf(unit);
      return metersBetween(lat, lon, toE7(position.lat), toE7(position.lon)) <= nearMeters(radiusMeters);
    },
    group(stacks) {
      const groups: UnitGroup[] = [];
      const limit = Math.min(MOST_STACKS, stacks.length);
      for (let i = 0; i < limit; i += 1) {
        const stack = stacks[i];
        const group = groupOf(groups, stack);
        if (group !== undefined) group.units.push(stack.unit);
        else if (groups.length < MOST_GROUPS) groups.push(new UnitGroup(stack, widen));
      }
      return groups;
    },
  };
}

/** Returns the group of the words of a stack; undefined if there is none yet. */
function groupOf(groups: readonly UnitGroup[], stack: Stack): UnitGroup | undefined {
  for (const group of groups) if (isAlike(group.stack, stack)) return group;
  return undefined;
}

function isAlike(a: Stack, b: Stack): boolean {
  return a.score - b.score < SAME_SCORE && restOnSameWords(a, b);
}

function unite(units: readonly Unit[], widen: (unit: Unit) => Ranges): Ranges {
  return units.length === 1 ? widen(units[0]) : uniteRanges(units.map(widen));
}

/** Reports whether a set contains a base ward. */
export function holds(ranges: Ranges, baseWard: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle] <= baseWard) low = middle + 1;
    else high = middle;
  }
  return (low & 1) === 1;
}

/** The distance test between positions and administrative units. */
export interface UnitBorder {
  /**
   * Reports whether a position is inside a unit, or at most some metres outside of it.
   *
   * Shape: the area of a former unit is that of its successor wards. Approximate: the border is sampled in the direction of the unit.
   * Cost: 3 microseconds inside, up to 40 outside; nothing if the circle around the unit is too far.
   */
  isWithin(position: UnitPosition, unit: Unit, meters: number): boolean;
}

/** Directions that are sampled, in radians from the direction of the unit's centre. */
const DIRECTIONS = [0, 0.6, -0.6, 1.2, -1.2];
/** Shares of the distance that are sampled; a narrow unit may be only at half the distance. */
const STEPS = [1, 0.5];

/** Creates the distance test from the map of wards. */
export function createUnitBorder(
  table: UnitTable,
  facts: UnitFacts,
  wardAt: AdminDataset['wardAt'],
): UnitBorder {
  const wardSetOf = remember((unit: Unit): ReadonlySet<number> => new Set(wardsOf(table, unit.ranges)));
  const isIn = (lat: number, lon: number, wards: ReadonlySet<number>): boolean =>
    wards.has(wardAt({ lat: toDegrees(Math.round(lat)), lon: toDegrees(Math.round(lon)) }));

  /** Reports whether a position, or one of some positions around it in the direction of a unit, is inside the unit. */
  const isSampled = (lat: number, lon: number, unit: Unit, centre: UnitPosition, meters: number): boolean => {
    const wards = wardSetOf(unit);
    if (isIn(lat, lon, wards)) return true;
    if (meters === 0) return false;
    const scale = lonScale(lat);
    const toCentre = Math.atan2(centre.lat - lat, (centre.lon - lon) * scale);
    for (const share of STEPS) {
      const reach = (share * meters) / METERS_PER_UNIT;
      for (const turn of DIRECTIONS) {
        const angle = toCentre + turn;
        if (isIn(lat + Math.sin(angle) * reach, lon + (Math.cos(angle) * reach) / scale, wards)) return true;
      }
    }
    return false;
  };

  return {
    isWithin({ lat, lon }, unit, meters) {
      const { position, radiusMeters } = facts.centreOf(unit);
      const centre = { lat: toE7(position.lat), lon: toE7(position.lon) };
      if (metersBetween(lat, lon, centre.lat, centre.lon) > CORNERS * radiusMeters + meters) return false;
      return isSampled(lat, lon, unit, centre, meters);
    },
  };
}

/** Number of positions that are kept, 80 kB; a power of two. With 512 a quarter more of them is looked up on real addresses. */
const KEPT_WARDS = 4096;
/** Units of the tables in a degree. */
const PER_DEGREE = 1e7;

/**
 * Returns a function that returns the ward of a position as another one does, and keeps the last answers.
 *
 * Shape: the positions are those of the tables, so that the same place is the same position.
 * Cost: a few nanoseconds for a position that was just asked; a result is compared with each unit of its question, and its ward is written.
 */
export function keepWards(wardAt: AdminDataset['wardAt']): AdminDataset['wardAt'] {
  const lats = new Float64Array(KEPT_WARDS).fill(NaN);
  const lons = new Float64Array(KEPT_WARDS).fill(NaN);
  const wards = new Int32Array(KEPT_WARDS);
  return (position: Position) => {
    const { lat, lon } = position;
    const slot = ((lat * PER_DEGREE) ^ (lon * PER_DEGREE)) & (KEPT_WARDS - 1);
    if (lats[slot] !== lat || lons[slot] !== lon) {
      wards[slot] = wardAt(position);
      lats[slot] = lat;
      lons[slot] = lon;
    }
    return wards[slot];
  };
}
