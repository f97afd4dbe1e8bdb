import table from '../../../data/dialect-pelias.json' with { type: 'json' };
import { message } from '../../../base/messages/message.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, dialectCall, type CallScope } from '../add-calls.ts';
import { type DialectPlace, rounded } from '../dialect-place.ts';
import { factsOf } from '../facts.ts';
import { fill } from '../fill.ts';
import { badParameter, commaList, quoted, type ValuesOf } from '../parameters.ts';
import { isInBox, WHOLE_EARTH_KM, type Box } from '../position-values.ts';
import { requestedSize, selectPlaces, type Selection } from '../selection.ts';

const MAX_SIZE = 40;
const { shared: SHARED, place: PLACE, ...own } = table.parameters;
const TEXT = { ...SHARED, ...own.text };
const REVERSE = { ...SHARED, ...own.reverse };
type TextValues = ValuesOf<typeof TEXT>;

/** The layers of places, and names that stand for several of them: none for those of Pelias that no place of Vietnam has here. */
const LAYERS = new Set(Object.values(table.levels).map(({ layer }) => layer));
const LAYER_GROUPS = new Map([
  ['coarse', table.coarse],
  ...table.empty.map((name): [string, string[]] => [name, []]),
]);

interface Circle extends Position {
  radiusKm: number;
}

function readSelection(values: ValuesOf<typeof SHARED>, box?: Box, circle?: Circle): Selection {
  const named = commaList(values.layers);
  const unknown = named.find((name) => !LAYERS.has(name) && !LAYER_GROUPS.has(name));
  if (unknown !== undefined) {
    const all = [...LAYERS, ...LAYER_GROUPS.keys()].join(',');
    throw badParameter(message('server.peliasLayers', { layer: quoted(unknown.slice(0, 40)), all }));
  }
  const layers = new Set(named.flatMap((name) => LAYER_GROUPS.get(name) ?? [name]));
  const countries = commaList(values['boundary.country']);
  const isElsewhere = countries.length > 0 && !countries.some((code) => /^(vn|vnm)$/i.test(code));
  return {
    limit: Math.min(Math.max(1, values.size), MAX_SIZE),
    conditions: [
      isElsewhere && (() => false),
      named.length > 0 && (({ level }) => layers.has(table.levels[level].layer)),
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
    const id = /^geomill:[a-z]+:(.+)$/.exec(gid)?.[1] ?? gid;
    found.push(...(await places('place', { ids: id })));
  }
  return { places: found, echo: { ids: gids } };
}

/** Returns a place as a feature of Pelias. */
function featureOf(place: DialectPlace): unknown {
  const facts = factsOf(place, table.levels);
  const { id, distance, geomill } = place.feature.properties;
  const { layer, accuracy } = table.levels[place.level];
  const { match } = table.levels[place.level] as { match?: string };
  const isRated = geomill?.confidence !== undefined;
  return fill(table.templates.place, {
    ...facts,
    gid: `geomill:${layer}:${id}`,
    layerStreet: ['venue', 'address', 'street'].includes(layer) ? facts.street : undefined,
    confidenceOfMatch: isRated ? place.importance : undefined,
    matchType: isRated ? match : undefined,
    distanceKm: typeof distance === 'number' ? distance / 1000 : undefined,
    country3: facts.cc === 'vn' ? 'VNM' : undefined,
    addendum: geomill && fill(table.templates.addendum, facts),
    bbox: accuracy === 'point' ? undefined : [facts.west, facts.south, facts.east, facts.north],
  });
}

/** Returns the box that holds all places; undefined for none. */
function boxOfAll(places: readonly DialectPlace[]): number[] | undefined {
  if (places.length === 0) return undefined;
  const [lats, lons] = [
    places.map(({ position }) => position.lat),
    places.map(({ position }) => position.lon),
  ];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)].map(rounded);
}

const collection =
  <V>(answer: (values: V, scope: CallScope) => Promise<Found>) =>
  async (values: V, scope: CallScope) => {
    const { places, echo: query } = await answer(values, scope);
    const engine = { name: 'Geomill', author: 'Geomill', version: '1.0' };
    return {
      geocoding: { version: '0.2', query, engine, timestamp: scope.context.wallMs() },
      type: 'FeatureCollection',
      features: places.map(featureOf),
      bbox: boxOfAll(places),
    };
  };

/** Adds the routes of the Pelias dialect. Errors: `geocoding.errors`, and `meta` and `error` as its gateway has them. */
export const addPelias: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'pelias',
    table,
    calls: {
      search: dialectCall({ operation: 'geocodeForward', parameters: TEXT, answer: collection(search) }),
      autocomplete: dialectCall({
        operation: 'autocomplete',
        parameters: TEXT,
        answer: collection(autocomplete),
      }),
      reverse: dialectCall({ operation: 'geocodeReverse', parameters: REVERSE, answer: collection(reverse) }),
      place: dialectCall({ operation: 'place', parameters: PLACE, answer: collection(place) }),
    },
  });
