import type { EngineOptions } from '../../geocoder/engine.ts';
import type { AdminUnits } from '../../geocoder/places/local-place.ts';
import type { Position } from '../../../base/geo/position.ts';
import { MOST_PLACES } from '../../../contract/schema.ts';
import { failure } from '../../../base/errors/geomill-error.ts';

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

/**
 * Parses the parameter `ids`, separated by commas.
 *
 * Shape: each id once, in the order of the request. Errors: INVALID_REQUEST for an empty entry.
 */
export function readIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  const empty = ids.indexOf('');
  if (empty >= 0) throw failure('INVALID_REQUEST', 'place.emptyId', { number: empty + 1, count: ids.length });
  return [...new Set(ids)];
}

/** Parses the parameter `ids` where the response has room for one place. Errors: INVALID_REQUEST for several. */
export function readOnlyId(text: string): string {
  const ids = readIds(text);
  if (ids.length === 1) return ids[0];
  throw failure('INVALID_REQUEST', 'place.severalIds', { count: ids.length, ids: shown(ids.join(', ')) });
}

/** Parses the parameter `parent_id`. Errors: INVALID_REQUEST for several ids. */
export function readParentId(text: string): string {
  const id = text.trim();
  if (!id.includes(',')) return id;
  throw failure('INVALID_REQUEST', 'place.severalParents', { id: shown(id) });
}

const shown = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
