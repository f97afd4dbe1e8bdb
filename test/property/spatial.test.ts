import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import type { Position } from '../../src/base/geo/position.ts';
import type { NearPlace } from '../../src/base/geo/near-search.ts';
import { buildPolygonArrays } from '../../src/engine/gazetteer/spatial/polygon-arrays.ts';
import { openPolygons } from '../../src/engine/gazetteer/spatial/polygons.ts';
import { buildSpatialArrays, openSpatial, PLACE_KINDS } from '../../src/engine/gazetteer/spatial/spatial.ts';
import { FEATURE_FLAGS } from '../../src/engine/gazetteer/store/place-tables.ts';
import { effort } from '../support/effort.ts';
import { spatialTables, type PlacesInSpace, type UnitPoint } from '../bench/spatial-tables.ts';

const SEED = 20_260_402;
const DEGREE = 1e7;
/** Looks no longer than this for the shortest example of a fault: lists of lists have very many. */
const SHRINK_MS = 30_000;

const runs = (numRuns: number) => ({
  seed: SEED,
  numRuns: effort(Math.ceil(numRuns / 4), numRuns, import.meta.filename),
  interruptAfterTimeLimit: SHRINK_MS,
});

/** Where the points of one try lie: all over the earth, in a town, on few spots, around a pole, along the antimeridian. */
const areas: Record<string, fc.Arbitrary<UnitPoint>> = {
  'all over the earth': units(-90, 90, -180, 180),
  'in a town': units(20.99, 21.01, 105.8, 105.82),
  'on a few spots': fc
    .tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 }))
    .map(([lat, lon]) => [21 * DEGREE + lat * 1000, 105 * DEGREE + lon * 1000]),
  'around the north pole': units(89.9, 90, -180, 180),
  'around the south pole': units(-90, -89.999, -180, 180),
  'along the antimeridian': fc.tuple(
    fc.integer({ min: -100_000, max: 100_000 }),
    fc
      .integer({ min: -100_000, max: 100_000 })
      .map((lon) => (lon > 0 ? lon - 180 * DEGREE : lon + 180 * DEGREE)),
  ),
  'on corners of the map': fc.tuple(
    fc.constantFrom(-90, -89.9999999, 0, 90).map((lat) => Math.round(lat * DEGREE)),
    fc.constantFrom(-180, -179.9999999, -90, 0, 90, 180).map((lon) => Math.round(lon * DEGREE)),
  ),
};

const sizes = fc.constantFrom(0, 1, 1, 2, 5, 40, 1e9, Infinity);
const radii = fc.oneof(
  fc.constantFrom(0, 1e-9, 50, 1000, 20_015_086, 20_015_087, 1e12, Infinity),
  fc.double({ min: 0, max: 3000, noNaN: true }),
  fc.double({ min: 0, max: 2.1e7, noNaN: true }),
);

function units(south: number, north: number, west: number, east: number): fc.Arbitrary<UnitPoint> {
  const whole = (least: number, most: number) =>
    fc.integer({ min: Math.round(least * DEGREE), max: Math.round(most * DEGREE) });
  return fc.tuple(whole(south, north), whole(west, east));
}

const positionOf = ([lat, lon]: UnitPoint): Position => ({ lat: lat / DEGREE, lon: lon / DEGREE });

/** Positions to ask from: exactly at points, and anywhere near them. */
function askedIn(point: fc.Arbitrary<UnitPoint>): fc.Arbitrary<Position> {
  const off = fc.double({ min: -1e-5, max: 1e-5, noNaN: true });
  return fc.oneof(
    point.map(positionOf),
    fc.tuple(point.map(positionOf), off, off).map(([{ lat, lon }, lat2, lon2]) => ({
      lat: Math.max(-90, Math.min(90, lat + lat2)),
      lon: Math.max(-180, Math.min(180, lon + lon2)),
    })),
  );
}

