import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Position } from '../../src/base/geo/position.ts';
import type { PolygonShape } from '../../src/engine/gazetteer/spatial/polygon-arrays.ts';
import type { Arrays } from '../../src/engine/gazetteer/store/array-types.ts';
import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { createRandom, type Random } from './random.ts';
import { between, spatialTables, type PlacesInSpace, type UnitPoint } from './spatial-tables.ts';
import { megabytes, seconds, target, whole } from './table.ts';

const QUESTIONS = 400_000;
const NEAREST_PER_SECOND = 400_000;
const POLYGONS_PER_SECOND = 500_000;
const WARDS = new URL('../../../shared/data/admin/vn-wards-2025.ndjson.gz', import.meta.url);
const TOWNS = 700;
const DEGREE = 1e7;
// One metre of latitude.
const METER = 90;
const CATEGORIES = 120;

/** Measures finding places by position, in this process. */
export const spatial: Measurement = {
  name: 'spatial',
  async run(context) {
    const random = createRandom(context.seed);
    const bench: Bench = { context, random, scale: context.isQuick ? 0.1 : 1, rows: [], notes: [] };
    await measurePlaces(bench);
    await measureNearby(bench);
    await measurePolygons(bench);
    return {
      title: 'spatial: questions by position per CPU second, one thread',
      columns: ['', 'per CPU s', 'worst ms', 'mean answer', 'target'],
      rows: bench.rows,
      notes: [...bench.notes, 'mean answer: metres to the last one, number in the box, or share inside'],
    };
  },
};

interface Bench {
  context: BenchContext;
  random: Random;
  /** Share of the rows and questions of a whole run. */
  scale: number;
  rows: string[][];
  notes: string[];
}

/** Asks what is near positions beside houses. */
async function measurePlaces(bench: Bench): Promise<void> {
  const { random, scale } = bench;
  const { tables, found, PLACE_KINDS } = await openPlaces(bench, { houses: 900_000, pois: 100_000 });
  const { createReverse } = await bench.context.internals();
  const reverse = createReverse(found, tables);
  const asked = Array.from({ length: QUESTIONS * scale }, () => positionNear(random, tables));
  const at = (i: number): Position => asked[i % asked.length] as Position;
  const { house, street } = PLACE_KINDS;
  const count = asked.length;
  const farthest = (near: readonly { distanceMeters: number }[]): number => near.at(-1)?.distanceMeters ?? 0;
  const least = NEAREST_PER_SECOND;
  add(bench, 'nearest house', count, (i) => farthest(found.nearest(at(i), 1000, 1, house)), least);
  add(
    bench,
    'nearest house or street',
    count,
    (i) => farthest(found.nearest(at(i), 1000, 1, house | street)),
    least,
  );
  add(bench, 'nearest place', count, (i) => farthest(found.nearest(at(i), 1000, 1)), least);
  add(bench, 'reverse, house before street', count, (i) => farthest(reverse(at(i), 1000, 1)), least);
  add(bench, 'nearest 10 places', count / 4, (i) => farthest(found.nearest(at(i), 1000, 10)));
}

/** Asks for categories, from frequent ones to one of three places in the whole country. */
async function measureNearby(bench: Bench): Promise<void> {
  const { random, scale } = bench;
  const { tables, found } = await openPlaces(bench, { houses: 0, pois: 2_000_000 });
  const asked = Array.from({ length: (QUESTIONS / 4) * scale }, () => positionNear(random, tables));
  const nearby = (label: string, radiusMeters: number, size: number, categories: readonly number[]): void => {
    const set = new Set(categories);
    add(bench, label, asked.length, (i) => {
      const near = found.nearbyPois(asked[i % asked.length] as Position, radiusMeters, set, size);
      return near.at(-1)?.distanceMeters ?? 0;
    });
  };
  nearby('nearby, 5 of a frequent category in 5 km', 5000, 5, [0]);
  nearby('nearby, 5 of 1 place in 120, in 5 km', 5000, 5, [60]);
  nearby('nearby, 20 of four categories in 5 km', 5000, 20, [3, 40, 80, CATEGORIES]);
  nearby('nearby, 5 of three places, in 5 km', 5000, 5, [CATEGORIES]);
  nearby('nearby, 5 of three places, wherever', Infinity, 5, [CATEGORIES]);
}

/** Asks in which ward positions are. */
async function measurePolygons(bench: Bench): Promise<void> {
  const { random, scale, notes } = bench;
  const shapes = await readWards();
  if (shapes === undefined) {
    notes.push('polygons left out: ../shared/data/admin/vn-wards-2025.ndjson.gz is not there');
    return;
  }
  const { buildPolygonArrays, openPolygons } = await bench.context.internals();
  const startMs = performance.now();
  const arrays = buildPolygonArrays(shapes);
  notes.push(`${whole(shapes.length)} polygons: ${builtIn(startMs, arrays)}`);
  const polygons = openPolygons(arrays);
  const asked = Array.from({ length: QUESTIONS * scale }, () => positionIn(random, shapes));
  const at = (i: number): Position => asked[i % asked.length] as Position;
  add(bench, 'ward polygon', asked.length, (i) => (polygons.at(at(i)) < 0 ? 0 : 1), POLYGONS_PER_SECOND);
  add(bench, '5 nearest ward polygons in 5 km', asked.length / 40, (i) => {
    return polygons.near(at(i), 5000, 5).at(-1)?.distanceMeters ?? 0;
  });
}

