import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterRadius, clusterRows } from './clusters.ts';
import type { MapColors } from './colors.ts';
import { frameOf } from './frame.ts';
import type { Taken } from './names.ts';
import { viewOf } from './projection.ts';
import { drawStreetNames, type NamedStreet } from './street-names.ts';
import { fittedBox } from './fit.ts';
import { POINT_KINDS, type MapPoints } from './points.ts';
import { mercator } from '../../../base/geo/mercator.ts';
import { joinUnits, projectUnits, unitAt, unitsIn } from './units.ts';

/** Points at positions, a row each. */
function pointsAt(
  places: readonly (readonly [x: number, y: number])[],
  kinds: readonly number[] = [],
): MapPoints {
  return {
    count: places.length,
    position: Uint32Array.from(places, (_, at) => at + 1),
    x: Float64Array.from([0, ...places.map(([x]) => x)]),
    y: Float64Array.from([0, ...places.map(([, y]) => y)]),
    kinds: Uint8Array.from(places, (_, at) => kinds[at] ?? 0),
  };
}

const allRows = ({ count }: MapPoints) => Uint32Array.from({ length: count }, (_, row) => row);
const place = fc.tuple(
  fc.double({ min: 0.78, max: 0.81, noNaN: true }),
  fc.double({ min: 0.43, max: 0.48, noNaN: true }),
);

it('a view leaves room for the buttons of a map above its points, and for its source below', () => {
  const box = { west: 0.79, east: 0.8, north: 0.44, south: 0.47 };
  const { y, scale } = viewOf(box, 500, 500);
  expect((box.north - y) * scale + 250).toBeCloseTo(76);
  expect((box.south - y) * scale + 250).toBeCloseTo(440);
});

describe('names of streets', () => {
  const frame = frameOf({ width: 800, height: 600, ratio: 1 }, { x: 0.5, y: 0.5, scale: 256 * 2 ** 15 });
  const at = (x: number, y: number) => ({ x: 0.5 + x / frame.scale, y: 0.5 + y / frame.scale });
  const drawn = (streets: readonly NamedStreet[], taken: Taken[] = [], zoomed = frame) => {
    const names: string[] = [];
    const to = {
      measureText: (text: string) => ({ width: 6 * text.length }),
      fillText: (text: string) => void names.push(text),
      ...{ save() {}, restore() {}, translate() {}, rotate() {}, strokeText() {} },
    } as unknown as CanvasRenderingContext2D;
    drawStreetNames(to, zoomed, streets, taken, {} as MapColors);
    return names;
  };
  const street = (name: string, ...line: [number, number][]): NamedStreet => ({
    ...{ name, isMain: false },
    line: line.map(([x, y]) => at(x, y)),
  });

  it('are along lines that are long and straight enough, once in the same place', () => {
    const long = street('Nguyễn Huệ', [-200, -200], [200, 200]);
    expect(drawn([long, long])).toEqual(['Nguyễn Huệ']);
    expect(drawn([street('Nguyễn Huệ', [0, 0], [40, 40])])).toEqual([]);
    expect(drawn([street('Nguyễn Huệ', [0, 0], [40, 40], [0, 80], [40, 120])])).toEqual([]);
    // Where a line leaves the picture, the name is at its part inside.
    expect(drawn([street('Nguyễn Huệ', [-380, 0], [3000, 0])])).toEqual(['Nguyễn Huệ']);
    expect(drawn([long], [], frameOf(frame, { x: 0.5, y: 0.5, scale: 256 * 2 ** 11 }))).toEqual([]);
  });

  it('do not meet each other, or what is taken', () => {
    const crossing = [street('Lê Lợi', [-60, 0], [60, 0]), street('Pasteur', [0, -30], [0, 30])];
    expect(drawn(crossing)).toEqual(['Lê Lợi']);
    expect(drawn(crossing.slice(0, 1), [[300, 200, 500, 400]])).toEqual([]);
    const wide = [street('Lê Lợi', [-60, 0], [60, 0]), street('Pasteur', [0, -200], [0, 200])];
    expect(drawn(wide)).toEqual(['Lê Lợi', 'Pasteur']);
  });
});

