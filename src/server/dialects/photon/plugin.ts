import { message } from '../../../base/messages/message.ts';
import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, type CallScope, dialectCall } from '../add-calls.ts';
import {
  ADMIN_V2,
  badParameter,
  countParameter,
  LANGUAGE,
  listParameter,
  numberParameter,
  objectSchema,
  POINT_COLLECTION,
  POSITION_PARAMETERS,
  quoted,
  required,
  textParameter,
  type ValuesOf,
} from '../parameters.ts';
import { type DialectPlace, placeType, pointOf, rounded } from '../dialect-place.ts';
import { type Box, boxOf, isInBox, positionOf, WHOLE_EARTH_KM } from '../position-values.ts';
import { requestedSize, type Selection, selectPlaces } from '../selection.ts';
import { cityOf, countyOf } from '../address-parts.ts';
import { CATEGORIES } from '../../../engine/gazetteer/categories/categories.ts';
import { tagOf, type OsmTag } from '../osm-tag.ts';

/** A condition on the main tag of a place. Shape: an absent key or value stands for any. */
interface TagFilter {
  key: string | undefined;
  value: string | undefined;
  isExcluded: boolean;
}

const FILTER = /^(!?)([\w-]*)(?::(!?)([\w-]+))?$/;

/**
 * Reads a filter: `key:value`, `key`, `:value`, and with `!` in front of it or of the value what is left out.
 *
 * Shape: `key:!value` keeps the places with the key and another value, which is written here as the exclusion of the pair.
 * Errors: INVALID_REQUEST if it is none of these.
 */
export function readTagFilter(text: string): TagFilter {
  const [whole, isNot = '', key = '', isNotValue = '', value] = FILTER.exec(text) ?? [];
  if (whole === undefined || (key === '' && value === undefined)) {
    throw badParameter(message('server.photonTag', { tag: quoted(text.slice(0, 60)) }));
  }
  return {
    key: key === '' ? undefined : key,
    value,
    isExcluded: isNot === '!' || isNotValue === '!',
  };
}

/** Reports whether a place with a main tag passes all filters: one of those that include, if there are any, and none of those that exclude. */
export function passesTags(tag: OsmTag, filters: readonly TagFilter[]): boolean {
  const matches = ({ key, value }: TagFilter) =>
    (key === undefined || key === tag.key) && (value === undefined || value === tag.value);
  const included = filters.filter(({ isExcluded }) => !isExcluded);
  const excluded = filters.filter(({ isExcluded }) => isExcluded);
  return (included.length === 0 || included.some(matches)) && !excluded.some(matches);
}

/** Returns the slugs of the categories whose places pass the filters; undefined where the filters only exclude. */
export function categoriesOfTags(filters: readonly TagFilter[]): string[] | undefined {
  if (filters.every(({ isExcluded }) => isExcluded)) return undefined;
  return CATEGORIES.map(({ slug }) => slug).filter((slug) => passesTags(tagOf('poi', [slug]), filters));
}

/** The path under which the dialect is served. */
const PHOTON = '/photon';

const LAYERS = ['house', 'street', 'locality', 'district', 'city', 'county', 'state', 'country', 'other'];
const MAX_LIMIT = 50;
const MAX_RADIUS_KM = 5_000;

/** The parameters that `/api` and `/reverse` share. */
const sharedParameters = (defaultLimit: number) => ({
  // Photon answers one place for a limit below one.
  limit: countParameter(
    `number of places, 1 to ${MAX_LIMIT}; a number beyond counts as the nearest`,
    defaultLimit,
  ),
  lang: LANGUAGE,
  osm_tag: listParameter('main tag: key:value, key or :value; with ! in front what is left out'),
  layer: listParameter(`type of the places: ${LAYERS.join(', ')}`),
  countrycode: listParameter('country codes'),
  dedupe: textParameter('without effect: no place is twice in a response'),
  admin_v2: ADMIN_V2,
});

const SEARCH = {
  ...sharedParameters(15),
  q: required(textParameter('address or name, may be incomplete')),
  ...POSITION_PARAMETERS,
  bbox: textParameter('two corners of the box of the places: lon,lat,lon,lat in degrees'),
  zoom: numberParameter('without effect', { minimum: 0, maximum: 30 }),
  location_bias_scale: numberParameter('without effect', { minimum: 0, maximum: 1 }),
};

const REVERSE = {
  ...sharedParameters(1),
  lat: required(POSITION_PARAMETERS.lat),
  lon: required(POSITION_PARAMETERS.lon),
  radius: numberParameter('distance of the places; kilometres', {
    exclusiveMinimum: 0,
    maximum: MAX_RADIUS_KM,
  }),
  distance_sort: textParameter('without effect: the nearest is always first'),
};

function readSelection(values: ValuesOf<ReturnType<typeof sharedParameters>>, box?: Box): Selection {
  const layers = values.layer.flatMap((value) => value.split(','));
  const unknown = layers.find((layer) => !LAYERS.includes(layer));
  if (unknown !== undefined) {
    throw badParameter(
      message('server.photonLayer', { layer: quoted(unknown.slice(0, 40)), layers: LAYERS }),
    );
  }
  const tags = values.osm_tag.map(readTagFilter);
  const countries = values.countrycode.flatMap((code) => code.toUpperCase().split(','));
  return {
    limit: Math.min(Math.max(1, values.limit), MAX_LIMIT),
    conditions: [
      layers.length > 0 && ((place) => layers.includes(placeType(place))),
      tags.length > 0 && (({ tag }) => passesTags(tag, tags)),
      countries.length > 0 && (({ address }) => countries.includes(address.countryCode?.toUpperCase() ?? '')),
      box && (({ position }) => isInBox(position, box)),
    ],
  };
}

