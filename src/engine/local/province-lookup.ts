import type { AdminDataset, Province } from '../gazetteer/units/units.ts';
import type { Position } from '../../base/geo/position.ts';

/** Largest distance over which a position off the coast or across the border counts as in the nearest province. */
const NEAR_METERS = 5_000;

/** The provinces of a dataset, looked up by position. */
export interface ProvinceLookup {
  /** Returns the province of a position, or the nearest one within 5 km. */
  at(position: Position): Province | undefined;
  /** Returns the province of an H3 cell; undefined if the cell is outside all of them, or coarser than the map. */
  ofCell(cell: string, resolution: number): Province | undefined;
}

/** Creates the lookup of provinces over a dataset. */
export function createProvinceLookup(admin: AdminDataset): ProvinceLookup {
  const provinceOf = (ward: number) => admin.provinces[admin.wards[ward]?.province ?? -1];
  const nearest = (position: Position) => admin.wardsNear(position, NEAR_METERS, 1)[0]?.ward ?? -1;
  return {
    at: (position) => provinceOf(admin.wardAt(position)) ?? provinceOf(nearest(position)),
    ofCell: (cell, resolution) =>
      resolution >= admin.finestResolution ? provinceOf(admin.wardOfCell(cell)) : undefined,
  };
}
