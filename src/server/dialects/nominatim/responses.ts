import { geocodeJson } from './geocode-json.ts';
import type { Details } from './parameters.ts';
import { placeFeature, placeJson, type FoundPlace } from './place-json.ts';

/** The response to a search or a lookup: the places in the requested format. `query` is what geocodejson repeats. */
export function placesResponse(found: readonly FoundPlace[], query: string, details: Details): unknown {
  switch (details.format) {
    case 'json':
      return found.map((each) => placeJson(each, details, 'class'));
    case 'jsonv2':
      return found.map((each) => placeJson(each, details, 'category'));
    case 'geojson':
      return {
        type: 'FeatureCollection',
        licence: details.licence,
        features: found.map((each) => placeFeature(each, details)),
      };
    case 'geocodejson':
      return geocodeJson(found, query, details);
  }
}

/** The response to a reverse request: one place, or Nominatim's answer where there is none. */
export function reverseResponse(found: FoundPlace | undefined, query: string, details: Details): unknown {
  if (found === undefined) return { error: 'Unable to geocode' };
  const isJson = details.format === 'json' || details.format === 'jsonv2';
  const response = placesResponse([found], query, details);
  return isJson ? (response as unknown[])[0] : response;
}

/** The response to a refused or failed request. */
export function errorResponse(status: number, message: string): unknown {
  return { error: { code: status, message } };
}
