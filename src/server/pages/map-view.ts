import type { Position } from '../../base/geo/position.ts';

/**
 * The map of the landing page: a plain cylindrical projection, true to scale in the middle of Vietnam.
 *
 * Units: degrees of its north-west corner; size and scale in map units.
 */
export const MAP_VIEW = {
  west: 101.9,
  north: 23.6,
  width: 1540,
  height: 1700,
  unitsPerLonDegree: 96,
  unitsPerLatDegree: 100,
} as const;

/** Returns the place of a position on the map. Units: map units, right and down from the corner. */
export function toMapPoint({ lat, lon }: Position): { x: number; y: number } {
  return {
    x: (lon - MAP_VIEW.west) * MAP_VIEW.unitsPerLonDegree,
    y: (MAP_VIEW.north - lat) * MAP_VIEW.unitsPerLatDegree,
  };
}
