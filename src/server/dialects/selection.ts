import type { DialectPlace } from './dialect-place.ts';

/** A condition on the places of a response; undefined and false for one that the request does not have. */
type Condition = ((place: DialectPlace) => boolean) | undefined | false;

/** Which places of the service a response has: those that meet every condition, up to a number. */
export interface Selection {
  limit: number;
  conditions: readonly Condition[];
}

/** Places requested from the service where some of them are filtered out. */
export const FILTERED_SIZE = 50;

/** Returns the number of places to request for a selection. */
export function requestedSize({ limit, conditions }: Selection): number {
  return conditions.some((condition) => condition) ? FILTERED_SIZE : limit;
}

/** Returns the places of a selection, in the order of the service. */
export function selectPlaces(
  places: readonly DialectPlace[],
  { limit, conditions }: Selection,
): DialectPlace[] {
  return places.filter((place) => conditions.every((meets) => !meets || meets(place))).slice(0, limit);
}
