import { createHash } from 'node:crypto';
import type { OperationName } from '../../src/contract/catalogue.ts';

/** Yields a number from 0 up to 1 that depends on nothing but its arguments. */
export function fractionOf(...parts: (string | number)[]): number {
  return createHash('md5').update(parts.join('\u0000')).digest().readUInt32LE(0) / 2 ** 32;
}

/** Tells whether the loopback service finds nothing for a question; one in twenty. */
export function isUnknown(text: string): boolean {
  return fractionOf('unknown', text) < 0.05;
}

/** Answers a question in the documented form, from nothing but its text: equal questions have equal answers. */
export function answerOf(operation: OperationName, query: URLSearchParams): unknown {
  const text = query.toString();
  const lat = round(8.5 + fractionOf('lat', text) * 14.8);
  const lon = round(102.2 + fractionOf('lon', text) * 7.2);
  const nothing = isUnknown(text);
  const label =
    query.get('text') ?? query.get('address') ?? query.get('input') ?? 'Phường Ba Đình, Thành phố Hà Nội';
  switch (operation) {
    case 'autocomplete':
    case 'children':
      if (query.has('text')) return osm(nothing, label, lat, lon);
      return { predictions: nothing ? [] : [prediction(label)], status: nothing ? 'ZERO_RESULTS' : 'OK' };
    case 'geocodeForward':
    case 'geocodeReverse':
      if (query.has('address') || query.has('latlng')) {
        return {
          results: nothing ? [] : [googlePlace(label, lat, lon)],
          status: nothing ? 'ZERO_RESULTS' : 'OK',
        };
      }
      return osm(nothing, label, lat, lon);
    case 'place':
      if (query.get('format') !== 'google') return osm(nothing, label, lat, lon);
      return nothing ? { status: 'NOT_FOUND' } : { result: googlePlace(label, lat, lon), status: 'OK' };
    case 'nearby':
      return osm(nothing, label, lat, lon);
    case 'encodeForcode':
      return {
        forcodes: `HN${createHash('md5').update(text).digest('hex').slice(0, 12).toUpperCase()}`,
        lat: Number(query.get('lat')),
        lng: Number(query.get('lng')),
        resolution: Number(query.get('resolution') ?? 13),
        admin_code: 'HN',
        status: 'OK',
      };
    case 'decodeForcode': {
      const forcodes = query.get('forcodes') ?? '';
      return /^[A-Z0-9]{6,}$/.test(forcodes)
        ? { lat, lng: lon, resolution: 13, forcodes, status: 'OK' }
        : { lat: null, lng: null, resolution: null, forcodes, status: 'INVALID_FORCODES' };
    }
    case 'direction':
      return {
        geocoded_waypoints: ['a', 'b'].map((place_id) => ({ geocoder_status: 'OK', place_id })),
        routes: [],
      };
    case 'optimizedRoute':
      return {
        trip: tripThrough((JSON.parse(query.get('json') ?? '{"locations":[]}') as TripRequest).locations),
      };
    case 'searchImagery':
      return { type: 'FeatureCollection', features: [], links: [] };
    default:
      throw new Error(`${operation} is an operation of Geomill: the service of the interface has none`);
  }
}

interface TripRequest {
  locations: { lat: number; lon: number }[];
}

/** Visits the locations in the order of the request. */
function tripThrough(locations: TripRequest['locations']) {
  const summary = {
    ...{ has_time_restrictions: false, has_toll: false, has_highway: false, has_ferry: false },
    ...{ min_lat: 0, min_lon: 0, max_lat: 0, max_lon: 0, time: 60, length: 1, cost: 60 },
  };
  return {
    locations: locations.map(({ lat, lon }, original_index) => ({ type: 'break', lat, lon, original_index })),
    legs: locations.slice(1).map(() => ({ maneuvers: [], summary, shape: '' })),
  };
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function osm(nothing: boolean, label: string, lat: number, lon: number) {
  return {
    type: 'FeatureCollection',
    features: nothing ? [] : [osmFeature(label, lat, lon)],
    bbox: [],
    errors: null,
  };
}

function osmFeature(label: string, lat: number, lon: number) {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      name: label,
      housenumber: '',
      street: '',
      short_address: '',
      postalcode: null,
      label,
      country: 'Việt Nam',
      country_code: 'vn',
      category: [''],
      website: null,
      opening_hours: null,
      opening_hours_v2: null,
      phone: null,
      region: 'Thành phố Hà Nội',
      county: 'Quận Ba Đình',
      locality: 'Phường Ba Đình',
      distance: null,
      id: `loopback:${lat},${lon}`,
      continent: 'Châu Á',
      source: 'loopback',
    },
  };
}

function googlePlace(label: string, lat: number, lng: number) {
  return {
    address: label,
    address_components: [{ long_name: 'Thành phố Hà Nội', short_name: 'Hà Nội' }],
    formatted_address: label,
    geometry: { location: { lat, lng } },
    name: label,
    place_id: `loopback:${lat},${lng}`,
    types: [''],
  };
}

function prediction(description: string) {
  return {
    description,
    distance_meters: null,
    matched_substrings: [],
    place_id: `loopback:${description}`,
    structured_formatting: {
      main_text: description,
      main_text_matched_substrings: [],
      secondary_text: '',
      secondary_text_matched_substrings: [],
    },
    terms: [{ offset: 0, value: description }],
    types: [''],
  };
}