describe('clusters of a map', () => {
  it('have each row once, in a cluster or alone, with its kind', () => {
    const rows = fc.array(fc.tuple(place, fc.nat(POINT_KINDS.length - 1)), { maxLength: 300 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 2, max: 18 }), (list, zoom) => {
        const points = pointsAt(
          list.map(([at]) => at),
          list.map(([, kind]) => kind),
        );
        const { clusters, singles } = clusterRows(points, allRows(points), 256 * 2 ** zoom);
        const counts = new Array<number>(POINT_KINDS.length).fill(0);
        for (const { kinds, rows: all } of clusters) {
          expect(kinds.reduce((sum, one) => sum + one, 0)).toBe(all);
          kinds.forEach((one, kind) => (counts[kind]! += one));
        }
        for (const row of singles) counts[points.kinds[row]!]! += 1;
        expect(counts).toEqual(POINT_KINDS.map((_, kind) => list.filter(([, one]) => one === kind).length));
      }),
      { seed: 7, numRuns: 150 },
    );
  });

  it('join only points at one place where a view has few', () => {
    const grid = Array.from({ length: 300 }, (_, at): [number, number] => [
      0.78 + (at % 20) * 0.0011,
      0.43 + Math.floor(at / 20) * 0.0031,
    ]);
    const points = pointsAt([...grid, [0.79, 0.4507], [0.79, 0.4507]]);
    const scale = 256 * 2 ** 5;
    const few = clusterRows(points, allRows(points), scale, 600);
    expect(few.clusters).toEqual([]);
    expect(few.singles.length).toBe(302);
    expect(clusterRows(points, allRows(points), scale).singles.length).toBeLessThan(100);
    const near = clusterRows(points, allRows(points), 256 * 2 ** 18, 600);
    expect(near.clusters.map(({ rows }) => rows)).toEqual([2]);
  });

  it('are not drawn over each other', () => {
    const scale = 256 * 2 ** 6;
    const points = pointsAt(fc.sample(place, { seed: 2, numRuns: 2000 }));
    const { clusters } = clusterRows(points, allRows(points), scale);
    expect(clusters.length).toBeGreaterThan(3);
    for (const [at, a] of clusters.entries())
      for (const b of clusters.slice(at + 1)) {
        const distance = Math.hypot(a.x - b.x, a.y - b.y) * scale;
        // A larger one grows by those that it takes in.
        expect(distance).toBeGreaterThan(0.7 * Math.min(clusterRadius(a.rows), clusterRadius(b.rows)));
      }
  });

  it('show the number of rows at one place, however near the map is', () => {
    const points = pointsAt([
      [0.8, 0.45],
      [0.8, 0.45],
      [0.8, 0.4501],
    ]);
    const { clusters, singles } = clusterRows(points, allRows(points), 256 * 2 ** 18);
    expect(clusters.map(({ rows }) => rows)).toEqual([2]);
    expect([...singles]).toEqual([2]);
  });
});

