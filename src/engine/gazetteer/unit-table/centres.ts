import { remember } from '../remember.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { AdminDataset, Province, Ward } from '../units/units.ts';
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
 * Shape: units in force have the position of the dataset; a former unit has the centre of its successors, each weighted by its area and by the share of
 * its base wards in the unit, with a radius that contains 95 % of that weight. Special zones, which are islands, do not count beside other wards.
 */
export function createCentres(dataset: AdminDataset, table: UnitTable): (unit: Unit) => UnitCentre {
  const baseWardsOfWard = new Int32Array(dataset.wards.length);
  for (const ward of table.wardOf) baseWardsOfWard[ward] = baseWardsOfWard[ward] + 1;
  const formerCentreOf = remember((unit: Unit) =>
    weightedCentre(dataset, withoutIslands(dataset, weighWards(dataset, table, baseWardsOfWard, unit))),
  );
  return (unit) => {
    if (unit.kind === 'province') return centreOf(dataset.provinces[unit.index]);
    if (unit.kind === 'ward') return centreOf(dataset.wards[unit.index]);
    return formerCentreOf(unit);
  };
}

function centreOf(unit: Province | Ward): UnitCentre {
  return { position: unit.position, radiusMeters: unit.radiusMeters };
}

function weighWards(
  dataset: AdminDataset,
  table: UnitTable,
  baseWardsOfWard: Int32Array,
  unit: Unit,
): Map<number, number> {
  const baseWards = new Map<number, number>();
  for (const baseWard of members(unit.ranges)) {
    const ward = table.wardOf[baseWard];
    baseWards.set(ward, (baseWards.get(ward) ?? 0) + 1);
  }
  const weights = new Map<number, number>();
  const slivers = new Map<number, number>();
  for (const [ward, count] of baseWards) {
    const share = count / baseWardsOfWard[ward];
    // A ward with only a corner of the unit would move the centre away from the unit.
    (share < SLIVER ? slivers : weights).set(ward, dataset.wards[ward].areaKm2 * share);
  }
  return weights.size > 0 ? weights : slivers;
}

/** Leaves special zones out of some wards, unless there are only such: they are islands, and would move the centre of a province into the sea. */
function withoutIslands(dataset: AdminDataset, weights: ReadonlyMap<number, number>): [number, number][] {
  const all = [...weights];
  const mainland = all.filter(([ward]) => dataset.wards[ward].type !== 'Đặc khu');
  return mainland.length > 0 ? mainland : all;
}

/** Returns the weighted centre of wards, and the radius around it that contains 95 % of their weight. */
function weightedCentre(dataset: AdminDataset, weights: readonly [number, number][]): UnitCentre {
  let total = 0;
  let lat = 0;
  let lon = 0;
  for (const [ward, weight] of weights) {
    const { position } = dataset.wards[ward];
    total += weight;
    lat += position.lat * weight;
    lon += position.lon * weight;
  }
  const position = { lat: lat / total, lon: lon / total };
  const reaches = weights.map(([number, weight]) => {
    const ward = dataset.wards[number];
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
  return { position, radiusMeters: Math.round(radiusMeters) };
}

/** Relations between units, and their positions. */
export interface UnitFacts {
  centreOf(unit: Unit): UnitCentre;
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
