import type { DialectPlace } from '../dialect-place.ts';
import { placeType } from '../place-type.ts';
import { isInBox, type Box } from '../position-values.ts';
import type { Selection } from './parameters.ts';
import { passesTags } from './tag-filter.ts';

/** Places requested from the service where some of them are filtered out. */
const FILTERED_SIZE = 50;

/** Returns the number of places to request for a selection. */
export function requestedSize({ limit, layers, tags, countries }: Selection, box?: Box): number {
  const isFiltered = layers.length > 0 || tags.length > 0 || countries.length > 0 || box !== undefined;
  return isFiltered ? FILTERED_SIZE : limit;
}

/** Returns the places of a selection, in the order of the service. */
export function selectPlaces(
  places: readonly DialectPlace[],
  { limit, layers, tags, countries }: Selection,
  box?: Box,
): DialectPlace[] {
  const kept = places.filter(
    (place) =>
      (layers.length === 0 || layers.includes(placeType(place))) &&
      passesTags(place.tag, tags) &&
      (countries.length === 0 || countries.includes(place.address.countryCode?.toUpperCase() ?? '')) &&
      (box === undefined || isInBox(place.position, box)),
  );
  return kept.slice(0, limit);
}
