import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Position } from '../../src/geo/position.ts';
import type { PolygonShape } from '../../src/local/spatial/polygon-arrays.ts';
import type { Arrays } from '../../src/local/store/array-types.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { createRandom, type Random } from './random.ts';
import { between, spatialTables, type PlacesInSpace, type UnitPoint } from './spatial-tables.ts';
import { megabytes, seconds, target, whole } from './table.ts';

const NEAREST_PER_SECOND = 400_000;
const POLYGONS_PER_SECOND = 500_000;
const WARDS = new URL('../../../shared/data/admin/vn-wards-2025.ndjson.gz', import.meta.url);
const TOWNS = 700;
const DEGREE = 1e7;
const METER = 90;
const CATEGORIES = 120;

/** Measures finding places by position, in this process. */
export const spatial: Measurement = {
  name: 'spatial',
  async run(context) {
    const load = async <T>(file: string): Promise<T> =>
      (await import(pathToFileURL(join(context.dist, 'local', 'spatial', file)).href)) as T;
    const { buildSpatialArrays, openSpatial, PLACE_KINDS } =
      await load<typeof import('../../src/local/spatial/spatial.ts')>('spatial.js');
    const { createReverse } = await load<typeof import('../../src/local/spatial/reverse.ts')>('reverse.js');
    const scale = context.isQuick ? 0.1 : 1;
    const random = createRandom(context.seed);
    const questions = Math.round(400_000 * scale);
    const rows: string[][] = [];
    const add = (label: string, count: number, ask: (i: number) => number, least?: number): void => {
      const { perSecond, worstMs, mean } = measure(count, ask);
      const isMet = least === undefined ? '' : target(`>= ${whole(least)}`, perSecond >= least);
      rows.push([label, whole(perSecond), worstMs.toFixed(2), mean.toFixed(2), isMet]);
    };
    const notes: string[] = [];

    const towns = townsOf(random);
    const places = placesIn(random, towns, { houses: 1_000_000 * scale, pois: 2_000_000 * scale });
    const tables = spatialTables(places);
    const startMs = performance.now();
    const arrays = buildSpatialArrays(tables);
    notes.push(
      `index of the places: ${seconds(performance.now() - startMs)} s, ${megabytes(bytesOf(arrays))} MB`,
    );
    const found = openSpatial(arrays, tables);
    const asked = Array.from({ length: questions }, () => positionNear(random, places.houses));
    const at = (i: number): Position => asked[i % asked.length] as Position;
    const { house, street } = PLACE_KINDS;
    const metersOf = (near: readonly { distanceMeters: number }[]): number =>
      near.at(-1)?.distanceMeters ?? 0;

    add(
      'nearest house',
      questions,
      (i) => metersOf(found.nearest(at(i), 1000, 1, house)),
      NEAREST_PER_SECOND,
    );
    add(
      'nearest house or street',
      questions,
      (i) => metersOf(found.nearest(at(i), 1000, 1, house | street)),
      NEAREST_PER_SECOND,
    );
    add('nearest place', questions, (i) => metersOf(found.nearest(at(i), 1000, 1)), NEAREST_PER_SECOND);
    const reverse = createReverse(found, tables);
    add('reverse, house before street', questions, (i) => metersOf(reverse(at(i), 1000, 1)));
    add('nearest 10 places', questions / 4, (i) => metersOf(found.nearest(at(i), 1000, 10)));
    for (const [label, category] of [
      ['a frequent category', 0],
      ['a category of 1 in 120', 60],
      ['a category of 3 places', CATEGORIES],
    ] as const) {
      const categories = new Set([category]);
      add(`nearby, 5 of ${label} in 5 km`, questions / 4, (i) =>
        metersOf(found.nearbyPois(at(i), 5000, categories, 5)),
      );
    }
    const four = new Set([3, 40, 80, CATEGORIES]);
    add('nearby, 20 of four categories in 5 km', questions / 20, (i) =>
      metersOf(found.nearbyPois(at(i), 5000, four, 20)),
    );
    add('nearby, 5 of 3 places, no limit', questions / 4, (i) =>
      metersOf(found.nearbyPois(at(i), Infinity, new Set([CATEGORIES]), 5)),
    );
    const box = ({ lat, lon }: Position) => ({
      minLat: lat,
      minLon: lon,
      maxLat: lat + 0.01,
      maxLon: lon + 0.01,
    });
    add('all in a box of 1 km', questions / 200, (i) => found.inBox(box(at(i))).length);
    notes.push(
      `${whole(places.houses.length)} houses, ${whole(places.pois.length)} points of interest, ${whole(places.streets.length)} streets in ${TOWNS} towns`,
    );
    await addPolygons(context, load, random, questions, add, notes);
    return {
      title: 'spatial: questions by position per CPU second, one thread',
      columns: ['', 'per CPU s', 'worst ms', 'mean answer', 'target'],
      rows,
      notes: [...notes, 'mean answer: metres to the last one, number in the box, or share inside'],
    };
  },
};

