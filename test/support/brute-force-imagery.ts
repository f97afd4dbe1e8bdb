import { distanceMeters } from '../../src/base/geo/distance.ts';
import type { GeneratedItem } from './generated-pictures.ts';

type Point = readonly number[];
type Geometry = { type: string; coordinates?: unknown; geometries?: Geometry[] };
type Parameters = Readonly<Record<string, unknown>>;

/** Searches items one by one, from the text of the interface document and the service facts alone. Shape: the ids of all results in order. */
export function bruteForceSearch(items: readonly GeneratedItem[], parameters: Parameters): string[] {
  const tests = [isReady];
  const { bbox, intersects, datetime, ids, collections, place_position: place } = parameters;
  let center: { lat: number; lon: number } | undefined;
  if (intersects !== undefined) {
    const geometry = JSON.parse(intersects as string) as Geometry;
    tests.push((item) => meets(geometry, item.geometry.coordinates));
    center = meanOf(geometry);
  }
  if (bbox !== undefined) {
    const box = bbox as number[];
    const [west, south, east, north] = (box.length === 6 ? [0, 1, 3, 4] : [0, 1, 2, 3]).map(
      (at) => box[at] as number,
    ) as [number, number, number, number];
    tests.push(
      ({
        geometry: {
          coordinates: [lon, lat],
        },
      }) =>
        lat >= south &&
        lat <= north &&
        (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east),
    );
    const middle = west <= east ? (west + east) / 2 : (west + east + 360) / 2;
    center = { lat: (south + north) / 2, lon: middle > 180 ? middle - 360 : middle };
  }
  if (place !== undefined) {
    const [lon, lat] = (place as string).split(',').map(Number) as [number, number];
    const [min, max] = ((parameters.place_distance as string | undefined) ?? '3-15')
      .split('-')
      .map(Number) as [number, number];
    const cone = (parameters.place_fov_tolerance as number | undefined) ?? 30;
    const goal = { lat, lon };
    tests.push((item) => {
      const meters = distanceMeters(positionOf(item), goal);
      return meters >= min && meters <= max && (isSphere(item) || looksAt(item, goal, cone / 2));
    });
    center = goal;
  }
  if (datetime !== undefined) {
    const [first = '', second = first] = (datetime as string).split('/');
    const from = first === '..' || first === '' ? -Infinity : Date.parse(first);
    const to = second === '..' || second === '' ? Infinity : Date.parse(second);
    tests.push((item) => {
      const time = Date.parse(
        (item.properties.datetime ?? item.properties.start_datetime ?? 'none') as string,
      );
      return time >= from && time <= to;
    });
  }
  if (ids !== undefined) tests.push(({ id }) => (ids as string[]).includes(id));
  if (collections !== undefined)
    tests.push(({ collection }) => (collections as string[]).includes(collection));
  const results = items.filter((item) => tests.every((test) => test(item)));
  const key = (item: GeneratedItem): number => {
    if (center !== undefined) return distanceMeters(center, positionOf(item));
    const changed = (item.properties.updated ?? item.properties.created) as string | undefined;
    return changed === undefined ? Infinity : -Date.parse(changed);
  };
  return results
    .map((item) => ({ id: item.id, key: key(item) }))
    .sort((a, b) => (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key - b.key))
    .map(({ id }) => id);
}

function isReady({ properties }: GeneratedItem): boolean {
  return properties['geovisio:status'] === 'ready';
}

function positionOf({
  geometry: {
    coordinates: [lon, lat],
  },
}: GeneratedItem) {
  return { lat, lon };
}

function isSphere({ properties }: GeneratedItem): boolean {
  return (
    (properties['pers:interior_orientation'] as { field_of_view?: number } | undefined)?.field_of_view === 360
  );
}

/** Compares directions as vectors in space: the heading and the place, seen from the picture. */
function looksAt(item: GeneratedItem, goal: { lat: number; lon: number }, halfCone: number): boolean {
  const azimuth = item.properties['view:azimuth'] as number | undefined;
  if (azimuth === undefined) return false;
  const from = positionOf(item);
  const [phi, lambda] = [rad(from.lat), rad(from.lon)];
  const east = [-Math.sin(lambda), Math.cos(lambda), 0];
  const north = [-Math.sin(phi) * Math.cos(lambda), -Math.sin(phi) * Math.sin(lambda), Math.cos(phi)];
  const at = (lat: number, lon: number) => [
    Math.cos(rad(lat)) * Math.cos(rad(lon)),
    Math.cos(rad(lat)) * Math.sin(rad(lon)),
    Math.sin(rad(lat)),
  ];
  const here = at(from.lat, from.lon);
  const there = at(goal.lat, goal.lon).map((value, i) => value - (here[i] as number));
  const x = dot(there, east);
  const y = dot(there, north);
  const cosine = (x * Math.sin(rad(azimuth)) + y * Math.cos(rad(azimuth))) / Math.hypot(x, y);
  return cosine >= Math.cos(rad(halfCone));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
}