function nearestOf(
  from: Position,
  radiusMeters: number,
  size: number,
  places: readonly (readonly [place: number, at: UnitPoint])[],
): NearPlace[] {
  return places
    .map(([place, at]) => {
      const position = positionOf(at);
      return { place, position, distanceMeters: distanceMeters(from, position) };
    })
    .filter((each) => each.distanceMeters <= radiusMeters)
    .sort((a, b) => a.distanceMeters - b.distanceMeters || a.place - b.place)
    .slice(0, size);
}

function open(places: Partial<PlacesInSpace>) {
  const tables = spatialTables({ streets: [], pois: [], houses: [], ...places });
  return { tables, spatial: openSpatial(buildSpatialArrays(tables), tables) };
}

describe.each(Object.entries(areas))('places %s', (_name, point) => {
  const points = (maxLength: number) => fc.array(point, { maxLength, size: 'max' });
  const numbers = fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 3 });
  const pois = fc.array(fc.record({ at: point, categories: numbers }), { maxLength: 120, size: 'max' });

  it('are found like by looking at all of them', () => {
    fc.assert(
      fc.property(points(300), pois, askedIn(point), radii, sizes, (houses, somePois, from, radius, size) => {
        const { tables, spatial } = open({ houses, pois: somePois });
        const ofPois = somePois.map(({ at }, i) => [i, at] as const);
        const ofHouses = houses.map((at, i) => [tables.featureCount + i, at] as const);
        const all = nearestOf(from, radius, size, [...ofPois, ...ofHouses]);
        expect(spatial.nearest(from, radius, size)).toEqual(all);
        expect(spatial.nearest(from, radius, size, PLACE_KINDS.house)).toEqual(
          nearestOf(from, radius, size, ofHouses),
        );
        expect(spatial.within(from, radius)).toEqual(
          nearestOf(from, radius, Infinity, [...ofPois, ...ofHouses]).map(({ place }) => place),
        );
      }),
      runs(400),
    );
  });

  it('are found by category', () => {
    fc.assert(
      fc.property(pois, numbers, askedIn(point), radii, sizes, (somePois, asked, from, radius, size) => {
        const { spatial } = open({ pois: somePois });
        const matching = somePois.flatMap(({ at, categories }, i) =>
          categories.some((category) => asked.includes(category)) ? [[i, at] as const] : [],
        );
        expect(spatial.nearbyPois(from, radius, new Set(asked), size)).toEqual(
          nearestOf(from, radius, size, matching),
        );
      }),
      runs(400),
    );
  });
});

describe('nearest', () => {
  it('answers nothing for a size below 1, a radius below 0 and no numbers', () => {
    const { spatial } = open({ houses: [[0, 0]] });
    const at = { lat: 0, lon: 0 };
    expect(spatial.nearest(at, 10, 1)).toHaveLength(1);
    for (const [radius, size] of [
      [10, 0],
      [10, -1],
      [10, 0.5],
      [-1, 1],
      [NaN, 1],
      [10, NaN],
    ] as const) {
      expect(spatial.nearest(at, radius, size)).toEqual([]);
    }
  });
});

