import type { Position } from '../../../base/geo/position.ts';
import type { GeoService } from '../../../contract/service.ts';
import { dialectPlaces, type DialectPlace } from '../dialect-place.ts';
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
import { boxOf, positionOf } from '../position-values.ts';
import { photonCollection } from './feature.ts';
import { readSelection, sharedParameters } from './parameters.ts';
import { requestedSize, selectPlaces } from './select.ts';

const DEFAULT_LIMIT = 15;

/** The parameters of `/api`. Shape: nearest to `lat` and `lon` first. */
export const SEARCH_PARAMETERS = {
  ...sharedParameters(DEFAULT_LIMIT),
  q: required(textParameter('address or name, may be incomplete')),
  ...POSITION_PARAMETERS,
  bbox: textParameter('two corners of the box of the places: lon,lat,lon,lat in degrees'),
  zoom: numberParameter('without effect', { minimum: 0, maximum: 30 }),
  location_bias_scale: numberParameter('without effect', { minimum: 0, maximum: 1 }),
};

/**
 * Answers `/api`.
 *
 * Shape: suggestions for a text that may be incomplete, nearest to `lat` and `lon` preferred; the matches of the address search where there are none,
 * or where it alone matches a house number.
 * Errors: INVALID_REQUEST for parameters that cannot be used; those of the service.
 */
export async function search(query: RawQuery, service: GeoService): Promise<unknown> {
  refuseUnknown(query, SEARCH_PARAMETERS);
  const values = readQuery(SEARCH_PARAMETERS, query);
  const text = values.q?.trim();
  if (!text) throw badParameter("Missing search term 'q'.");
  const selection = readSelection(values);
  const box = boxOf('bbox', values.bbox);
  const focus = positionOf(values);
  const request = { text, size: requestedSize(selection, box), admin_v2: values.admin_v2 };
  const suggested = await suggest(service, request, focus);
  const isComplete = suggested.length > 0 && !/\d/.test(text);
  const matched = isComplete ? [] : dialectPlaces((await service.geocodeForward(request)).features);
  return photonCollection(selectPlaces(mergePlaces(suggested, matched), selection, box));
}

/** The radius of a circle that holds every place. Units: kilometres. */
const WHOLE_EARTH_KM = 20_100;

/** Suggests places near a position, else anywhere: the position of Photon prefers places and leaves none out. */
async function suggest(
  service: GeoService,
  request: { text: string; size: number; admin_v2: boolean },
  focus: Position | undefined,
): Promise<DialectPlace[]> {
  if (!focus) return dialectPlaces((await service.autocomplete(request)).features);
  const circle = { 'boundary.circle.lat': focus.lat, 'boundary.circle.lon': focus.lon };
  const near = await service.autocomplete({ ...request, ...circle });
  if (near.features.length > 0) return dialectPlaces(near.features);
  const all = { ...request, ...circle, 'boundary.circle.radius': WHOLE_EARTH_KM };
  return dialectPlaces((await service.autocomplete(all)).features);
}

/** Returns suggestions and matches, each place once: matches first if the best of them is finer than every suggestion. */
export function mergePlaces(
  suggested: readonly DialectPlace[],
  matched: readonly DialectPlace[],
): DialectPlace[] {
  const isFiner = matched[0] !== undefined && HOUSE_LEVELS.includes(matched[0].level);
  const hasHouse = suggested.some(({ level }) => HOUSE_LEVELS.includes(level));
  const all = isFiner && !hasHouse ? [...matched, ...suggested] : [...suggested, ...matched];
  const seen = new Set<string>();
  return all.filter(({ feature: { properties } }) => {
    const isNew = !seen.has(properties.id);
    seen.add(properties.id);
    return isNew;
  });
}

const HOUSE_LEVELS: readonly string[] = ['house', 'interpolated'];
