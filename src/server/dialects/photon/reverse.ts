import type { CallContext, GeoService } from '../../../contract/service.ts';
import { dialectPlaces } from '../dialect-place.ts';
import { badParameter, numberOf, positionOf, textOf, type RawQuery } from '../query.ts';
import { photonCollection } from './feature.ts';
import { readSelection, refuseUnknown, SHARED_NAMES, usesNewUnits } from './parameters.ts';
import { requestedSize, selectPlaces } from './select.ts';

const DEFAULT_LIMIT = 1;
const MAX_RADIUS_KM = 5_000;
const NAMES = [...SHARED_NAMES, 'lat', 'lon', 'radius', 'distance_sort'];

/** Answers `/reverse`: places around a position, nearest first. Errors: INVALID_REQUEST for parameters that cannot be used; those of the service. */
export async function reverse(query: RawQuery, service: GeoService, context: CallContext): Promise<unknown> {
  refuseUnknown(query, NAMES);
  const position = positionOf(query);
  if (position === undefined) throw badParameter("Missing parameters 'lat' and 'lon'.");
  const selection = readSelection(query, DEFAULT_LIMIT);
  const radius = numberOf(query, 'radius', { min: 0, max: MAX_RADIUS_KM });
  if (radius === 0) throw badParameter("Invalid radius 0: it must be above 0 and at most 5000 kilometres.");
  const { features } = await service.geocodeReverse(
    {
      'point.lat': position.lat,
      'point.lon': position.lon,
      size: requestedSize(selection),
      admin_v2: usesNewUnits(query),
      ...(radius === undefined ? {} : { 'boundary.circle.radius': radius }),
    },
    context,
  );
  // Accepted for clients that send it; places come nearest first in any case.
  textOf(query, 'distance_sort');
  return photonCollection(selectPlaces(dialectPlaces(features), selection));
}