type Add = (label: string, count: number, ask: (i: number) => number, least?: number) => void;

async function addPolygons(
  { isQuick }: BenchContext,
  load: <T>(file: string) => Promise<T>,
  random: Random,
  questions: number,
  add: Add,
  notes: string[],
): Promise<void> {
  const shapes = await readWards();
  if (shapes === undefined) {
    notes.push('polygons left out: ../shared/data/admin/vn-wards-2025.ndjson.gz is not there');
    return;
  }
  const { buildPolygonArrays } =
    await load<typeof import('../../src/local/spatial/polygon-arrays.ts')>('polygon-arrays.js');
  const { openPolygons } = await load<typeof import('../../src/local/spatial/polygons.ts')>('polygons.js');
  const startMs = performance.now();
  const arrays = buildPolygonArrays(shapes);
  notes.push(
    `index of the polygons: ${seconds(performance.now() - startMs)} s, ${megabytes(bytesOf(arrays))} MB`,
  );
  const polygons = openPolygons(arrays);
  const asked = Array.from({ length: questions }, () => positionIn(random, shapes));
  const at = (i: number): Position => asked[i % asked.length] as Position;
  add(
    'ward polygon',
    questions,
    (i) => (polygons.at(at(i)) >= 0 ? 1 : 0),
    isQuick ? undefined : POLYGONS_PER_SECOND,
  );
  const metersOf = (near: readonly { distanceMeters: number }[]): number => near.at(-1)?.distanceMeters ?? 0;
  add('5 nearest ward polygons in 5 km', questions / 40, (i) => metersOf(polygons.near(at(i), 5000, 5)));
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

function townsOf(random: Random): UnitPoint[] {
  return Array.from({ length: TOWNS }, () => [
    between(random, 8.6 * DEGREE, 23 * DEGREE),
    between(random, 102.5 * DEGREE, 109 * DEGREE),
  ]);
}

/** Puts streets into towns, houses along the streets, and points of interest beside them. */
function placesIn(
  random: Random,
  towns: readonly UnitPoint[],
  counts: { houses: number; pois: number },
): PlacesInSpace {
  const around = (at: UnitPoint, reach: number): UnitPoint => [
    at[0] + Math.round((random() + random() + random() - 1.5) * reach),
    at[1] + Math.round((random() + random() + random() - 1.5) * reach),
  ];
  const town = (): UnitPoint => towns[Math.floor(random() ** 2 * towns.length)] as UnitPoint;
  const streets = Array.from({ length: Math.round(counts.houses / 20) }, () => {
    const line = [around(town(), 0.04 * DEGREE)];
    while (line.length < 8) line.push(around(line.at(-1) as UnitPoint, 60 * METER));
    return { parts: [line] };
  });
  const besideStreet = (reach: number): UnitPoint => {
    const line = streets[Math.floor(random() * streets.length)]?.parts[0] ?? [];
    return around(line[Math.floor(random() * line.length)] as UnitPoint, reach);
  };
  return {
    streets,
    houses: Array.from({ length: counts.houses }, () => besideStreet(30 * METER)),
    pois: Array.from({ length: counts.pois }, (_, i) => ({
      at: besideStreet(60 * METER),
      // Categories 0 to 119, low ones more often; three places have one of their own.
      categories:
        i < 3 ? [CATEGORIES] : [Math.floor(random() ** 2 * CATEGORIES), Math.floor(random() * CATEGORIES)],
    })),
  };
}

function positionNear(random: Random, points: readonly UnitPoint[]): Position {
  const [lat, lon] = points[Math.floor(random() * points.length)] as UnitPoint;
  const off = (): number => (random() - 0.5) * 60 * METER;
  return { lat: (lat + off()) / DEGREE, lon: (lon + off()) / DEGREE };
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

function bytesOf(arrays: Arrays): number {
  return Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
