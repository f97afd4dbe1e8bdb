import { cityOf, countyOf } from '../address-parts.ts';
import { placeType, pointOf } from '../dialect-place.ts';
import type { Details } from './parameters.ts';
import { placeFeature, placeJson, type FoundPlace, displayName, placeNumber } from './place-json.ts';

/** Administrative levels of Vietnam in OpenStreetMap. */
const PROVINCE_LEVEL = 'level4';
const DISTRICT_LEVEL = 'level5';
const WARD_LEVEL = 'level6';

/** Returns a response in the format geocodejson. Source: the GeocodeJSON specification 0.1.0. */
function geocodeJson(found: readonly FoundPlace[], query: string, details: Details) {
  return {
    type: 'FeatureCollection',
    geocoding: { version: '0.1.0', attribution: details.licence, query },
    features: found.map((each) => geocodeFeature(each, details)),
  };
}

function geocodeFeature({ place, reference }: FoundPlace, details: Details) {
  const { feature, address, tag } = place;
  const { ward, district, province } = address;
  const properties: Record<string, unknown> = {
    place_id: placeNumber(feature.properties.id),
    ...reference,
    osm_key: tag.key,
    osm_value: tag.value,
    type: place.level === 'province' && place.address.province?.isCity ? 'city' : placeType(place),
    label: displayName(place),
    name: feature.properties.name || undefined,
    housenumber: address.houseNumber,
    street: address.street,
    postcode: address.postcode,
    district: ward?.name,
    city: cityOf(address),
    county: countyOf(address),
    state: province?.name,
    country: address.country,
    country_code: address.countryCode,
    ...(details.addressDetails
      ? {
          admin: {
            ...(ward && { [WARD_LEVEL]: ward.name }),
            ...(district && { [DISTRICT_LEVEL]: district.name }),
            ...(province && { [PROVINCE_LEVEL]: province.name }),
          },
        }
      : {}),
  };
  return {
    type: 'Feature',
    properties: { geocoding: properties },
    geometry: pointOf(place),
  };
}

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