async function openPlaces(bench: Bench, counts: { houses: number; pois: number }) {
  const { scale, random, notes } = bench;
  const { buildSpatialArrays, openSpatial, PLACE_KINDS } = await bench.context.internals();
  const places = placesIn(random, { houses: counts.houses * scale, pois: counts.pois * scale });
  const tables = spatialTables(places);
  const startMs = performance.now();
  const arrays = buildSpatialArrays(tables);
  const { houses, pois, streets } = places;
  notes.push(
    `${whole(houses.length)} houses, ${whole(pois.length)} points of interest, ${whole(streets.length)} streets: ${builtIn(startMs, arrays)}`,
  );
  return { tables, found: openSpatial(arrays, tables), PLACE_KINDS };
}

function builtIn(startMs: number, arrays: Arrays): string {
  const bytes = Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return `index built in ${seconds(performance.now() - startMs)} s, ${megabytes(bytes)} MB`;
}

function add(
  { rows }: Bench,
  label: string,
  count: number,
  ask: (i: number) => number,
  least?: number,
): void {
  const { perSecond, worstMs, mean } = measure(count, ask);
  const isMet = least === undefined ? '' : target(`>= ${whole(least)}`, perSecond >= least);
  rows.push([label, whole(perSecond), worstMs.toFixed(2), mean.toFixed(2), isMet]);
}

/** Asks once to warm up, then measures; the worst of all single questions includes whatever else the machine does. */
function measure(count: number, ask: (i: number) => number) {
  for (let i = 0; i < count / 4; i += 1) ask(i);
  const cpu = process.cpuUsage();
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += ask(i);
  const { user, system } = process.cpuUsage(cpu);
  let worstMs = 0;
  for (let i = 0; i < count / 10; i += 1) {
    const startMs = performance.now();
    ask(i);
    worstMs = Math.max(worstMs, performance.now() - startMs);
  }
  return { perSecond: (count / (user + system)) * 1e6, worstMs, mean: sum / count };
}

/** Puts streets into towns, houses along the streets, and points of interest beside them. */
function placesIn(random: Random, counts: { houses: number; pois: number }): PlacesInSpace {
  const around = (at: UnitPoint, reach: number): UnitPoint => [
    at[0] + Math.round((random() + random() + random() - 1.5) * reach),
    at[1] + Math.round((random() + random() + random() - 1.5) * reach),
  ];
  const towns = Array.from({ length: TOWNS }, (): UnitPoint => [
    between(random, 8.6 * DEGREE, 23 * DEGREE),
    between(random, 102.5 * DEGREE, 109 * DEGREE),
  ]);
  const streets = Array.from({ length: Math.round((counts.houses + counts.pois) / 20) }, () => {
    const line = [around(towns[Math.floor(random() ** 2 * TOWNS)] as UnitPoint, 0.04 * DEGREE)];
    while (line.length < 8) line.push(around(line.at(-1) as UnitPoint, 60 * METER));
    return { parts: [line] };
  });
  const besideStreet = (reach: number): UnitPoint => {
    const line = streets[Math.floor(random() * streets.length)]?.parts[0] ?? [];
    return around(line[Math.floor(random() * line.length)] as UnitPoint, reach);
  };
  // Low categories more often; three places have one of their own.
  const categories = (i: number): number[] =>
    i < 3 ? [CATEGORIES] : [Math.floor(random() ** 2 * CATEGORIES), Math.floor(random() * CATEGORIES)];
  return {
    streets,
    houses: Array.from({ length: counts.houses }, () => besideStreet(30 * METER)),
    pois: Array.from({ length: counts.pois }, (_, i) => ({
      at: besideStreet(60 * METER),
      categories: categories(i),
    })),
  };
}

/** Picks a position within 30 m or so of a house, or of a point of interest where there are no houses. */
function positionNear(random: Random, { houseLat, houseLon, featureLat, featureLon }: PlaceTables): Position {
  const [lats, lons] = houseLat.length > 0 ? [houseLat, houseLon] : [featureLat, featureLon];
  const i = Math.floor(random() * lats.length);
  const off = (): number => (random() - 0.5) * 60 * METER;
  return { lat: ((lats[i] as number) + off()) / DEGREE, lon: ((lons[i] as number) + off()) / DEGREE };
}

async function readWards(): Promise<PolygonShape[] | undefined> {
  const file = await readFile(WARDS).catch(() => undefined);
  if (file === undefined) return undefined;
  const lines = gunzipSync(file).toString().trim().split('\n');
  return lines.map((line, id) => {
    const { geometry } = JSON.parse(line) as { geometry: { type: string; coordinates: unknown } };
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return {
      id,
      polygons: (polygons as [number, number][][][]).map((rings) =>
        rings.map((ring) => Float64Array.from(ring.flatMap(([lon, lat]) => [lat, lon]))),
      ),
    };
  });
}

/** Picks a position between two points of a ward's border. */
function positionIn(random: Random, shapes: readonly PolygonShape[]): Position {
  const ring = shapes[Math.floor(random() * shapes.length)]?.polygons[0]?.[0] ?? new Float64Array(2);
  const pick = (): number => 2 * Math.floor((random() * ring.length) / 2);
  const [a, b, share] = [pick(), pick(), random()];
  const mix = (axis: number): number => {
    const from = ring[a + axis] as number;
    return from + ((ring[b + axis] as number) - from) * share;
  };
  return { lat: mix(0), lon: mix(1) };
}
