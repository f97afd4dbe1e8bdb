import type { Position } from '../../../base/geo/position.ts';
import type { GeoService } from '../../../contract/service.ts';
import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, POINT_COLLECTION, type DialectCall } from '../add-calls.ts';
import {
  type RawQuery,
  badParameter,
  numberParameter,
  POSITION_PARAMETERS,
  readQuery,
  refuseUnknown,
  required,
  textParameter,
} from '../parameters.ts';
import { dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import { boxOf, positionOf, isInBox, type Box } from '../position-values.ts';
import { placeType } from '../place-type.ts';
import { photonCollection } from './feature.ts';
import { readSelection, sharedParameters, type Selection } from './parameters.ts';
import { passesTags, categoriesOfTags } from './tag-filter.ts';

/** The path under which the dialect is served. */
export const PHOTON = '/photon';

const places = (answer: (query: RawQuery, service: GeoService) => Promise<unknown>) => ({
  responses: { 'application/json': POINT_COLLECTION },
  answer: async (query: RawQuery, { service }: { service: GeoService }) => ({
    json: await answer(query, service),
  }),
});

const SEARCH_LIMIT = 15;

/** The parameters of `/api`. Shape: nearest to `lat` and `lon` first. */
const SEARCH_PARAMETERS = {
  ...sharedParameters(SEARCH_LIMIT),
  q: required(textParameter('address or name, may be incomplete')),
  ...POSITION_PARAMETERS,
  bbox: textParameter('two corners of the box of the places: lon,lat,lon,lat in degrees'),
  zoom: numberParameter('without effect', { minimum: 0, maximum: 30 }),
  location_bias_scale: numberParameter('without effect', { minimum: 0, maximum: 1 }),
};

/** Places requested from the service where some of them are filtered out. */
const FILTERED_SIZE = 50;

/** Returns the number of places to request for a selection. */
function requestedSize({ limit, layers, tags, countries }: Selection, box?: Box): number {
  const isFiltered = layers.length > 0 || tags.length > 0 || countries.length > 0 || box !== undefined;
  return isFiltered ? FILTERED_SIZE : limit;
}

/** Returns the places of a selection, in the order of the service. */
function selectPlaces(
  places: readonly DialectPlace[],
  { limit, layers, tags, countries }: Selection,
  box?: Box,
): DialectPlace[] {
  const kept = places.filter(
    (place) =>
      (layers.length === 0 || layers.includes(placeType(place))) &&
      passesTags(place.tag, tags) &&
      (countries.length === 0 || countries.includes(place.address.countryCode?.toUpperCase() ?? '')) &&
      (box === undefined || isInBox(place.position, box)),
  );
  return kept.slice(0, limit);
}

/**
 * Answers `/api`.
 *
 * Shape: suggestions for a text that may be incomplete, nearest to `lat` and `lon` preferred; the matches of the address search where there are none,
 * or where it alone matches a house number.
 * Errors: INVALID_REQUEST for parameters that cannot be used; those of the service.
 */
async function search(query: RawQuery, service: GeoService): Promise<unknown> {
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

const REVERSE_LIMIT = 1;
const MAX_RADIUS_KM = 5_000;

/** The parameters of `/reverse`. */
const REVERSE_PARAMETERS = {
  ...sharedParameters(REVERSE_LIMIT),
  lat: required(POSITION_PARAMETERS.lat),
  lon: required(POSITION_PARAMETERS.lon),
  radius: numberParameter('distance of the places; kilometres', {
    exclusiveMinimum: 0,
    maximum: MAX_RADIUS_KM,
  }),
  distance_sort: textParameter('without effect: the nearest is always first'),
};

/** Answers `/reverse`: places around a position, nearest first whatever `distance_sort` is. Errors: INVALID_REQUEST for parameters that cannot be used; those of the service. */
async function reverse(query: RawQuery, service: GeoService): Promise<unknown> {
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
  const categories = categoriesOfTags(selection.tags);
  if (categories?.length === 0) return photonCollection([]);
  // Places with a tag may be behind many others: they are searched by their categories, whose radius is in whole kilometres.
  const { features } = categories
    ? await service.nearby({
        ...request,
        categories: categories.join(','),
        'boundary.circle.radius': radius && Math.ceil(radius),
      })
    : await service.geocodeReverse({ ...request, 'boundary.circle.radius': radius });
  const maxMeters = (radius ?? Infinity) * 1000;
  const near = features.filter(({ properties }) => (properties.distance ?? 0) <= maxMeters);
  return photonCollection(selectPlaces(dialectPlaces(near), selection));
}

/** The calls of the dialect; clients write the paths with and without a slash at the end. */
const CALLS: readonly DialectCall[] = [
  {
    id: 'photonSearch',
    summary: 'Returns suggestions for an address or a name that may be incomplete.',
    path: `${PHOTON}/api`,
    aliases: [`${PHOTON}/api/`],
    operation: 'geocodeForward',
    parameters: SEARCH_PARAMETERS,
    ...places(search),
  },
  {
    id: 'photonReverse',
    summary: 'Returns the places around a position, nearest first.',
    path: `${PHOTON}/reverse`,
    aliases: [`${PHOTON}/reverse/`],
    operation: 'geocodeReverse',
    parameters: REVERSE_PARAMETERS,
    ...places(reverse),
  },
  {
    id: 'photonStatus',
    summary: 'Returns whether the server is ready.',
    path: `${PHOTON}/status`,
    aliases: [],
    parameters: {},
    responses: {
      'application/json': {
        type: 'object',
        required: ['status'],
        properties: { status: { const: 'Ok' } },
      },
    },
    answer: () => ({ json: { status: 'Ok' } }),
  },
];

/** Adds the routes of the Photon dialect. Errors: `{ message }`, as Photon has them. */
export const addPhoton: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'photon',
    source: 'Photon API.',
    calls: CALLS,
    errorSchema: {
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string' } },
      additionalProperties: false,
    },
    errorBody: (_status, message) => ({ message }),
  });
