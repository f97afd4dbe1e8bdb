import type { Level } from '../../../contract/records/osm-feature.ts';
import type { AddressParts } from '../address-parts.ts';
import { rounded, type DialectPlace } from '../dialect-place.ts';

/** The types of a place of each level. Source: page "Address types" of the Geocoding API; a ward is a unit of the third level. */
export const TYPES: Readonly<Record<Level, readonly string[]>> = {
  position: ['plus_code'],
  hamlet: ['neighborhood', 'political'],
  house: ['street_address'],
  interpolated: ['street_address'],
  alley: ['route'],
  street: ['route'],
  poi: ['point_of_interest', 'establishment'],
  ward: ['administrative_area_level_3', 'political'],
  district: ['administrative_area_level_2', 'political'],
  province: ['administrative_area_level_1', 'political'],
};

const LOCATION_TYPES: Readonly<Partial<Record<Level, string>>> = {
  position: 'ROOFTOP',
  house: 'ROOFTOP',
  poi: 'ROOFTOP',
  interpolated: 'RANGE_INTERPOLATED',
  alley: 'GEOMETRIC_CENTER',
  street: 'GEOMETRIC_CENTER',
};

/** Below this probability a match is said to be partial. */
const WHOLE_MATCH = 0.6;

interface AddressComponent {
  long_name: string;
  short_name: string;
  types: readonly string[];
}

/**
 * Returns a place as a result of the Geocoding API.
 *
 * Shape: the viewport is the box around the circle that holds the place. `geomill` is an addition: level, probability that the match is right
 * (absent from matches of a position or an id), and radius in metres. `isMatched` for the match of a text, which may be partial.
 */
export function googleResult(place: DialectPlace, isMatched: boolean) {
  const { feature, position, address, level, importance, box } = place;
  const { id, label, name, geomill } = feature.properties;
  return {
    address_components: addressComponents(address, level, name),
    formatted_address: label,
    geometry: {
      location: { lat: position.lat, lng: position.lon },
      location_type: LOCATION_TYPES[level] ?? 'APPROXIMATE',
      viewport: {
        northeast: { lat: rounded(box.maxLat), lng: rounded(box.maxLon) },
        southwest: { lat: rounded(box.minLat), lng: rounded(box.minLon) },
      },
    },
    ...(isMatched && geomill?.confidence !== undefined && importance < WHOLE_MATCH
      ? { partial_match: true }
      : {}),
    place_id: id,
    types: TYPES[level],
    geomill: {
      level,
      confidence: geomill?.confidence,
      accuracy_meters: geomill?.accuracy_radius_meters,
    },
  };
}

/** Returns a place as the result of Place Details. `link` is its page. */
export function googleDetails(place: DialectPlace, link: string | undefined) {
  const { name, phone, website } = place.feature.properties;
  return {
    ...googleResult(place, false),
    name,
    international_phone_number: phone ?? undefined,
    website: website ?? undefined,
    url: link,
  };
}

function addressComponents(address: AddressParts, level: Level, name: string): AddressComponent[] {
  const { houseNumber, street, ward, district, province, country, countryCode, postcode } = address;
  const parts: readonly (readonly [string | undefined, readonly string[], short?: string])[] = [
    [level === 'poi' ? name : undefined, TYPES.poi],
    [houseNumber, ['street_number']],
    [street, TYPES.street],
    [ward?.name, TYPES.ward],
    [district?.name, TYPES.district],
    [province?.name, TYPES.province],
    [country, ['country', 'political'], countryCode?.toUpperCase()],
    [postcode, ['postal_code']],
  ];
  return parts.flatMap(([long, types, short = long]) =>
    long === undefined || short === undefined ? [] : [{ long_name: long, short_name: short, types }],
  );
}
