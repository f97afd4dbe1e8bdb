import { message } from '../../../base/messages/message.ts';
import type { Position } from '../../../base/geo/position.ts';
import { checkerOf } from '../../../contract/parameters.ts';
import { Latitude, Longitude } from '../../../contract/schema.ts';
import type { ServerPlugin } from '../../server-context.ts';
import type { Directions } from '../../../contract/records/directions.ts';
import { addCalls, dialectCall, type CallScope } from '../add-calls.ts';
import { dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import {
  ADMIN_V2,
  badParameter,
  choiceParameter,
  flagParameter,
  listSchema,
  numberParameter,
  objectSchema,
  quoted,
  required,
  textParameter,
  type ValuesOf,
} from '../parameters.ts';
import { googleDetails, googleResult } from './google-place.ts';

/** The path under which the dialect is served. */
export const GOOGLE = '/maps/api';

const MAX_RESULTS = 5;
const METERS_PER_KM = 1000;

const LANGUAGE = { language: textParameter('without effect on names, which are Vietnamese') };
const SESSION = { sessiontoken: textParameter('groups the requests of one search into one billed session') };

const GEOCODE = {
  address: textParameter('address or name of a place'),
  components: textParameter(
    'filters as country:VN|administrative_area:Hà Nội; names of units are added to the address',
  ),
  latlng: textParameter('position whose places are asked for: latitude,longitude'),
  place_id: textParameter('id of a place'),
  bounds: textParameter('without effect'),
  region: textParameter('without effect: all places are in Vietnam'),
  result_type: textParameter('types of the results, separated by |'),
  ...LANGUAGE,
  admin_v2: ADMIN_V2,
};

/** Answers `/geocode/json`, of an address, a position or an id. */
async function geocode(values: ValuesOf<typeof GEOCODE>, { places }: CallScope) {
  const { address, components, latlng, place_id: id } = values;
  const types = values.result_type?.split('|');
  const results = (found: readonly DialectPlace[], isMatched: boolean) => {
    const all = found.map((place) => googleResult(place, isMatched));
    return listed(
      'results',
      types ? all.filter((each) => each.types.some((one) => types.includes(one))) : all,
    );
  };
  if (latlng !== undefined) {
    const { lat, lon } = readPosition('latlng', latlng);
    const request = { 'point.lat': lat, 'point.lon': lon, size: MAX_RESULTS };
    return results(await places('geocodeReverse', request), false);
  }
  if (id !== undefined) return results(await places('place', { ids: id }), false);
  const { names, isElsewhere } = readComponents(components);
  const text = [address ?? '', ...names].filter((part) => part !== '').join(', ');
  if (isElsewhere) return listed('results', []);
  if (text === '') throw badParameter(message('server.googleAddress'));
  return results(await places('geocodeForward', { text, size: MAX_RESULTS }), true);
}

/** Reads `components`: names of units are searched, another country has no result, `route` and `postal_code` are left to the text. */
function readComponents(text = ''): { names: string[]; isElsewhere: boolean } {
  const names: string[] = [];
  let isElsewhere = false;
  for (const part of text.split('|').filter((each) => each !== '')) {
    const at = part.indexOf(':');
    const name = part.slice(0, at);
    const value = part.slice(at + 1).trim();
    if (at < 0 || value === '') throw badParameter(message('server.googleComponents'));
    if (name === 'country') isElsewhere ||= !/^(vn|vnm|vi[eệ]t ?nam)$/i.test(value);
    else if (name !== 'postal_code') names.push(value);
  }
  return { names, isElsewhere };
}

const AUTOCOMPLETE = {
  input: required(textParameter('the first letters of an address or name')),
  location: textParameter('position near which places are preferred: latitude,longitude'),
  radius: numberParameter('radius around location; metres, 50,000 when left out', { exclusiveMinimum: 0 }),
  origin: textParameter('position from which distances are measured: latitude,longitude'),
  components: textParameter('country:vn; another country has no suggestion'),
  offset: textParameter('without effect'),
  types: textParameter('without effect'),
  strictbounds: textParameter('without effect: places outside of the radius are never suggested'),
  ...SESSION,
  ...LANGUAGE,
  admin_v2: ADMIN_V2,
};

/** Answers `/place/autocomplete/json`. */
async function autocomplete(values: ValuesOf<typeof AUTOCOMPLETE>, { context }: CallScope) {
  const { input, location, origin, radius, components, sessiontoken, admin_v2 } = values;
  if (!input?.trim()) throw badParameter(message('server.googleInput'));
  if (readComponents(components).isElsewhere) return listed('predictions', []);
  for (const [name, text] of Object.entries({ location, origin }))
    if (text !== undefined) readPosition(name, text);
  const { predictions } = await context.service.autocomplete({
    input,
    location,
    origin,
    radius: radius && radius / METERS_PER_KM,
    sessiontoken,
    admin_v2,
  });
  return listed(
    'predictions',
    predictions.map(({ distance_meters: distance, structured_formatting: parts, ...prediction }) => ({
      ...prediction,
      distance_meters: distance ?? undefined,
      matched_substrings: prediction.matched_substrings ?? [],
      structured_formatting: {
        ...parts,
        main_text_matched_substrings: parts.main_text_matched_substrings ?? [],
        secondary_text_matched_substrings: parts.secondary_text_matched_substrings ?? [],
      },
      types: prediction.types.filter((type) => type !== ''),
    })),
  );
}

const DETAILS = {
  place_id: required(textParameter('id of a place')),
  fields: textParameter('without effect: all known members are returned'),
  ...SESSION,
  ...LANGUAGE,
  admin_v2: ADMIN_V2,
};

/** Answers `/place/details/json`. */
async function details(values: ValuesOf<typeof DETAILS>, { context }: CallScope) {
  const { place_id: ids, sessiontoken, admin_v2 } = values;
  if (ids === undefined) throw badParameter(message('server.googlePlaceId'));
  const [{ features }, { result }] = await Promise.all([
    context.service.place({ ids, sessiontoken, admin_v2 }),
    context.service.place({ ids, format: 'google', admin_v2 }),
  ]);
  const [place] = dialectPlaces(features);
  if (!place) return { html_attributions: [], status: 'NOT_FOUND' };
  return { html_attributions: [], result: googleDetails(place, result?.url ?? undefined), status: 'OK' };
}

/** Vehicles of the interface by the modes of Google. */
const VEHICLES = { driving: 'car', walking: 'walking', bicycling: 'bike', two_wheeler: 'motor' } as const;

const DIRECTIONS = {
  origin: required(textParameter('latitude,longitude, place_id:ID or an address')),
  destination: required(textParameter('as origin')),
  waypoints: textParameter(
    'stops on the way, separated by |, each as origin; `optimize:true` is not supported',
  ),
  mode: choiceParameter('kind of travel', ['driving', 'walking', 'bicycling', 'two_wheeler'] as const),
  alternatives: flagParameter('whether other routes may be returned', false),
  language: choiceParameter('language of the instructions', ['vi', 'en'] as const),
  units: textParameter('without effect: texts are in kilometres'),
  avoid: textParameter('without effect'),
  region: textParameter('without effect'),
  departure_time: textParameter('without effect: there is no traffic'),
  admin_v2: ADMIN_V2,
};

/** Answers `/directions/json`. */
async function directions(values: ValuesOf<typeof DIRECTIONS>, { places, ask }: CallScope) {
  const { origin, destination, waypoints, mode = 'driving', alternatives, language, admin_v2 } = values;
  if (origin === undefined || destination === undefined) throw badParameter(message('server.googleOrigin'));
  const stops = waypoints?.split('|').map((stop) => stop.replace(/^via:/, '')) ?? [];
  if (stops[0] === 'optimize:true') throw badParameter(message('server.googleWaypoints'));
  const points: (string | undefined)[] = [];
  for (const point of [origin, ...stops, destination]) points.push(await endOf(point, places));
  const [from, ...to] = points;
  if (from === undefined || to.includes(undefined))
    return { ...listed('routes', []), status: 'NOT_FOUND', geocoded_waypoints: [] };
  const { routes, geocoded_waypoints } = (await ask('direction', {
    origin: from,
    destination: to.join(';'),
    vehicle: VEHICLES[mode],
    alternatives,
    language: language ?? 'vi',
    admin_v2,
  })) as Directions;
  return {
    ...listed(
      'routes',
      routes.map((route) => ({ ...route, copyrights: '' })),
    ),
    geocoded_waypoints,
  };
}

/** Returns the position of an end of a route as `lat,lng`; undefined for an address or id that is not found. */
async function endOf(text: string, places: CallScope['places']): Promise<string | undefined> {
  if (POSITION.test(text.trim())) {
    const { lat, lon } = readPosition('origin', text);
    return `${lat},${lon}`;
  }
  const id = /^place_id:(.+)$/.exec(text.trim())?.[1];
  const [place] = await (id === undefined
    ? places('geocodeForward', { text, size: 1 })
    : places('place', { ids: id }));
  return place && `${place.position.lat},${place.position.lon}`;
}

const POSITION = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/;

function readPosition(name: string, text: string): Position {
  const [, lat, lon] = POSITION.exec(text.trim()) ?? [];
  const position = { lat: Number(lat ?? NaN), lon: Number(lon ?? NaN) };
  if (checkerOf(Latitude).check(position.lat) && checkerOf(Longitude).check(position.lon)) return position;
  throw badParameter(
    message('server.notAPair', { parameter: quoted(name), value: quoted(text.slice(0, 40)) }),
  );
}

/** A response with a list: `ZERO_RESULTS` where it is empty. */
function listed(member: 'results' | 'predictions' | 'routes', list: readonly unknown[]) {
  return { [member]: list, status: list.length > 0 ? 'OK' : 'ZERO_RESULTS' };
}

const json = (member: string) => ({
  'application/json': objectSchema(
    {
      status: { type: 'string' },
      [member]: member === 'result' ? { type: 'object' } : listSchema({ type: 'object' }),
    },
    ['status'],
  ),
});

const CALLS = [
  dialectCall({
    id: 'googleGeocode',
    summary: 'Returns the places of an address, a position or an id.',
    path: `${GOOGLE}/geocode/json`,
    operation: ({ latlng, place_id: id }) =>
      latlng !== undefined ? 'geocodeReverse' : id !== undefined ? 'place' : 'geocodeForward',
    parameters: GEOCODE,
    responses: json('results'),
    answer: geocode,
  }),
  dialectCall({
    id: 'googleAutocomplete',
    summary: 'Returns suggestions for the first letters of an address or name.',
    path: `${GOOGLE}/place/autocomplete/json`,
    operation: 'autocomplete',
    sessionParameter: 'sessiontoken',
    parameters: AUTOCOMPLETE,
    responses: json('predictions'),
    answer: autocomplete,
  }),
  dialectCall({
    id: 'googleDetails',
    summary: 'Returns a place by its id.',
    path: `${GOOGLE}/place/details/json`,
    operation: 'place',
    sessionParameter: 'sessiontoken',
    parameters: DETAILS,
    responses: json('result'),
    answer: details,
  }),
  dialectCall({
    id: 'googleDirections',
    summary: 'Returns routes from an origin to a destination.',
    path: `${GOOGLE}/directions/json`,
    operation: 'direction',
    parameters: DIRECTIONS,
    responses: json('routes'),
    answer: directions,
  }),
];

/** Statuses of failures, by that of HTTP. Source: page "Status codes" of the Geocoding API. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'REQUEST_DENIED',
  403: 'REQUEST_DENIED',
  429: 'OVER_QUERY_LIMIT',
};

/** Adds the routes of the Google dialect. Errors: `status` and `error_message` as Google has them, with the status of HTTP beside them. */
export const addGoogle: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'google',
    source: "Google's Geocoding, Places and Directions API, in their older form.",
    calls: CALLS,
    errorSchema: objectSchema({ status: { type: 'string' }, error_message: { type: 'string' } }),
    errorBody: (status, message) => ({
      error_message: message,
      results: [],
      predictions: [],
      routes: [],
      status: STATUSES[status] ?? 'UNKNOWN_ERROR',
    }),
  });
