import type { Position } from '../../geo/position.ts';
import { toDegrees, toUnits } from '../store/access.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import {
  haversineOfVectors,
  nearestOnArc,
  newVector,
  positionOfVector,
  setBetween,
  setVector,
} from './arc.ts';

/** Holds the tables that the lines of streets are read from. */
export type StreetTables = Pick<
  PlaceTables,
  'streetPartStart' | 'partPointStart' | 'pointLat' | 'pointLon' | 'thingLat' | 'thingLon'
>;

/**
 * Finds the point of a street's lines that is nearest to a position; the street's own point where it has no line.
 *
 * Units: rounded to 1e-7 degrees, so that it is within a centimetre as far from the position as `Spatial.nearest` says.
 * Cost: 0.3 microseconds a point of the lines.
 */
export function nearestOnStreet(tables: StreetTables, street: number, { lat, lon }: Position): Position {
  const { streetPartStart, partPointStart, pointLat, pointLon, thingLat, thingLon } = tables;
  const [position, from, to, foot] = [newVector(), newVector(), newVector(), newVector()];
  setVector(position, lat, lon);
  setVector(foot, toDegrees(thingLat[street] as number), toDegrees(thingLon[street] as number));
  let nearest = positionOfVector(foot);
  let least = Infinity;
  const endPart = streetPartStart[street + 1] as number;
  for (let part = streetPartStart[street] as number; part < endPart; part += 1) {
    const first = partPointStart[part] as number;
    const end = partPointStart[part + 1] as number;
    for (let i = first; i < end; i += 1) {
      setVector(to, toDegrees(pointLat[i] as number), toDegrees(pointLon[i] as number));
      // The first point alone is an arc from itself to itself.
      const start = i === first ? to : from;
      setBetween(foot, start, to, nearestOnArc(start, to, position));
      const value = haversineOfVectors(foot, position);
      if (value < least) {
        least = value;
        nearest = positionOfVector(foot);
      }
      [from[0], from[1], from[2]] = to;
    }
  }
  return { lat: toDegrees(toUnits(nearest.lat)), lon: toDegrees(toUnits(nearest.lon)) };
}
