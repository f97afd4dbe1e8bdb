import { message } from '../../../base/messages/message.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import { Latitude, Longitude } from '../../../contract/schema.ts';
import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, dialectCall, type CallScope } from '../add-calls.ts';
import type { DialectPlace } from '../dialect-place.ts';
import {
  ADMIN_V2,
  badParameter,
  commaList,
  countParameter,
  LANGUAGE,
  listSchema,
  numberParameter,
  objectSchema,
  POINT_COLLECTION,
  quoted,
  required,
  textParameter,
  type ValuesOf,
} from '../parameters.ts';
import { isInBox, WHOLE_EARTH_KM, type Box } from '../position-values.ts';
import { requestedSize, selectPlaces, type Selection } from '../selection.ts';
import { LAYER_GROUPS, LAYERS, peliasCollection, SOURCE } from './pelias-feature.ts';

/** The path under which the dialect is served; its calls are below `/v1`. */
export const PELIAS = '/pelias';

const MAX_SIZE = 40;
const latitude = (description: string) => ({ schema: { ...Latitude, description } });
const longitude = (description: string) => ({ schema: { ...Longitude, description } });

/** The parameters that all searches share. */
const SHARED = {
  size: countParameter(`number of places, 1 to ${MAX_SIZE}; a number beyond counts as the nearest`, 10),
  layers: textParameter(
    'layers, separated by commas: address, venue, street, locality, county, region, coarse',
  ),
  sources: textParameter('sources, separated by commas: all places are of all sources'),
  'boundary.country': textParameter('country codes of two or three letters, separated by commas'),
  lang: LANGUAGE,
  admin_v2: ADMIN_V2,
};

/** The parameters of searches of a text. */
const TEXT = {
  ...SHARED,
  text: required(textParameter('address or name')),
  'focus.point.lat': latitude('places near this position are preferred'),
  'focus.point.lon': longitude('places near this position are preferred'),
  'boundary.circle.lat': latitude('centre of the circle of the places'),
  'boundary.circle.lon': longitude('centre of the circle of the places'),
  'boundary.circle.radius': numberParameter('kilometres, 50 when left out', { exclusiveMinimum: 0 }),
  'boundary.rect.min_lat': latitude('the box of the places'),
  'boundary.rect.min_lon': longitude('the box of the places'),
  'boundary.rect.max_lat': latitude('the box of the places'),
  'boundary.rect.max_lon': longitude('the box of the places'),
};

type TextValues = ValuesOf<typeof TEXT>;

const REVERSE = {
  ...SHARED,
  'point.lat': required(latitude('position whose places are asked for')),
  'point.lon': required(longitude('position whose places are asked for')),
  'boundary.circle.radius': numberParameter('kilometres, 1 when left out', { exclusiveMinimum: 0 }),
};

const PLACE = {
  ids: required(textParameter('global ids, separated by commas, as `gid` has them')),
  lang: LANGUAGE,
  admin_v2: ADMIN_V2,
};

interface Circle extends Position {
  radiusKm: number;
}

function readSelection(values: ValuesOf<typeof SHARED>, box?: Box, circle?: Circle): Selection {
  const named = commaList(values.layers);
  const known = new Set<string>(Object.values(LAYERS));
  const unknown = named.find((name) => !known.has(name) && !Object.hasOwn(LAYER_GROUPS, name));
  if (unknown !== undefined) {
    const all = [...known, ...Object.keys(LAYER_GROUPS)].join(',');
    throw badParameter(message('server.peliasLayers', { layer: quoted(unknown.slice(0, 40)), all }));
  }
  const layers = new Set(named.flatMap((name) => LAYER_GROUPS[name] ?? [name]));
  const countries = commaList(values['boundary.country']);
  const isElsewhere = countries.length > 0 && !countries.some((code) => /^(vn|vnm)$/i.test(code));
  return {
    limit: Math.min(Math.max(1, values.size), MAX_SIZE),
    conditions: [
      isElsewhere && (() => false),
      named.length > 0 && (({ level }) => layers.has(LAYERS[level])),
      box && (({ position }) => isInBox(position, box)),
      circle && (({ position }) => distanceMeters(circle, position) <= circle.radiusKm * 1000),
    ],
  };
}

/** Reads what both searches of a text have. */
function readText(values: TextValues) {
  const text = values.text?.trim();
  if (!text) throw badParameter(message('server.peliasText'));
  const box = readBox(values);
  const position = pairOf(values, 'boundary.circle');
  const circle = position && { ...position, radiusKm: values['boundary.circle.radius'] ?? 50 };
  const selection = readSelection(values, box, circle);
  const request = { text, size: requestedSize(selection) };
  return { circle, selection, request, focus: pairOf(values, 'focus.point') };
}

function readBox(values: TextValues): Box | undefined {
  const [minLat, minLon, maxLat, maxLon] = (['min_lat', 'min_lon', 'max_lat', 'max_lon'] as const).map(
    (name) => values[`boundary.rect.${name}`],
  );
  if ([minLat, minLon, maxLat, maxLon].every((value) => value === undefined)) return undefined;
  if (minLat === undefined || minLon === undefined || maxLat === undefined || maxLon === undefined)
    throw badParameter(message('server.peliasRect'));
  return { minLat, minLon, maxLat, maxLon };
}

