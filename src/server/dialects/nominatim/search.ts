import type { GeoService } from '../../../contract/service.ts';
import { dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import {
  badParameter,
  choiceParameter,
  commaList,
  countParameter,
  flagParameter,
  readQuery,
  textParameter,
  type RawQuery,
  type ValuesOf,
} from '../parameters.ts';
import { boxOf, isInBox, type Box } from '../position-values.ts';
import { DETAIL_PARAMETERS, readDetails, isInLayers } from './parameters.ts';
import { placeNumber } from './place-json.ts';
import { placesResponse } from './responses.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 40;
/** Matches requested where some of them are filtered out. */
const FILTERED_SIZE = 50;

/** The parameters of a structured search, finest first: the order of the text that is searched. */
const STRUCTURED = ['amenity', 'street', 'city', 'county', 'state', 'postalcode', 'country'] as const;

const FEATURE_TYPES = ['country', 'state', 'city', 'settlement'] as const;

const UNIT_PARAMETER = textParameter('a part of the address; not with q');

/** The parameters of `/search`. */
export const SEARCH_PARAMETERS = {
  q: textParameter('address or name'),
  amenity: textParameter('name of a place; not with q'),
  street: textParameter('house number and street; not with q'),
  city: UNIT_PARAMETER,
  county: UNIT_PARAMETER,
  state: UNIT_PARAMETER,
  postalcode: textParameter('postcode, without effect beside other parts; not with q'),
  country: textParameter('country; not with q'),
  limit: countParameter(`number of places, at most ${MAX_LIMIT}`, DEFAULT_LIMIT, { minimum: 1 }),
  countrycodes: textParameter('country codes separated by commas'),
  viewbox: textParameter('two corners of a box whose places come first: lon,lat,lon,lat in degrees'),
  bounded: flagParameter('whether places outside of the viewbox are left out', false),
  exclude_place_ids: textParameter('numbers of places to leave out, separated by commas'),
  featureType: choiceParameter('type of the places', FEATURE_TYPES),
  featuretype: choiceParameter('as featureType', FEATURE_TYPES),
  layer: textParameter('layers separated by commas: address, poi'),
  ...DETAIL_PARAMETERS,
};

/** The values of a query of `/search`. */
type SearchValues = ValuesOf<typeof SEARCH_PARAMETERS>;

/** A search as it is sent to the service, and how its matches are filtered. */
interface Search {
  text: string;
  limit: number;
  /** Two letters, lower case; empty: all countries. */
  countries: readonly string[];
  box: Box | undefined;
  isBounded: boolean;
  excluded: ReadonlySet<number>;
  featureType: string | undefined;
  layers: readonly string[];
}

/**
 * Answers `/search`.
 *
 * Errors: INVALID_REQUEST for parameters that cannot be used; those of the service.
 */
export async function search(query: RawQuery, service: GeoService, licence: string): Promise<unknown> {
  const values = readQuery(SEARCH_PARAMETERS, query);
  const details = readDetails(values, licence);
  const wanted = readSearch(values);
  if (wanted === undefined) return placesResponse([], '', details);
  const size = isFiltered(wanted) ? FILTERED_SIZE : wanted.limit;
  const { features } = await service.geocodeForward({ text: wanted.text, size, admin_v2: details.adminV2 });
  const places = selectPlaces(dialectPlaces(features), wanted);
  return placesResponse(
    places.map((place) => ({ place, reference: undefined })),
    wanted.text,
    details,
  );
}

/** Filters and orders the matches of a search. Shape: matches in the box come first, each part in the order of the service. */
export function selectPlaces(places: readonly DialectPlace[], wanted: Search): DialectPlace[] {
  const { countries, box, isBounded, excluded, featureType, layers, limit } = wanted;
  const kept = places.filter(
    (place) =>
      (countries.length === 0 || countries.includes(place.address.countryCode ?? '')) &&
      (!isBounded || box === undefined || isInBox(place.position, box)) &&
      !excluded.has(placeNumber(place.feature.properties.id)) &&
      (featureType === undefined || isFeatureType(place, featureType)) &&
      isInLayers(place, layers),
  );
  if (box === undefined) return kept.slice(0, limit);
  const inside = kept.filter(({ position }) => isInBox(position, box));
  return [...inside, ...kept.filter((place) => !inside.includes(place))].slice(0, limit);
}

/** Reads a search; undefined for one that can have no match, since it is for another country or has a postcode only. */
export function readSearch(values: SearchValues): Search | undefined {
  const free = values.q;
  const parts = STRUCTURED.flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  if (free !== undefined && parts.length > 0) {
    throw badParameter(
      `Structured query parameters (${parts.map(({ name }) => name).join(', ')}) cannot be used together with 'q' parameter.`,
    );
  }
  const featureType = values.featureType ?? values.featuretype;
  const search = {
    limit: Math.min(values.limit, MAX_LIMIT),
    countries: commaList(values.countrycodes).map((code) => code.toLowerCase()),
    box: boxOf('viewbox', values.viewbox),
    isBounded: values.bounded,
    excluded: new Set(commaList(values.exclude_place_ids).map(Number)),
    featureType,
    layers: commaList(values.layer),
  };
  const text = free === undefined ? structuredText(parts) : free.trim();
  if (text === undefined) return undefined;
  if (text === '') throw badParameter('Nothing to search for: give q, or street, city, county, state.');
  return { ...search, text };
}

/** Returns the text of a structured search; undefined where no match is possible. */
function structuredText(parts: readonly { name: string; value: string }[]): string | undefined {
  const country = parts.find(({ name }) => name === 'country');
  if (country && !VIETNAM.test(country.value.normalize('NFC').trim())) return undefined;
  const named = parts.filter(({ name }) => name !== 'country' && name !== 'postalcode');
  if (named.length === 0 && parts.some(({ name }) => name === 'postalcode')) return undefined;
  const searched = named.length > 0 ? named : parts;
  return searched.map(({ value }) => value).join(', ');
}

const VIETNAM = /^(vn|vnm|vi[eệ]t ?nam)$/i;

function isFiltered({ countries, box, excluded, featureType, layers }: Search): boolean {
  return (
    countries.length > 0 ||
    box !== undefined ||
    excluded.size > 0 ||
    featureType !== undefined ||
    layers.length > 0
  );
}

function isFeatureType({ level, address }: DialectPlace, type: string): boolean {
  switch (type) {
    case 'state':
      return level === 'province';
    case 'city':
      return level === 'district' || (level === 'province' && address.province?.isCity === true);
    case 'settlement':
      return level === 'ward' || level === 'district' || level === 'province';
    default:
      // The dataset has no countries.
      return false;
  }
}
