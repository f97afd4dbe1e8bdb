import type { EngineOptions } from '../../geocoder/engine.ts';
import type { AdminUnits } from '../../geocoder/places/local-place.ts';
import type { Position } from '../../../base/geo/position.ts';
import { MOST_PLACES } from '../../../contract/schema.ts';

/** Default radius of reverse geocoding. Source: interface document, section 4.5. */
export const REVERSE_RADIUS_METERS = 1000;

const METERS_PER_KM = 1000;

/** Returns the administrative units that `admin_v2` selects. */
export function unitsOf(adminV2: boolean | undefined): AdminUnits {
  return adminV2 ? 'new' : 'old';
}

/** Builds search options from `size` and `admin_v2`. */
export function optionsOf(size: number, adminV2: boolean | undefined): EngineOptions {
  return { size: Math.min(size, MOST_PLACES), units: unitsOf(adminV2) };
}

/** Converts a radius in kilometres to metres; undefined stays undefined. */
export function metersOf<T extends number | undefined>(radiusKm: T): T {
  return (radiusKm === undefined ? undefined : radiusKm * METERS_PER_KM) as T;
}

/** Reads a position from two parameters; undefined if both are left out. The contract has checked that not only one is given. */
export function readPair(lat: number | undefined, lon: number | undefined): Position | undefined {
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}
