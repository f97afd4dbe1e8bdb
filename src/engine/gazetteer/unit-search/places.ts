import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { AdminDataset, Province, Ward } from '../units/units.ts';
import { members } from './ranges.ts';
import type { Unit, UnitTable } from './units.ts';

/** Wards with a smaller share of their base wards in a unit do not count for its centre. */
const SLIVER = 0.25;

/** The centre of a unit and the radius around it. */
export interface Place {
  position: Position;
  radiusMeters: number;
}

/** Returns the wards in force of some base wards, ascending, without repetition. */
export function wardsOf(table: UnitTable, ranges: Unit['ranges']): number[] {
  const wards: number[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    for (let piece = ranges[i] as number; piece < (ranges[i + 1] as number); piece += 1) {
      const ward = table.wardOf[piece] as number;
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
 * its base wards in the unit, with a radius that contains 95 % of that weight.
 */
export function createPlaces(dataset: AdminDataset, table: UnitTable): (unit: Unit) => Place {
  const piecesOfWard = new Int32Array(dataset.wards.length);
  for (const ward of table.wardOf) piecesOfWard[ward] = (piecesOfWard[ward] as number) + 1;
  const known = new Map<Unit, Place>();
  return (unit) => {
    if (unit.kind === 'province') return placeOf(dataset.provinces[unit.index] as Province);
    if (unit.kind === 'ward') return placeOf(dataset.wards[unit.index] as Ward);
    let place = known.get(unit);
    if (place === undefined) {
      place = centreOf(dataset, weighWards(dataset, table, piecesOfWard, unit));
      known.set(unit, place);
    }
    return place;
  };
}

function placeOf(unit: Province | Ward): Place {
  return { position: unit.position, radiusMeters: unit.radiusMeters };
}

function weighWards(
  dataset: AdminDataset,
  table: UnitTable,
  piecesOfWard: Int32Array,
  unit: Unit,
): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const piece of members(unit.ranges)) {
    const ward = table.wardOf[piece] as number;
    pieces.set(ward, (pieces.get(ward) ?? 0) + 1);
  }
  const weights = new Map<number, number>();
  const slivers = new Map<number, number>();
  for (const [ward, count] of pieces) {
    const share = count / (piecesOfWard[ward] as number);
    // A ward with only a corner of the unit would move the centre away from the unit.
    (share < SLIVER ? slivers : weights).set(ward, (dataset.wards[ward] as Ward).areaKm2 * share);
  }
  return weights.size > 0 ? weights : slivers;
}

/** Returns the weighted centre of wards, and the radius around it that contains 95 % of their weight. */
function centreOf(dataset: AdminDataset, weights: ReadonlyMap<number, number>): Place {
  let total = 0;
  let lat = 0;
  let lon = 0;
  for (const [ward, weight] of weights) {
    const { position } = dataset.wards[ward] as Ward;
    total += weight;
    lat += position.lat * weight;
    lon += position.lon * weight;
  }
  const position = { lat: lat / total, lon: lon / total };
  const reaches = [...weights].map(([ward, weight]) => {
    const place = dataset.wards[ward] as Ward;
    return { weight, reach: distanceMeters(position, place.position) + place.radiusMeters };
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
