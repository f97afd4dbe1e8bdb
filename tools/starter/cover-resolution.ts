import { cellEdgeMeters } from '../../src/base/geo/h3-tree.ts';
import type { Polygon } from './boundaries.ts';
import { boundaryKm, polygonArea } from './shape.ts';

const RURAL_RESOLUTION = 10;
const URBAN_RESOLUTION = 11;
const FINEST_RESOLUTION = 12;
// A cell on a boundary goes to one side as a whole; measured, that misplaces a strip this many edges wide along it.
const MISPLACED_EDGES = 0.13;
const MISPLACED_SHARE = 0.005;

/**
 * Chooses how fine the cells along the boundary of a ward must be for at most half a percent of its area to be misplaced.
 *
 * Shape: an H3 resolution from 10 to 12, from 11 for an urban ward.
 */
export function chooseResolution(polygons: readonly Polygon[], isUrban: boolean): number {
  const km = boundaryKm(polygons);
  const areaKm2 = polygons.reduce((sum, polygon) => sum + polygonArea(polygon), 0);
  let resolution = isUrban ? URBAN_RESOLUTION : RURAL_RESOLUTION;
  while (resolution < FINEST_RESOLUTION && misplacedKm2(km, resolution) > MISPLACED_SHARE * areaKm2)
    resolution++;
  return resolution;
}

function misplacedKm2(km: number, resolution: number): number {
  return (km * MISPLACED_EDGES * cellEdgeMeters(resolution)) / 1000;
}
