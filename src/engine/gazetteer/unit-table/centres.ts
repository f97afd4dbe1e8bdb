import { remember } from '../remember.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { AdminDataset } from '../units/units.ts';
import { members } from './ranges.ts';
import type { Unit, UnitTable } from './units.ts';

/** Wards with a smaller share of their base wards in a unit do not count for its centre. */
const SLIVER = 0.25;

/** The centre of a unit and the radius around it. */
export interface UnitCentre {
  position: Position;
  radiusMeters: number;
}

/** Returns the wards in force of some base wards, ascending, without repetition. */
export function wardsOf(table: UnitTable, ranges: Unit['ranges']): number[] {
  const wards: number[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    for (let baseWard = ranges[i]; baseWard < ranges[i + 1]; baseWard += 1) {
      const ward = table.wardOf[baseWard];
      // Base wards of one ward are neighbours in their order.
      if (ward !== wards[wards.length - 1]) wards.push(ward);
    }
  }
  if (wards.length < 2) return wards;
  wards.sort((a, b) => a - b);
  return wards.filter((ward, i) => i === 0 || ward !== wards[i - 1]);
}

/**
 * Creates the function that returns the position of a unit; computed positions are cached.
 *
 * Shape: units in force have the position of the dataset; a former unit has the point with the least distance to its people: to its successors, each weighted by
 * the number of its base wards in the unit, since former wards had about as many people each. The radius of a unit above the ward contains 95 % of that weight.
 * Special zones, which are islands, do not count beside other wards.
 */
export function createCentres(dataset: AdminDataset, table: UnitTable): (unit: Unit) => UnitCentre {
  const baseWardsOfWard = new Int32Array(dataset.wards.length);
  for (const ward of table.wardOf) baseWardsOfWard[ward] = baseWardsOfWard[ward] + 1;
  const largeCentreOf = remember((unit: Unit) => {
    const weights = withoutIslands(dataset, weighWards(table, baseWardsOfWard, unit));
    const position =
      unit.kind === 'province' ? dataset.provinces[unit.index].position : middleOf(dataset, weights);
    return { position, radiusMeters: radiusAround(dataset, weights, position) };
  });
  return (unit) => {
    if (unit.kind !== 'ward') return largeCentreOf(unit);
    const { position, radiusMeters } = dataset.wards[unit.index];
    return { position, radiusMeters };
  };
}

function weighWards(table: UnitTable, baseWardsOfWard: Int32Array, unit: Unit): Map<number, number> {
  const baseWards = new Map<number, number>();
  for (const baseWard of members(unit.ranges)) {
    const ward = table.wardOf[baseWard];
    baseWards.set(ward, (baseWards.get(ward) ?? 0) + 1);
  }
  const weights = new Map<number, number>();
  const slivers = new Map<number, number>();
  for (const [ward, count] of baseWards) {
    // A ward with only a corner of the unit would move the centre away from the unit.
    (count < SLIVER * baseWardsOfWard[ward] ? slivers : weights).set(ward, count);
  }
  return weights.size > 0 ? weights : slivers;
}

/** Leaves special zones out of some wards, unless there are only such: they are islands, and would move the centre of a province into the sea. */
function withoutIslands(dataset: AdminDataset, weights: ReadonlyMap<number, number>): [number, number][] {
  const all = [...weights];
  const mainland = all.filter(([ward]) => dataset.wards[ward].type !== 'Đặc khu');
  return mainland.length > 0 ? mainland : all;
}

/** Steps towards the point with the least distance: the next ones move it by less than a hundred metres. */
const STEPS = 30;
/** A ward nearer than this does not hold the point fast. */
const NEAREST_METERS = 200;

/** Returns the point whose weighted distance to the positions of wards is least. Source: Weiszfeld's algorithm, from the weighted mean. */
function middleOf({ wards }: AdminDataset, weights: readonly [number, number][]): Position {
  let middle: Position | undefined;
  for (let step = 0; step <= STEPS; step += 1) {
    let [total, lat, lon] = [0, 0, 0];
    for (const [ward, weight] of weights) {
      const { position } = wards[ward];
      const pull = middle ? weight / Math.max(NEAREST_METERS, distanceMeters(middle, position)) : weight;
      total += pull;
      lat += position.lat * pull;
      lon += position.lon * pull;
    }
    middle = { lat: lat / total, lon: lon / total };
  }
  return middle as Position;
}

/** Returns the radius around a position that contains 95 % of the weight of wards. */
function radiusAround(
  { wards }: AdminDataset,
  weights: readonly [number, number][],
  position: Position,
): number {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const reaches = weights.map(([number, weight]) => {
    const ward = wards[number];
    return { weight, reach: distanceMeters(position, ward.position) + ward.radiusMeters };
  });
  reaches.sort((a, b) => a.reach - b.reach);
  let held = 0;
  let radiusMeters = 0;
  for (const { weight, reach } of reaches) {
    if (held >= 0.95 * total) break;
    held += weight;
    radiusMeters = reach;
  }
  return Math.round(radiusMeters);
}

/** Returns the distance from a position to the farthest point of those of some wards that have a share; 0 if none has. */
export function reachOfWards(
  dataset: AdminDataset,
  position: Position,
  wards: readonly { ward: number; share: number }[],
): number {
  let reach = 0;
  for (const { ward, share } of wards) {
    if (share === 0) continue;
    const { position: centre, radiusMeters } = dataset.wards[ward];
    reach = Math.max(reach, distanceMeters(position, centre) + radiusMeters);
  }
  return reach;
}

/** Relations between units, and their positions. */
export interface UnitFacts {
  centreOf(unit: Unit): UnitCentre;
  /** Returns the distance from a position to the farthest point of the wards in force that have a share; infinite if none has. */
  reachOf(position: Position, wards: readonly { ward: number; share: number }[]): number;
  /** Returns the province in force that contains a unit. */
  provinceOf(unit: Unit): Unit;
  /** Reports whether all wards in force of one unit belong to the other too. */
  samePlace(a: Unit, b: Unit): boolean;
}

/** Creates the relations between the units of a dataset. */
export function createUnitFacts(
  dataset: AdminDataset,
  table: UnitTable,
  centreOf: (unit: Unit) => UnitCentre,
): UnitFacts {
  const provinces = new Array<Unit>(dataset.provinces.length);
  for (const unit of table.units) if (unit.kind === 'province') provinces[unit.index] = unit;
  const wardsIn = remember((unit: Unit): readonly number[] => wardsOf(table, unit.ranges));
  return {
    centreOf,
    reachOf: (position, wards) => reachOfWards(dataset, position, wards) || Infinity,
    provinceOf: (unit) => {
      const ward = table.wardOf[unit.ranges[0]];
      return provinces[dataset.wards[ward].province];
    },
    samePlace: (a, b) => {
      if (a === b) return true;
      const some = wardsIn(a);
      const others = wardsIn(b);
      // Neighbours may share a ward that was formed from parts of both; then none contains the other.
      return some.length < others.length ? isSubset(some, others) : isSubset(others, some);
    },
  };
}

/** Reports whether all members of a set are in another one; both are ascending, without repetition. */
function isSubset(few: readonly number[], many: readonly number[]): boolean {
  let at = 0;
  for (const member of few) {
    while (at < many.length && many[at] < member) at += 1;
    if (many[at] !== member) return false;
  }
  return true;
}