describe('streets', () => {
  const towns = ['in a town', 'on a few spots', 'around the north pole', 'along the antimeridian'] as const;
  const street = (point: fc.Arbitrary<UnitPoint>) =>
    fc.record({
      parts: fc.array(fc.array(point, { minLength: 1, maxLength: 30 }), { maxLength: 2 }),
      at: point,
      flags: fc.constantFrom(0, 0, 0, 0, FEATURE_FLAGS.nameless),
    });

  it.each([...towns, 'all over the earth'] as const)('%s are found by their lines', (area) => {
    const point = areas[area] as fc.Arbitrary<UnitPoint>;
    const streets = fc.array(street(point), { maxLength: 20 });
    fc.assert(
      fc.property(streets, askedIn(point), radii, sizes, (some, from, radius, size) => {
        const { spatial } = open({ streets: some });
        const meters = some.map(({ parts, at, flags }) => {
          if (flags === FEATURE_FLAGS.nameless) return NaN;
          return parts.length === 0
            ? distanceMeters(from, positionOf(at))
            : Math.min(...parts.map((line) => metersToLine(from, line)));
        });
        const found = spatial.nearest(from, radius, size);
        expect(new Set(found.map(({ place }) => place)).size).toBe(found.length);
        for (const { place, distanceMeters: distance } of found)
          expectClose(distance, meters[place] as number);
        const sorted = meters.filter((each) => each <= radius).sort((a, b) => a - b);
        const doubtful = meters.filter((each) => Math.abs(each - radius) < toleranceOf(radius)).length;
        expect(Math.abs(found.length - Math.min(size, sorted.length))).toBeLessThanOrEqual(doubtful);
        found.forEach(({ distanceMeters: distance }, i) => expectClose(distance, sorted[i] ?? radius));
      }),
      runs(150),
    );
  });
});

describe('polygons', () => {
  // Few values, so that points often are on borders, in corners, and on the line of a border.
  const lattice = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }));
  const rings = fc.array(fc.array(lattice, { minLength: 3, maxLength: 40 }), { minLength: 1, maxLength: 3 });
  const shapes = fc.array(
    fc.record({ id: fc.nat({ max: 8 }), polygons: fc.array(rings, { maxLength: 2 }) }),
    { maxLength: 12 },
  );

  it.each([
    ['centimetres', 1, 1000],
    ['degrees', 1.4e8, -8e8],
    ['many bands', 777, -1],
  ])('of %s hold what counting crossings says', (_name, scale, offset) => {
    const unitsOf = ([lat, lon]: UnitPoint): UnitPoint => [lat * scale + offset, lon * scale + offset];
    fc.assert(
      fc.property(shapes, fc.array(lattice, { maxLength: 30 }), (some, asked) => {
        const found = openPolygons(
          buildPolygonArrays(
            some.map(({ id, polygons }) => ({
              id,
              polygons: polygons.map((polygon) =>
                polygon.map((ring) =>
                  Float64Array.from(ring.flatMap((point) => unitsOf(point).map((each) => each / DEGREE))),
                ),
              ),
            })),
          ),
        );
        for (const point of asked) {
          const holding = some.filter(({ polygons }) => polygons.some((polygon) => holds(polygon, point)));
          const ids = [...new Set(holding.map(({ id }) => id))].sort((a, b) => a - b);
          const position = positionOf(unitsOf(point));
          expect(found.allAt(position)).toEqual(ids);
          expect(found.at(position)).toBe(ids[0] ?? -1);
          const near = found.near(position, 0, 100);
          expect(near.map(({ id }) => id)).toEqual(ids);
        }
      }),
      runs(500),
    );
  });

  it('are near at the distance of the nearest border', () => {
    const point = units(20, 20.2, 105, 105.2);
    const polygon = fc.array(fc.array(point, { minLength: 3, maxLength: 25 }), {
      minLength: 1,
      maxLength: 2,
    });
    const some = fc.array(fc.tuple(fc.nat({ max: 6 }), polygon), { maxLength: 8 });
    fc.assert(
      fc.property(some, askedIn(point), radii, sizes, (shapesOf, from, radius, size) => {
        const found = openPolygons(
          buildPolygonArrays(
            shapesOf.map(([id, rings]) => ({
              id,
              polygons: [
                rings.map((ring) =>
                  Float64Array.from(ring.flatMap((each) => each.map((unit) => unit / DEGREE))),
                ),
              ],
            })),
          ),
        );
        const here: UnitPoint = [Math.round(from.lat * DEGREE), Math.round(from.lon * DEGREE)];
        const meters = new Map<number, number>();
        for (const [id, rings] of shapesOf) {
          const least = holds(rings, here)
            ? 0
            : Math.min(...rings.map((ring) => metersToLine(from, [...ring, ring[0] as UnitPoint])));
          meters.set(id, Math.min(meters.get(id) ?? Infinity, least));
        }
        const near = found.near(from, radius, size);
        const sorted = [...meters.values()].filter((each) => each <= radius).sort((a, b) => a - b);
        const doubtful = [...meters.values()].filter((each) => Math.abs(each - radius) < 0.01).length;
        expect(Math.abs(near.length - Math.min(size, sorted.length))).toBeLessThanOrEqual(doubtful);
        // Whether a point on a border is inside depends on its rounding: a centimetre.
        near.forEach(({ id, distanceMeters: distance }, i) => {
          expect(Math.abs(distance - (meters.get(id) as number))).toBeLessThan(0.01);
          expect(Math.abs(distance - (sorted[i] ?? radius))).toBeLessThan(0.01);
        });
      }),
      runs(200),
    );
  });
});

