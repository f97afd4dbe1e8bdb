import type { EngineOptions } from '../../geocoder/engine.ts';
import type { AdminUnits } from '../../geocoder/places/local-place.ts';

/** How far around a position its place is looked for. Source: interface document, section 4.5. */
export const REVERSE_RADIUS_METERS = 1000;

/** Answers to one question at most, whatever `size` it has. Source: service facts, "unit of /nearby radius". */
const MOST_ANSWERS = 50;

const METERS_PER_KM = 1000;

/** Returns the units that `admin_v2` asks for. */
export function unitsOf(adminV2: boolean | undefined): AdminUnits {
  return adminV2 ? 'new' : 'old';
}

/** Returns what `size` and `admin_v2` ask for. */
export function optionsOf(size: number, adminV2: boolean | undefined): EngineOptions {
  return { size: Math.min(size, MOST_ANSWERS), units: unitsOf(adminV2) };
}

/** Converts a radius, which may have been left out. */
export function metersOf<T extends number | undefined>(radiusKm: T): T {
  return (radiusKm === undefined ? undefined : radiusKm * METERS_PER_KM) as T;
}
