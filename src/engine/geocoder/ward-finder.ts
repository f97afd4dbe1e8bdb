import type { Position } from '../../base/geo/position.ts';
import type { AdminDataset, WardDistance } from '../gazetteer/units/units.ts';
import { openPolygons } from '../gazetteer/spatial/polygons.ts';
import type { Arrays } from '../gazetteer/store/array-types.ts';

/** A look-up of current wards by position. */
export interface WardFinder {
  /** Returns the ward that contains a position, or -1. */
  at: (position: Position) => number;
  /** Returns the wards within a radius, nearest first, the one that contains the position at distance 0. Units: metres. */
  near: (position: Position, radiusMeters: number, size: number) => WardDistance[];
}

/**
 * Creates the look-up of wards: exact if the dataset has their boundaries, else by the cells of the administrative map.
 *
 * Guarantee: distances are exact only where the dataset has the boundaries of all wards.
 */
export function createWardFinder(admin: AdminDataset, arrays: Arrays): WardFinder {
  const ids = arrays.polygonId;
  const byCells: WardFinder['near'] = (position, radiusMeters, size) =>
    admin.wardsNear(position, radiusMeters, size);
  if (ids === undefined) return { at: admin.wardAt, near: byCells };
  const polygons = openPolygons(arrays);
  const isWhole = new Set(ids).size === admin.wards.length;
  return {
    at(position) {
      const exact = polygons.at(position);
      return exact >= 0 ? exact : admin.wardAt(position);
    },
    near: isWhole
      ? (position, radiusMeters, size) =>
          polygons
            .near(position, radiusMeters, size)
            .map(({ id, position: nearest, distanceMeters }) => ({ ward: id, distanceMeters, nearest }))
      : byCells,
  };
}
