import type { GeoService } from '../../../contract/service.ts';
import { dialectPlaces } from '../dialect-place.ts';
import {
  badParameter,
  numberParameter,
  POSITION_PARAMETERS,
  readQuery,
  refuseUnknown,
  required,
  textParameter,
  type RawQuery,
} from '../parameters.ts';
import { positionOf } from '../position-values.ts';
import { photonCollection } from './feature.ts';
import { readSelection, sharedParameters } from './parameters.ts';
import { requestedSize, selectPlaces } from './select.ts';
import { categoriesOfTags } from './tag-filter.ts';

const DEFAULT_LIMIT = 1;
const MAX_RADIUS_KM = 5_000;

/** The parameters of `/reverse`. */
export const REVERSE_PARAMETERS = {
  ...sharedParameters(DEFAULT_LIMIT),
  lat: required(POSITION_PARAMETERS.lat),
  lon: required(POSITION_PARAMETERS.lon),
  radius: numberParameter('distance of the places; kilometres', {
    exclusiveMinimum: 0,
    maximum: MAX_RADIUS_KM,
  }),
  distance_sort: textParameter('without effect: the nearest is always first'),
};

/** Answers `/reverse`: places around a position, nearest first whatever `distance_sort` is. Errors: INVALID_REQUEST for parameters that cannot be used; those of the service. */
export async function reverse(query: RawQuery, service: GeoService): Promise<unknown> {
  refuseUnknown(query, REVERSE_PARAMETERS);
  const values = readQuery(REVERSE_PARAMETERS, query);
  const position = positionOf(values);
  if (position === undefined) throw badParameter("Missing parameters 'lat' and 'lon'.");
  const selection = readSelection(values);
  const { radius } = values;
  const request = {
    'point.lat': position.lat,
    'point.lon': position.lon,
    size: requestedSize(selection),
    admin_v2: values.admin_v2,
  };
  const circle = radius === undefined ? {} : { 'boundary.circle.radius': radius };
  const categories = categoriesOfTags(selection.tags);
  if (categories?.length === 0) return photonCollection([]);
  // Places with a tag may be behind many others: they are searched by their categories, whose radius is in whole kilometres.
  const { features } = categories
    ? await service.nearby({
        ...request,
        categories: categories.join(','),
        ...(radius === undefined ? {} : { 'boundary.circle.radius': Math.ceil(radius) }),
      })
    : await service.geocodeReverse({ ...request, ...circle });
  const maxMeters = (radius ?? Infinity) * 1000;
  const near = features.filter(({ properties }) => (properties.distance ?? 0) <= maxMeters);
  return photonCollection(selectPlaces(dialectPlaces(near), selection));
}
