import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';

/** Metres of one unit of latitude in the tables, 1e-7 degrees. */
export const METERS_PER_UNIT = 0.01111949;
const UNITS_TO_RADIANS = Math.PI / 180 / 1e7;

/** Returns the ratio of the length of a unit of longitude to that of a unit of latitude. */
export function lonScale(lat: number): number {
  return Math.cos(lat * UNITS_TO_RADIANS);
}

/** Returns the distance of two positions in units of the tables. Units: metres, exact to a thousandth within a country. */
export function metersBetween(latA: number, lonA: number, latB: number, lonB: number): number {
  const dLat = latB - latA;
  const dLon = (lonB - lonA) * lonScale((latA + latB) / 2);
  return Math.sqrt(dLat * dLat + dLon * dLon) * METERS_PER_UNIT;
}

/** A position in units of the tables. */
export interface UnitPosition {
  lat: number;
  lon: number;
}

/** The nearest point of a line: its part, the distance along the part, and the distance from the original position. */
interface Foot {
  part: number;
  along: number;
  distance: number;
  lat: number;
  lon: number;
}

const footA: Foot = { part: -1, along: 0, distance: 0, lat: 0, lon: 0 };
const footB: Foot = { part: -1, along: 0, distance: 0, lat: 0, lon: 0 };

/** Houses farther than this from the line of their street are not interpolated along it. Units: metres. */
const FARTHEST_METERS = 150;

/**
 * Interpolates a position between two houses of a street: along its line with their offset from it, or straight if no line connects them.
 *
 * Shape: `share` 0 is at a, 1 at b; the position is written to `out`.
 */
export function placeBetween(
  tables: PlaceTables,
  street: number,
  a: UnitPosition,
  b: UnitPosition,
  share: number,
  out: UnitPosition,
): void {
  out.lat = a.lat + (b.lat - a.lat) * share;
  out.lon = a.lon + (b.lon - a.lon) * share;
  findFoot(tables, street, a, footA);
  findFoot(tables, street, b, footB);
  if (footA.part < 0 || footA.part !== footB.part) return;
  if (footA.distance > FARTHEST_METERS || footB.distance > FARTHEST_METERS) return;
  const offsetLat = a.lat - footA.lat + (b.lat - footB.lat - (a.lat - footA.lat)) * share;
  const offsetLon = a.lon - footA.lon + (b.lon - footB.lon - (a.lon - footA.lon)) * share;
  walk(tables, footA.part, footA.along + (footB.along - footA.along) * share, out);
  out.lat += offsetLat;
  out.lon += offsetLon;
}

/** Sets a position to the nearest point of a street's lines to another one; returns false for a street without a line. */
export function moveToLine(
  tables: PlaceTables,
  street: number,
  { lat, lon }: UnitPosition,
  out: UnitPosition,
): boolean {
  findFoot(tables, street, { lat, lon }, footA);
  if (footA.part < 0) return false;
  out.lat = footA.lat;
  out.lon = footA.lon;
  return true;
}

/** Sets `foot` to the nearest point of a street's lines. */
function findFoot(tables: PlaceTables, street: number, from: UnitPosition, foot: Foot): void {
  const { streetPartStart, partPointStart, pointLat, pointLon } = tables;
  const scale = lonScale(from.lat);
  foot.part = -1;
  let best = Infinity;
  const partEnd = streetPartStart[street + 1];
  for (let part = streetPartStart[street]; part < partEnd; part += 1) {
    let along = 0;
    const end = partPointStart[part + 1];
    for (let i = partPointStart[part] + 1; i < end; i += 1) {
      const startLat = pointLat[i - 1];
      const startLon = pointLon[i - 1];
      const dLat = pointLat[i] - startLat;
      const dLon = (pointLon[i] - startLon) * scale;
      const length = Math.sqrt(dLat * dLat + dLon * dLon);
      const toLat = from.lat - startLat;
      const toLon = (from.lon - startLon) * scale;
      const t =
        length === 0 ? 0 : Math.min(1, Math.max(0, (toLat * dLat + toLon * dLon) / (length * length)));
      const missLat = toLat - dLat * t;
      const missLon = toLon - dLon * t;
      const miss = missLat * missLat + missLon * missLon;
      if (miss < best) {
        best = miss;
        foot.part = part;
        foot.along = along + length * t;
        foot.lat = startLat + dLat * t;
        foot.lon = startLon + (dLon * t) / scale;
      }
      along += length;
    }
  }
  foot.distance = Math.sqrt(best) * METERS_PER_UNIT;
}

/** Sets `out` to the point at a distance along a part of a line. */
function walk(tables: PlaceTables, part: number, target: number, out: UnitPosition): void {
  const { partPointStart, pointLat, pointLon } = tables;
  const start = partPointStart[part];
  const end = partPointStart[part + 1];
  const scale = lonScale(pointLat[start]);
  let along = 0;
  for (let i = start + 1; i < end; i += 1) {
    const dLat = pointLat[i] - pointLat[i - 1];
    const dLon = pointLon[i] - pointLon[i - 1];
    const length = Math.sqrt(dLat * dLat + dLon * dLon * scale * scale);
    if (along + length >= target || i === end - 1) {
      const t = length === 0 ? 0 : Math.min(1, Math.max(0, (target - along) / length));
      out.lat = pointLat[i - 1] + dLat * t;
      out.lon = pointLon[i - 1] + dLon * t;
      return;
    }
    along += length;
  }
}
