import table from '../../../data/dialect-google.json' with { type: 'json' };
import { message } from '../../../base/messages/message.ts';
import type { Position } from '../../../base/geo/position.ts';
import { checkerOf } from '../../../contract/parameters.ts';
import { Latitude, Longitude } from '../../../contract/schema.ts';
import type { ServerPlugin } from '../../server-context.ts';
import type { Directions } from '../../../contract/records/directions.ts';
import { addCalls, dialectCall, type CallScope } from '../add-calls.ts';
import { dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import { factsOf } from '../facts.ts';
import { fill, type Facts } from '../fill.ts';
import { badParameter, quoted, type ValuesOf } from '../parameters.ts';

const MAX_RESULTS = 5;
const METERS_PER_KM = 1000;
/** Below this probability the match of a text is said to be partial. */
const WHOLE_MATCH = 0.6;

type Parameters = typeof table.parameters;

/** Returns a place as a result of the Geocoding API, with more facts of Place Details. */
const resultOf = (place: DialectPlace, more: Facts = {}) =>
  fill(table.templates.place, { ...factsOf(place, table.levels), ...more });

/** Answers `/geocode/json`, of an address, a position or an id. */
async function geocode(values: ValuesOf<Parameters['geocode']>, { places }: CallScope) {
  const { address, components, latlng, place_id: id } = values;
  const types = values.result_type?.split('|');
  const results = (found: readonly DialectPlace[], isMatched: boolean) => {
    const wanted = found.filter(
      ({ level }) => !types || table.levels[level].types.some((type) => types.includes(type)),
    );
    return listed(
      'results',
      wanted.map((place) => {
        const isRated = isMatched && place.feature.properties.geomill?.confidence !== undefined;
        return resultOf(place, { isPartial: (isRated && place.importance < WHOLE_MATCH) || undefined });
      }),
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

/** Answers `/place/autocomplete/json`. */
async function autocomplete(values: ValuesOf<Parameters['autocomplete']>, { context }: CallScope) {
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

/** Answers `/place/details/json`. */
async function details(values: ValuesOf<Parameters['details']>, { context }: CallScope) {
  const { place_id: ids, sessiontoken, admin_v2 } = values;
  if (ids === undefined) throw badParameter(message('server.googlePlaceId'));
  const [{ features }, { result }] = await Promise.all([
    context.service.place({ ids, sessiontoken, admin_v2 }),
    context.service.place({ ids, format: 'google', admin_v2 }),
  ]);
  const [place] = dialectPlaces(features);
  if (!place) return { html_attributions: [], status: 'NOT_FOUND' };
  const { name, phone, website } = place.feature.properties;
  const own = { ownName: name, ownPhone: phone ?? undefined, ownWebsite: website ?? undefined };
  return {
    html_attributions: [],
    result: resultOf(place, { ...own, link: result?.url ?? undefined }),
    status: 'OK',
  };
}

/** Vehicles of the interface by the modes of Google. */
const VEHICLES = { driving: 'car', walking: 'walking', bicycling: 'bike', two_wheeler: 'motor' } as const;

/** Answers `/directions/json`. */
async function directions(values: ValuesOf<Parameters['directions']>, { places, ask }: CallScope) {
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
    vehicle: VEHICLES[mode as keyof typeof VEHICLES],
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

/** Adds the routes of the Google dialect. Errors: `status` and `error_message` as Google has them, with the status of HTTP beside them. */
export const addGoogle: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'google',
    table,
    calls: {
      geocode: dialectCall({
        operation: ({ latlng, place_id: id }) =>
          latlng !== undefined ? 'geocodeReverse' : id !== undefined ? 'place' : 'geocodeForward',
        parameters: table.parameters.geocode,
        answer: geocode,
      }),
      autocomplete: dialectCall({
        operation: 'autocomplete',
        sessionParameter: 'sessiontoken',
        parameters: table.parameters.autocomplete,
        answer: autocomplete,
      }),
      details: dialectCall({
        operation: 'place',
        sessionParameter: 'sessiontoken',
        parameters: table.parameters.details,
        answer: details,
      }),
      directions: dialectCall({
        operation: 'direction',
        parameters: table.parameters.directions,
        answer: directions,
      }),
    },
  });
