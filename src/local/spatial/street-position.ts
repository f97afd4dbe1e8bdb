import type { Position } from '../../geo/position.ts';
import { positionOf, toDegrees, toUnits } from '../store/access.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import { createArcDistance } from './arc-distance.ts';
import { createNearSearch, startSearch } from './near-search.ts';

// What is as far away as it is said to be must not fall outside by rounding.
const MARGIN_METERS = 0.01;

/**
 * Finds the point of a street's lines that is nearest to a position; the street's own point where no line is within the distance.
 *
 * Shape: takes a street, a position, and how far the line is at most, which saves looking at what is farther away.
 * Units: rounded to 1e-7 degrees, so that it is within a centimetre as far from the position as `Spatial.nearest` says.
 */
export type StreetPoint = (street: number, position: Position, withinMeters?: number) => Position;

/** Creates the search for points on streets; one for each thread, since questions share their working memory. */
export function createStreetPoint(tables: PlaceTables): StreetPoint {
  const { streetPartStart, partPointStart, pointLat, pointLon } = tables;
  const search = createNearSearch();
  const arcs = createArcDistance();
  return (street, position, withinMeters = Infinity) => {
    startSearch(search, position, withinMeters + MARGIN_METERS, 1);
    arcs.start(search);
    let nearest = positionOf(tables, street);
    let least = Infinity;
    const endPart = streetPartStart[street + 1] as number;
    for (let part = streetPartStart[street] as number; part < endPart; part += 1) {
      const first = partPointStart[part] as number;
      const end = partPointStart[part + 1] as number;
      for (let i = first; i < end; i += 1) {
        // The last point is an arc from there to there: of a part of one point there is nothing else.
        const next = Math.min(i + 1, end - 1);
        const value = arcs.haversineTo(
          pointLat[i] as number,
          pointLon[i] as number,
          pointLat[next] as number,
          pointLon[next] as number,
        );
        if (value >= least) continue;
        least = value;
        const { lat, lon } = arcs.nearestPoint();
        nearest = { lat: toDegrees(toUnits(lat)), lon: toDegrees(toUnits(lon)) };
      }
    }
    return nearest;
  };
}