describe('the view that is fitted to points', () => {
  it('leaves far points out, and says how many', () => {
    const near = Array.from({ length: 400 }, (_, at) => [0.8 + (at % 20) / 1e5, 0.45 + at / 4e6] as const);
    const points = pointsAt([...near, [0.2, 0.45], [0.21, 0.45]]);
    const fitted = fittedBox(points, allRows(points))!;
    expect(fitted.outside).toBe(2);
    expect(fitted.box.west).toBeGreaterThan(0.79);
    expect(fittedBox(points, allRows(points), true)).toMatchObject({ box: { west: 0.2 }, outside: 0 });
  });

  it('has 98 % of the points at least, and counts the others', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 500 }), (list) => {
        const points = pointsAt(list);
        const { box, outside } = fittedBox(points, allRows(points))!;
        const missing = list.filter(
          ([x, y]) => x < box.west || x > box.east || y < box.north || y > box.south,
        );
        expect(missing.length).toBe(outside);
        const abroad = list.filter(
          ([x, y]) => x <= 0.7834 || y <= 0.4313 || x >= 0.8277 || y >= 0.4833,
        ).length;
        if (abroad < list.length) expect(outside - abroad).toBeLessThanOrEqual(list.length * 0.02);
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  it('is of the points in Vietnam, however many are elsewhere', () => {
    const near = Array.from({ length: 150 }, (_, at) => [0.7935 + at / 1e5, 0.45] as const);
    const points = pointsAt([...near, [0.2, 0.45], [0.5, 0.5], [0.55, 0.3], [0.9, 0.6]]);
    expect(fittedBox(points, allRows(points))).toMatchObject({
      box: { west: 0.7935, north: 0.45 },
      outside: 4,
    });
    const abroad = pointsAt([
      [0.2, 0.45],
      [0.3, 0.45],
    ]);
    expect(fittedBox(abroad, allRows(abroad))).toMatchObject({ box: { west: 0.2, east: 0.3 }, outside: 0 });
  });

  it('is none for rows without a position', () => {
    const points = { ...pointsAt([[0.8, 0.45]]), position: Uint32Array.of(0) };
    expect(fittedBox(points, allRows(points))).toBeUndefined();
  });
});

describe('the units of a map', () => {
  const square = (lat: number, lon: number) => [lat, lon, lat, lon + 1, lat + 1, lon + 1, lat + 1, lon];
  const e5 = (values: readonly number[]) => values.map((value) => value * 1e5);
  const units = projectUnits({
    day: '2025-07-01',
    districts: [{ name: 'Quận 1', lat: 10.5, lon: 106.5 }],
    arcs: [
      { isOuter: true, points: e5([...square(10, 106), 10, 106]) },
      { isOuter: true, points: e5([...square(12, 108), 12, 108]) },
    ],
    units: [
      { code: '1', name: 'Thành phố Huế', parent: '', lat: 10.5, lon: 106.5, rings: [[1]] },
      { code: '2', name: 'Tỉnh Gia Lai', parent: '', lat: 12.5, lon: 108.5, rings: [[-2]] },
    ],
  });

  it('are found by a place within their boundary', () => {
    expect(unitAt(units, mercator(10.3, 106.2))?.code).toBe('1');
    expect(unitAt(units, mercator(12.9, 108.9))?.code).toBe('2');
    expect(unitAt(units, mercator(11.5, 107.5))).toBeUndefined();
  });

  it('are the same when they come in parts, each with boundaries of its own', () => {
    const joined = joinUnits([{ ...units, units: [], arcs: units.arcs.slice(0, 1) }, units]);
    expect(joined.arcs).toHaveLength(3);
    expect(unitAt(joined, mercator(10.3, 106.2))?.code).toBe('1');
    expect(unitAt(joined, mercator(12.9, 108.9))?.rings).toEqual([[-3]]);
    expect(joined.byCode.get('2')?.name).toBe('Tỉnh Gia Lai');
  });

  it('are listed for a view: those that are seen in it, and not those whose box meets it', () => {
    const view = (south: number, west: number, north: number, east: number) => {
      const [first, last] = [mercator(north, west), mercator(south, east)];
      return [...unitsIn(units, { west: first.x, north: first.y, east: last.x, south: last.y })];
    };
    expect(view(10.2, 106.2, 10.4, 106.4)).toEqual(['1']);
    expect(view(10.2, 106.2, 12.8, 108.8).sort()).toEqual(['1', '2']);
    expect(view(11.2, 107.2, 11.8, 107.8)).toEqual([]);
  });

  it('have short names, numbers with their word', () => {
    expect(units.units.map(({ short }) => short)).toEqual(['Huế', 'Gia Lai']);
    expect(units.districts.map(({ name }) => name)).toEqual(['Quận 1']);
  });
});
