import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import { Latitude, Longitude } from '../../../contract/schema.ts';
import type { GeoService } from '../../../contract/service.ts';
import type { ServerContext, ServerPlugin } from '../../server-context.ts';
import { addCalls, POINT_COLLECTION, type DialectCall } from '../add-calls.ts';
import { dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import {
  badParameter,
  commaList,
  countParameter,
  flagParameter,
  numberParameter,
  readQuery,
  required,
  textParameter,
  type RawQuery,
  type ValuesOf,
} from '../parameters.ts';
import { isInBox, type Box } from '../position-values.ts';
import { LAYER_GROUPS, LAYERS, peliasCollection, SOURCE } from './pelias-feature.ts';

/** The path under which the dialect is served; its calls are below `/v1`. */
export const PELIAS = '/pelias';

const MAX_SIZE = 40;
/** Places requested where some of them are filtered out. */
const FILTERED_SIZE = 50;
/** The radius of a circle that holds every place. Units: kilometres. */
const WHOLE_EARTH_KM = 20_100;

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
  lang: textParameter('without effect: names are Vietnamese'),
  admin_v2: flagParameter(
    'whether places are labelled by the units since July 2025; an addition of Geomill',
    true,
  ),
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

/** What a request keeps of the places of the service. */
interface Filters {
  size: number;
  layers: ReadonlySet<string> | undefined;
  isElsewhere: boolean;
  box?: Box;
  circle?: Position & { radiusKm: number };
}

function readShared(values: ValuesOf<typeof SHARED>): Filters {
  const named = commaList(values.layers);
  const known = new Set<string>(Object.values(LAYERS));
  const unknown = named.find((name) => !known.has(name) && !Object.hasOwn(LAYER_GROUPS, name));
  if (unknown !== undefined) {
    const all = [...known, ...Object.keys(LAYER_GROUPS)].join(',');
    throw badParameter(`'${unknown.slice(0, 40)}' is an invalid layers parameter. Valid options: ${all}`);
  }
  const countries = commaList(values['boundary.country']);
  return {
    size: Math.min(Math.max(1, values.size), MAX_SIZE),
    layers: named.length === 0 ? undefined : new Set(named.flatMap((name) => LAYER_GROUPS[name] ?? [name])),
    isElsewhere: countries.length > 0 && !countries.some((code) => /^(vn|vnm)$/i.test(code)),
  };
}

function readText(values: TextValues): Filters {
  return {
    ...readShared(values),
    box: readBox(values),
    circle: readCircle(values),
  };
}

function readBox(values: TextValues): Box | undefined {
  const [minLat, minLon, maxLat, maxLon] = (['min_lat', 'min_lon', 'max_lat', 'max_lon'] as const).map(
    (name) => values[`boundary.rect.${name}`],
  );
  if ([minLat, minLon, maxLat, maxLon].every((value) => value === undefined)) return undefined;
  if (minLat === undefined || minLon === undefined || maxLat === undefined || maxLon === undefined)
    throw badParameter('boundary.rect needs min_lat, min_lon, max_lat and max_lon');
  return { minLat, minLon, maxLat, maxLon };
}

function readCircle(values: TextValues): (Position & { radiusKm: number }) | undefined {
  const position = pairOf(values, 'boundary.circle');
  return position && { ...position, radiusKm: values['boundary.circle.radius'] ?? 50 };
}

function pairOf(values: TextValues, name: 'focus.point' | 'boundary.circle'): Position | undefined {
  const [lat, lon] = [values[`${name}.lat`], values[`${name}.lon`]];
  if (lat === undefined && lon === undefined) return undefined;
  if (lat === undefined || lon === undefined)
    throw badParameter(`missing param '${name}.${lat === undefined ? 'lat' : 'lon'}'`);
  return { lat, lon };
}

/** Returns the places that pass the filters, in the order of the service. */
function chosen(features: Parameters<typeof dialectPlaces>[0], filters: Filters): DialectPlace[] {
  const { size, layers, isElsewhere, box, circle } = filters;
  if (isElsewhere) return [];
  return dialectPlaces(features)
    .filter(
      ({ level, position }) =>
        (layers === undefined || layers.has(LAYERS[level])) &&
        (box === undefined || isInBox(position, box)) &&
        (circle === undefined || distanceMeters(circle, position) <= circle.radiusKm * 1000),
    )
    .slice(0, size);
}

const requestedSize = ({ size, layers, box, circle }: Filters): number =>
  layers || box || circle ? FILTERED_SIZE : size;

/** Answers `/v1/search`: the matches of a complete address or name, those near the focus first where it has one. */
async function search(query: RawQuery, service: GeoService) {
  const values = readQuery(TEXT, query);
  const text = textOf(values);
  const filters = readText(values);
  const focus = pairOf(values, 'focus.point');
  const { features } = await service.geocodeForward({
    text,
    size: requestedSize(filters),
    admin_v2: values.admin_v2,
  });
  return { places: nearFirst(chosen(features, filters), focus), echo: { text, size: filters.size } };
}

/** Answers `/v1/autocomplete`: suggestions for the first letters, those near the focus preferred. */
async function autocomplete(query: RawQuery, service: GeoService) {
  const values = readQuery(TEXT, query);
  const text = textOf(values);
  const filters = readText(values);
  const focus = pairOf(values, 'focus.point') ?? filters.circle;
  const request = { text, size: requestedSize(filters), admin_v2: values.admin_v2 };
  const { features } = await service.autocomplete(
    focus
      ? {
          ...request,
          'boundary.circle.lat': focus.lat,
          'boundary.circle.lon': focus.lon,
          'boundary.circle.radius': filters.circle?.radiusKm ?? WHOLE_EARTH_KM,
        }
      : request,
  );
  return { places: chosen(features, filters), echo: { text, size: filters.size } };
}

function textOf({ text }: TextValues): string {
  if (!text?.trim()) throw badParameter("invalid param 'text': text length, must be >0");
  return text.trim();
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

const REVERSE = {
  ...SHARED,
  'point.lat': required(latitude('position whose places are asked for')),
  'point.lon': required(longitude('position whose places are asked for')),
  'boundary.circle.radius': numberParameter('kilometres, 1 when left out', { exclusiveMinimum: 0 }),
};

/** Answers `/v1/reverse`: the places around a position, the nearest first. */
async function reverse(query: RawQuery, service: GeoService) {
  const values = readQuery(REVERSE, query);
  const [lat, lon] = [values['point.lat'], values['point.lon']];
  if (lat === undefined || lon === undefined)
    throw badParameter(`missing param 'point.${lat === undefined ? 'lat' : 'lon'}'`);
  const filters = readShared(values);
  const { features } = await service.geocodeReverse({
    'point.lat': lat,
    'point.lon': lon,
    'boundary.circle.radius': values['boundary.circle.radius'],
    size: requestedSize(filters),
    admin_v2: values.admin_v2,
  });
  return {
    places: chosen(features, filters),
    echo: { 'point.lat': lat, 'point.lon': lon, size: filters.size },
  };
}

const PLACE = {
  ids: required(textParameter('global ids, separated by commas, as `gid` has them')),
  lang: SHARED.lang,
  admin_v2: SHARED.admin_v2,
};

/** Answers `/v1/place`: places by their ids; unknown ones are left out. */
async function place(query: RawQuery, service: GeoService) {
  const { ids, admin_v2 } = readQuery(PLACE, query);
  const gids = commaList(ids);
  if (gids.length === 0) throw badParameter("invalid param 'ids': text length, must be >0");
  const places: DialectPlace[] = [];
  for (const gid of gids.slice(0, MAX_SIZE)) {
    const id = new RegExp(`^${SOURCE}:[a-z]+:(.+)$`).exec(gid)?.[1] ?? gid;
    places.push(...dialectPlaces((await service.place({ ids: id, admin_v2 })).features));
  }
  return { places, echo: { ids: gids } };
}

interface Found {
  places: readonly DialectPlace[];
  echo: Record<string, unknown>;
}

const collection = (answer: (query: RawQuery, service: GeoService) => Promise<Found>) => ({
  responses: { 'application/json': POINT_COLLECTION },
  answer: async (query: RawQuery, { service, wallMs }: Pick<ServerContext, 'service' | 'wallMs'>) => {
    const { places, echo } = await answer(query, service);
    return { json: peliasCollection(places, echo, wallMs()) };
  },
});

const CALLS: readonly DialectCall[] = [
  {
    id: 'peliasSearch',
    summary: 'Returns the matches of an address or a name.',
    path: `${PELIAS}/v1/search`,
    aliases: [`${PELIAS}/v1/search/`],
    operation: 'geocodeForward',
    parameters: TEXT,
    ...collection(search),
  },
  {
    id: 'peliasAutocomplete',
    summary: 'Returns suggestions for the first letters of an address or name.',
    path: `${PELIAS}/v1/autocomplete`,
    aliases: [],
    operation: 'autocomplete',
    parameters: TEXT,
    ...collection(autocomplete),
  },
  {
    id: 'peliasReverse',
    summary: 'Returns the places around a position, nearest first.',
    path: `${PELIAS}/v1/reverse`,
    aliases: [],
    operation: 'geocodeReverse',
    parameters: REVERSE,
    ...collection(reverse),
  },
  {
    id: 'peliasPlace',
    summary: 'Returns places by their ids.',
    path: `${PELIAS}/v1/place`,
    aliases: [],
    operation: 'place',
    parameters: PLACE,
    ...collection(place),
  },
];

/** Adds the routes of the Pelias dialect. Errors: `geocoding.errors`, and `meta` and `error` as its gateway has them. */
export const addPelias: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'pelias',
    source: 'Pelias API, version 1.',
    calls: CALLS,
    errorSchema: {
      type: 'object',
      required: ['geocoding'],
      properties: {
        geocoding: {
          type: 'object',
          required: ['errors'],
          properties: { errors: { type: 'array', items: { type: 'string' } } },
        },
      },
    },
    errorBody: (status, message) => ({
      geocoding: { version: '0.2', errors: [message] },
      type: 'FeatureCollection',
      features: [],
      meta: { version: 1, status_code: status },
      error: message,
    }),
  });