/** Tells by exact arithmetic whether a point is on a border, or crosses an odd number of them on its way north. */
function holds(rings: readonly (readonly UnitPoint[])[], [lat, lon]: UnitPoint): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 1) {
      const [latA, lonA] = ring[i] as UnitPoint;
      const [latB, lonB] = ring[(i + 1) % ring.length] as UnitPoint;
      const side = BigInt(latB - latA) * BigInt(lon - lonA) - BigInt(lonB - lonA) * BigInt(lat - latA);
      const isBeside = (a: number, b: number, value: number) =>
        Math.min(a, b) <= value && value <= Math.max(a, b);
      if (side === 0n && isBeside(latA, latB, lat) && isBeside(lonA, lonB, lon)) return true;
      // North of the point where the side of the edge from west to east has the point below.
      if (lonA <= lon !== lonB <= lon && side > 0n === lonB > lonA) isInside = !isInside;
    }
  }
  return isInside;
}

/** The nearest of many points of the arcs of a line, each refined by thirds. */
function metersToLine(from: Position, line: readonly UnitPoint[]): number {
  let least = Math.min(...line.map((point) => distanceMeters(from, positionOf(point))));
  for (let i = 1; i < line.length; i += 1) {
    const at = arcBetween(positionOf(line[i - 1] as UnitPoint), positionOf(line[i] as UnitPoint));
    const STEPS = 24;
    let best = 0;
    for (let step = 1; step <= STEPS; step += 1) {
      if (distanceMeters(from, at(step / STEPS)) < distanceMeters(from, at(best / STEPS))) best = step;
    }
    let low = Math.max(0, (best - 1) / STEPS);
    let high = Math.min(1, (best + 1) / STEPS);
    for (let round = 0; round < 70; round += 1) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (distanceMeters(from, at(a)) < distanceMeters(from, at(b))) high = b;
      else low = a;
    }
    least = Math.min(least, distanceMeters(from, at((low + high) / 2)));
  }
  return least;
}

/** Walks the great circle from one position to another by spherical interpolation. */
function arcBetween(a: Position, b: Position): (share: number) => Position {
  const angle = distanceMeters(a, b) / 6_371_000;
  if (angle === 0) return () => a;
  const [u, v] = [vectorOf(a), vectorOf(b)];
  return (share) => {
    const [p, q] = [
      Math.sin((1 - share) * angle) / Math.sin(angle),
      Math.sin(share * angle) / Math.sin(angle),
    ];
    const [x, y, z] = u.map((each, i) => p * each + q * (v[i] as number)) as [number, number, number];
    return {
      lat: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI,
      lon: (Math.atan2(y, x) * 180) / Math.PI,
    };
  };
}

function vectorOf({ lat, lon }: Position): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

const toleranceOf = (meters: number) => 1e-4 + meters * 1e-7;

function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThan(toleranceOf(expected));
}
