import { remember } from '../../gazetteer/remember.ts';
import type { UnitFacts } from '../reader/unit-facts.ts';
import { toE7 } from '../../gazetteer/store/access.ts';
import { nearMeters } from './named-units.ts';
import { metersBetween, type UnitPosition } from './street-line.ts';
import { wardsOf } from '../../gazetteer/unit-table/centres.ts';
import { uniteRanges, type Ranges } from '../../gazetteer/unit-table/ranges.ts';
import { restOnSameWords, type Stack } from '../reader/stack.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';

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
}

/** The base wards in which streets and places of a unit may be stored. */
export interface UnitReach {
  /** Returns the base wards of a unit and those that share a ward in force with them. */
  widen(unit: Unit): Ranges;
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