const collectionOf = (places: readonly DialectPlace[]) => ({
  type: 'FeatureCollection',
  features: places.map(photonFeature),
});

/**
 * Answers `/api`.
 *
 * Shape: suggestions for a text that may be incomplete, nearest to `lat` and `lon` preferred; the matches of the address search where there are none,
 * or where it alone matches a house number.
 */
async function search(values: ValuesOf<typeof SEARCH>, { places }: CallScope) {
  const text = values.q?.trim();
  if (!text) throw badParameter(message('server.photonTerm'));
  const selection = readSelection(values, boxOf('bbox', values.bbox));
  const focus = positionOf(values);
  const request = { text, size: requestedSize(selection) };
  const circle = focus && { 'boundary.circle.lat': focus.lat, 'boundary.circle.lon': focus.lon };
  let suggested = await places('autocomplete', { ...request, ...circle });
  // The position of Photon prefers places and leaves none out.
  if (circle && suggested.length === 0) {
    const anywhere = { ...request, ...circle, 'boundary.circle.radius': WHOLE_EARTH_KM };
    suggested = await places('autocomplete', anywhere);
  }
  const isComplete = suggested.length > 0 && !/\d/.test(text);
  const matched = isComplete ? [] : await places('geocodeForward', request);
  return collectionOf(selectPlaces(mergePlaces(suggested, matched), selection));
}

/** Returns suggestions and matches, each place once: matches first if the best of them is finer than every suggestion. */
function mergePlaces(suggested: readonly DialectPlace[], matched: readonly DialectPlace[]): DialectPlace[] {
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

/** Answers `/reverse`: places around a position, nearest first whatever `distance_sort` is. */
async function reverse(values: ValuesOf<typeof REVERSE>, { places }: CallScope) {
  const position = positionOf(values);
  if (position === undefined) throw badParameter(message('server.photonPosition'));
  const selection = readSelection(values);
  const { radius, osm_tag } = values;
  const request = {
    'point.lat': position.lat,
    'point.lon': position.lon,
    size: requestedSize(selection),
  };
  const categories = categoriesOfTags(osm_tag.map(readTagFilter));
  if (categories?.length === 0) return collectionOf([]);
  // Places with a tag may be behind many others: they are searched by their categories, whose radius is in whole kilometres.
  const found = categories
    ? await places('nearby', {
        ...request,
        categories: categories.join(','),
        'boundary.circle.radius': radius && Math.ceil(radius),
      })
    : await places('geocodeReverse', { ...request, 'boundary.circle.radius': radius });
  const maxMeters = (radius ?? Infinity) * 1000;
  const near = found.filter(({ feature }) => (feature.properties.distance ?? 0) <= maxMeters);
  return collectionOf(selectPlaces(near, selection));
}

const PLACES = { 'application/json': POINT_COLLECTION };

/** The calls of the dialect; clients write the paths with and without a slash at the end. */
const CALLS = [
  dialectCall({
    id: 'photonSearch',
    summary: 'Returns suggestions for an address or a name that may be incomplete.',
    path: `${PHOTON}/api`,
    aliases: [`${PHOTON}/api/`],
    operation: 'geocodeForward',
    parameters: SEARCH,
    isStrict: true,
    responses: PLACES,
    answer: search,
  }),
  dialectCall({
    id: 'photonReverse',
    summary: 'Returns the places around a position, nearest first.',
    path: `${PHOTON}/reverse`,
    aliases: [`${PHOTON}/reverse/`],
    operation: 'geocodeReverse',
    parameters: REVERSE,
    isStrict: true,
    responses: PLACES,
    answer: reverse,
  }),
  dialectCall({
    id: 'photonStatus',
    summary: 'Returns whether the server is ready.',
    path: `${PHOTON}/status`,
    parameters: {},
    responses: { 'application/json': objectSchema({ status: { const: 'Ok' } }) },
    answer: () => ({ status: 'Ok' }),
  }),
];

/** Adds the routes of the Photon dialect. Errors: `{ message }`, as Photon has them. */
export const addPhoton: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'photon',
    source: 'Photon API.',
    calls: CALLS,
    errorSchema: { ...objectSchema({ message: { type: 'string' } }), additionalProperties: false },
    errorBody: (_status, message) => ({ message }),
  });

/**
 * Returns a place as a feature of Photon.
 *
 * Shape: members without a value are undefined. `osm_type` and `osm_id` are left out: the interface has no ids of OpenStreetMap. The extent is
 * west, north, east, south, the order of Photon.
 */
function photonFeature(place: DialectPlace) {
  const { feature, address, tag, box, level } = place;
  const { id, name } = feature.properties;
  const isUnit = level === 'ward' || level === 'district' || level === 'province';
  const type = placeType(place);
  const city = cityOf(address);
  const properties = {
    osm_key: tag.key,
    osm_value: tag.value,
    type,
    name: name || undefined,
    housenumber: address.houseNumber,
    // A street has its name once, as Photon writes it.
    street: type === 'street' ? undefined : address.street,
    postcode: address.postcode,
    district: level === 'ward' ? undefined : address.ward?.name,
    city: city === name && isUnit ? undefined : city,
    county: level === 'district' ? undefined : countyOf(address),
    state: level === 'province' ? undefined : address.province?.name,
    country: address.country,
    countrycode: address.countryCode?.toUpperCase(),
    extent:
      level === 'house' || level === 'poi' || level === 'position'
        ? undefined
        : [box.minLon, box.maxLat, box.maxLon, box.minLat].map(rounded),
    // The id of the interface, with which the operations place and children continue.
    extra: { 'geomill:id': id },
  };
  return { type: 'Feature', properties, geometry: pointOf(place) };
}
