import table from '../../../data/dialect-nominatim.json' with { type: 'json' };
import { message } from '../../../base/messages/message.ts';
import type { CallScope } from '../add-calls.ts';
import type { DialectPlace } from '../dialect-place.ts';
import { badParameter, commaList, type ValuesOf } from '../parameters.ts';
import { boxOf, isInBox, type Box } from '../position-values.ts';
import { requestedSize, selectPlaces, type Selection } from '../selection.ts';
import { isInLayers, placeNumber, placesResponse, readDetails } from './places.ts';

const MAX_LIMIT = 40;
/** The parameters of a structured search, finest first: the order of the text that is searched. */
const STRUCTURED = ['amenity', 'street', 'city', 'county', 'state', 'postalcode', 'country'] as const;

/** The parameters of `/search`. */
export const SEARCH_PARAMETERS = { ...table.parameters.search, ...table.parameters.how };

/** The values of a query of `/search`. */
type SearchValues = ValuesOf<typeof SEARCH_PARAMETERS>;

/** A search as it is sent to the service, and what its response has of the matches. */
interface Search extends Selection {
  text: string;
  /** The box whose places come first. */
  box: Box | undefined;
}

/** Answers `/search`. */
export async function search(values: SearchValues, { places }: CallScope, licence: string) {
  const details = readDetails(values, licence);
  const wanted = readSearch(values);
  if (wanted === undefined) return placesResponse([], '', details);
  const { text, box, limit, conditions } = wanted;
  const found = await places('geocodeForward', { text, size: requestedSize(wanted) });
  const isInside = ({ position }: DialectPlace) => box === undefined || isInBox(position, box);
  const boxFirst = [...found.filter(isInside), ...found.filter((place) => !isInside(place))];
  return placesResponse(
    selectPlaces(boxFirst, { limit, conditions }).map((place) => ({ place })),
    text,
    details,
  );
}

/** Reads a search; undefined for one that can have no match, since it is for another country or has a postcode only. */
export function readSearch(values: SearchValues): Search | undefined {
  const free = values.q;
  const parts = STRUCTURED.flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  if (free !== undefined && parts.length > 0) {
    throw badParameter(message('server.nominatimStructured', { names: parts.map(({ name }) => name) }));
  }
  const text = free === undefined ? structuredText(parts) : free.trim();
  const box = boxOf('viewbox', values.viewbox);
  if (text === undefined) return undefined;
  if (text === '') throw badParameter(message('server.nominatimNothing'));
  return { text, box, limit: Math.min(values.limit, MAX_LIMIT), conditions: conditionsOf(values, box) };
}

function conditionsOf(values: SearchValues, box: Box | undefined): Selection['conditions'] {
  const countries = commaList(values.countrycodes).map((code) => code.toLowerCase());
  const excluded = new Set(commaList(values.exclude_place_ids).map(Number));
  const featureType = values.featureType ?? values.featuretype;
  const layers = commaList(values.layer);
  return [
    countries.length > 0 && (({ address }) => countries.includes(address.countryCode ?? '')),
    box && (({ position }) => !values.bounded || isInBox(position, box)),
    excluded.size > 0 && (({ feature }) => !excluded.has(placeNumber(feature.properties.id))),
    featureType !== undefined && ((place) => isFeatureType(place, featureType)),
    layers.length > 0 && ((place) => isInLayers(place, layers)),
  ];
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
