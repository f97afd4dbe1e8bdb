import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Position } from '../../src/base/geo/position.ts';
import type { Costing } from '../../src/engine/routing/costing.ts';
import type { Router } from '../../src/engine/routing/router.ts';
import type { BenchContext } from './measurement.ts';
import { createRandom, type Random } from './random.ts';
import type { Table } from './table.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);

/** Holds a city's road tiles, and the box in which places are drawn. */
export interface City {
  name: string;
  tiles: string;
  box: { south: number; west: number; north: number; east: number };
}

const CITIES = [
  {
    name: 'HCMC',
    extract: 'osm/ho-chi-minh-2018.osm.pbf',
    box: { south: 10.72, west: 106.62, north: 10.84, east: 106.74 },
  },
  {
    name: 'Ha Noi',
    extract: 'osm/hanoi-roads-2025.osm.pbf',
    box: { south: 20.98, west: 105.78, north: 21.06, east: 105.88 },
  },
] as const;
/** Farthest from a road that places are drawn. Units: metres. */
const NEAR_ROAD_METERS = 100;
const DRAWN_AT_ONCE = 200;

/** Returns the path of a file of the shared data, or undefined where it is absent. */
export function sharedFile(name: string): string | undefined {
  const path = fileURLToPath(new URL(name, DATA));
  return existsSync(path) ? path : undefined;
}

/** Makes road tiles of the cities whose extracts are there. */
export async function buildCities(context: BenchContext, only?: string): Promise<City[]> {
  const { runTileBuilder } = await context.internals();
  const cities: City[] = [];
  for (const { name, extract, box } of CITIES) {
    const pbf = sharedFile(extract);
    if (pbf === undefined || (only !== undefined && only !== name)) continue;
    const folder = join(context.folder, name.replace(' ', '-'));
    await mkdir(folder);
    const tiles = join(folder, 'roads.tar');
    await runTileBuilder({ pbfFile: pbf, scratchDir: join(folder, 'scratch'), outFile: tiles });
    cities.push({ name, tiles, box });
  }
  return cities;
}

/** Opens a router over a city with some children. */
export async function openCity(context: BenchContext, city: City, children: number): Promise<Router> {
  const { createChildPool, createValhallaRouter } = await context.internals();
  return createValhallaRouter(
    createChildPool({ tileExtract: city.tiles, children, deadlineMs: 300_000, env: process.env }),
  );
}

/** Draws places near roads of a city, that reach each other. */
export async function drawPlaces(
  router: Router,
  { box: { south, west, north, east } }: City,
  count: number,
  random: Random,
  costing: Costing = 'auto',
): Promise<Position[]> {
  const places: Position[] = [];
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  while (places.length < count) {
    const drawn = Array.from({ length: DRAWN_AT_ONCE }, () => ({
      lat: round(south + random() * (north - south)),
      lon: round(west + random() * (east - west)),
    }));
    const distances = await router.roadDistances(drawn, costing);
    const near = drawn.filter((_, at) => (distances[at] as number) <= NEAR_ROAD_METERS);
    places.push(...near);
  }
  return places.slice(0, count);
}

/** Returns a sequence of random numbers for a measurement. */
export const randomOf = ({ seed }: BenchContext) => createRandom(seed);

/** Writes the table of a measurement that cannot be made here. */
export function leftOut(title: string): Table {
  return { title, columns: [''], rows: [], notes: ['left out: ../shared/data is not there'] };
}