function rad(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function meets(geometry: Geometry, point: Point): boolean {
  const { coordinates } = geometry;
  switch (geometry.type) {
    case 'Point':
      return isSame(coordinates as Point, point);
    case 'MultiPoint':
      return (coordinates as Point[]).some((one) => isSame(one, point));
    case 'LineString':
      return isOnLine(coordinates as Point[], point);
    case 'MultiLineString':
      return (coordinates as Point[][]).some((line) => isOnLine(line, point));
    case 'Polygon':
      return isInPolygon(coordinates as Point[][], point);
    case 'MultiPolygon':
      return (coordinates as Point[][][]).some((rings) => isInPolygon(rings, point));
    default:
      return (geometry.geometries ?? []).some((one) => meets(one, point));
  }
}

const unit = (degrees: number | undefined) => BigInt(Math.round((degrees ?? NaN) * 1e7));

function isSame(a: Point, b: Point): boolean {
  return unit(a[0]) === unit(b[0]) && unit(a[1]) === unit(b[1]);
}

/** Exact: whole numbers of any size. */
function cross(a: Point, b: Point, point: Point): bigint {
  return (
    (unit(b[0]) - unit(a[0])) * (unit(point[1]) - unit(a[1])) -
    (unit(b[1]) - unit(a[1])) * (unit(point[0]) - unit(a[0]))
  );
}

function isOnLine(line: readonly Point[], point: Point): boolean {
  return line.slice(1).some((b, at) => {
    const a = line[at] as Point;
    const isBetween = [0, 1].every((axis) => {
      const [from, to, value] = [a[axis] as number, b[axis] as number, point[axis] as number];
      return value >= Math.min(from, to) - 5e-8 && value <= Math.max(from, to) + 5e-8;
    });
    return isBetween && cross(a, b, point) === 0n;
  });
}

/** On a ring, or with an odd number of edges to the east: the even-odd rule, also where rings cross themselves and one another. */
function isInPolygon(rings: readonly Point[][], point: Point): boolean {
  const isOutside = [0, 1].some((axis) => {
    const [values, value] = [rings.flat().map((one) => one[axis] as number), point[axis] as number];
    return value < Math.min(...values) - 1e-6 || value > Math.max(...values) + 1e-6;
  });
  if (isOutside) return false;
  if (rings.some((ring) => isOnLine(ring, point))) return true;
  return rings.reduce((count, ring) => count + crossings(ring, point), 0) % 2 === 1;
}

/** Counts the edges to the east of a position. */
function crossings(ring: readonly Point[], point: Point): number {
  const y = unit(point[1]);
  return ring.slice(1).filter((b, at) => {
    const a = ring[at] as Point;
    const side = cross(a, b, point);
    return unit(a[1]) <= y ? unit(b[1]) > y && side > 0n : unit(b[1]) <= y && side < 0n;
  }).length;
}

/** The centroid: of the areas, else of the lines and rings, else of the points. Crossing rings can have less area than their holes: none. */
function meanOf(geometry: Geometry): { lat: number; lon: number } {
  const parts = partsOf(geometry);
  for (const dimension of [2, 1, 0]) {
    const chosen = parts.filter((part) => part.dimension === dimension);
    const weight = chosen.reduce((sum, part) => sum + part.weight, 0);
    if (weight <= 0) continue;
    const [lon, lat] = [0, 1].map(
      (axis) => chosen.reduce((sum, part) => sum + part.weight * (part.mean[axis] as number), 0) / weight,
    ) as [number, number];
    return { lon, lat };
  }
  throw new Error('a geometry without positions');
}

interface Part {
  dimension: number;
  weight: number;
  mean: number[];
}

function partsOf({ type, coordinates, geometries = [] }: Geometry): Part[] {
  const lineParts = (line: Point[]): Part[] =>
    line.slice(1).map((b, at) => {
      const a = line[at] as [number, number];
      return {
        dimension: 1,
        weight: Math.hypot((b[0] as number) - a[0], (b[1] as number) - a[1]),
        mean: [0, 1].map((axis) => ((a[axis] as number) + (b[axis] as number)) / 2),
      };
    });
  // A fan of triangles around the first corner.
  const areaParts = (rings: Point[][]): Part[] =>
    rings.flatMap((ring, at) => {
      const [o] = ring as [[number, number]];
      const triangles = ring.slice(2).map((c, i) => {
        const b = ring[i + 1] as [number, number];
        const area =
          ((b[0] - o[0]) * ((c[1] as number) - o[1]) - ((c[0] as number) - o[0]) * (b[1] - o[1])) / 2;
        return {
          dimension: 2,
          weight: area,
          mean: [0, 1].map((axis) => ((o[axis] as number) + (b[axis] as number) + (c[axis] as number)) / 3),
        };
      });
      const turn = Math.sign(triangles.reduce((sum, { weight }) => sum + weight, 0)) * (at === 0 ? 1 : -1);
      return triangles.map((one) => ({ ...one, weight: turn * one.weight }));
    });
  switch (type) {
    case 'Point':
      return [{ dimension: 0, weight: 1, mean: [...(coordinates as number[])] }];
    case 'MultiPoint':
      return (coordinates as number[][]).map((mean) => ({ dimension: 0, weight: 1, mean: [...mean] }));
    case 'LineString':
      return lineParts(coordinates as Point[]);
    case 'MultiLineString':
      return (coordinates as Point[][]).flatMap(lineParts);
    case 'Polygon':
      return [...areaParts(coordinates as Point[][]), ...(coordinates as Point[][]).flatMap(lineParts)];
    case 'MultiPolygon':
      return (coordinates as Point[][][]).flatMap((rings) => [
        ...areaParts(rings),
        ...rings.flatMap(lineParts),
      ]);
    default:
      return geometries.flatMap(partsOf);
  }
}