function pairOf(values: TextValues, name: 'focus.point' | 'boundary.circle'): Position | undefined {
  const [lat, lon] = [values[`${name}.lat`], values[`${name}.lon`]];
  if (lat === undefined && lon === undefined) return undefined;
  if (lat === undefined || lon === undefined)
    throw badParameter(
      message('server.peliasMissing', { parameter: quoted(`${name}.${lat === undefined ? 'lat' : 'lon'}`) }),
    );
  return { lat, lon };
}

interface Found {
  places: readonly DialectPlace[];
  /** What was understood of the request. */
  echo: Record<string, unknown>;
}

/** Answers `/v1/search`: the matches of a complete address or name, those near the focus first where it has one. */
async function search(values: TextValues, { places }: CallScope): Promise<Found> {
  const { selection, request, focus } = readText(values);
  const found = selectPlaces(await places('geocodeForward', request), selection);
  return { places: nearFirst(found, focus), echo: { text: request.text, size: selection.limit } };
}

/** Answers `/v1/autocomplete`: suggestions for the first letters, those near the focus preferred. */
async function autocomplete(values: TextValues, { places }: CallScope): Promise<Found> {
  const { circle, selection, request, focus = circle } = readText(values);
  const near = focus && {
    'boundary.circle.lat': focus.lat,
    'boundary.circle.lon': focus.lon,
    'boundary.circle.radius': circle?.radiusKm ?? WHOLE_EARTH_KM,
  };
  const found = await places('autocomplete', { ...request, ...near });
  return { places: selectPlaces(found, selection), echo: { text: request.text, size: selection.limit } };
}

/** Equal matches of a name are ordered by their distance to the focus; others keep their order. */
function nearFirst(places: DialectPlace[], focus: Position | undefined): DialectPlace[] {
  if (!focus || places.length < 2) return places;
  const name = places[0]!.feature.properties.name;
  const same = places.filter(({ feature }) => feature.properties.name === name);
  const rest = places.filter(({ feature }) => feature.properties.name !== name);
  return [
    ...same.sort((a, b) => distanceMeters(focus, a.position) - distanceMeters(focus, b.position)),
    ...rest,
  ];
}

/** Answers `/v1/reverse`: the places around a position, the nearest first. */
async function reverse(values: ValuesOf<typeof REVERSE>, { places }: CallScope): Promise<Found> {
  const [lat, lon] = [values['point.lat'], values['point.lon']];
  if (lat === undefined || lon === undefined)
    throw badParameter(
      message('server.peliasMissing', { parameter: quoted(`point.${lat === undefined ? 'lat' : 'lon'}`) }),
    );
  const selection = readSelection(values);
  const point = { 'point.lat': lat, 'point.lon': lon };
  const found = await places('geocodeReverse', {
    ...point,
    'boundary.circle.radius': values['boundary.circle.radius'],
    size: requestedSize(selection),
  });
  return { places: selectPlaces(found, selection), echo: { ...point, size: selection.limit } };
}

/** Answers `/v1/place`: places by their ids; unknown ones are left out. */
async function place({ ids }: ValuesOf<typeof PLACE>, { places }: CallScope): Promise<Found> {
  const gids = commaList(ids);
  if (gids.length === 0) throw badParameter(message('server.peliasIds'));
  const found: DialectPlace[] = [];
  for (const gid of gids.slice(0, MAX_SIZE)) {
    const id = new RegExp(`^${SOURCE}:[a-z]+:(.+)$`).exec(gid)?.[1] ?? gid;
    found.push(...(await places('place', { ids: id })));
  }
  return { places: found, echo: { ids: gids } };
}

const collection = <V>(answer: (values: V, scope: CallScope) => Promise<Found>) => ({
  responses: { 'application/json': POINT_COLLECTION },
  answer: async (values: V, scope: CallScope) => {
    const { places, echo } = await answer(values, scope);
    return peliasCollection(places, echo, scope.context.wallMs());
  },
});

const CALLS = [
  dialectCall({
    id: 'peliasSearch',
    summary: 'Returns the matches of an address or a name.',
    path: `${PELIAS}/v1/search`,
    aliases: [`${PELIAS}/v1/search/`],
    operation: 'geocodeForward',
    parameters: TEXT,
    ...collection(search),
  }),
  dialectCall({
    id: 'peliasAutocomplete',
    summary: 'Returns suggestions for the first letters of an address or name.',
    path: `${PELIAS}/v1/autocomplete`,
    operation: 'autocomplete',
    parameters: TEXT,
    ...collection(autocomplete),
  }),
  dialectCall({
    id: 'peliasReverse',
    summary: 'Returns the places around a position, nearest first.',
    path: `${PELIAS}/v1/reverse`,
    operation: 'geocodeReverse',
    parameters: REVERSE,
    ...collection(reverse),
  }),
  dialectCall({
    id: 'peliasPlace',
    summary: 'Returns places by their ids.',
    path: `${PELIAS}/v1/place`,
    operation: 'place',
    parameters: PLACE,
    ...collection(place),
  }),
];

/** Adds the routes of the Pelias dialect. Errors: `geocoding.errors`, and `meta` and `error` as its gateway has them. */
export const addPelias: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'pelias',
    source: 'Pelias API, version 1.',
    calls: CALLS,
    errorSchema: objectSchema({ geocoding: objectSchema({ errors: listSchema({ type: 'string' }) }) }),
    errorBody: (status, message) => ({
      geocoding: { version: '0.2', errors: [message] },
      type: 'FeatureCollection',
      features: [],
      meta: { version: 1, status_code: status },
      error: message,
    }),
  });
