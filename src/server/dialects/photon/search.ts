import type { GeoService } from '../../../contract/service.ts';
import { dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import { badParameter, boxOf, numberOf, positionOf, textOf, type RawQuery } from '../query.ts';
import { photonCollection } from './feature.ts';
import { readSelection, refuseUnknown, SHARED_NAMES, usesNewUnits } from './parameters.ts';
import { requestedSize, selectPlaces } from './select.ts';

const DEFAULT_LIMIT = 15;
const NAMES = [...SHARED_NAMES, 'q', 'lat', 'lon', 'bbox', 'zoom', 'location_bias_scale'];

/**
 * Answers `/api`.
 *
 * Shape: suggestions for a text that may be incomplete, nearest to `lat` and `lon` preferred; the matches of the address search where there are none,
 * or where it alone matches a house number.
 * Errors: INVALID_REQUEST for parameters that cannot be used; those of the service.
 */
export async function search(query: RawQuery, service: GeoService): Promise<unknown> {
  refuseUnknown(query, NAMES);
  const text = textOf(query, 'q')?.trim();
  if (!text) throw badParameter("Missing search term 'q'.");
  const selection = readSelection(query, DEFAULT_LIMIT);
  const box = boxOf(query, 'bbox');
  const focus = positionOf(query);
  numberOf(query, 'zoom', { min: 0, max: 30 });
  numberOf(query, 'location_bias_scale', { min: 0, max: 1 });
  const request = { text, size: requestedSize(selection, box), admin_v2: usesNewUnits(query) };
  const circle = focus && { 'boundary.circle.lat': focus.lat, 'boundary.circle.lon': focus.lon };
  const suggested = dialectPlaces((await service.autocomplete({ ...request, ...circle })).features);
  const isComplete = suggested.length > 0 && !/\d/.test(text);
  const matched = isComplete ? [] : dialectPlaces((await service.geocodeForward(request)).features);
  return photonCollection(selectPlaces(mergePlaces(suggested, matched), selection, box));
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
