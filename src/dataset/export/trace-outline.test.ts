import { describe, expect, it } from 'vitest';
import { cellAt, cellCenter, cellsAround } from '../../base/geo/h3.ts';
import { traceOutline, type OutlinePolygons, type OutlineRing } from './trace-outline.ts';

const NONE = -1;
const CENTER = cellAt({ lat: 21.03, lon: 105.85 }, 10);

/** Returns the cells up to some steps around a cell. */
function disk(center: string, steps: number): string[] {
  let cells = new Set([center]);
  for (let step = 0; step < steps; step += 1)
    cells = new Set([...cells].flatMap((cell) => [cell, ...cellsAround(cell)]));
  return [...cells];
}

function trace(areas: ReadonlyMap<string, number>, area: number, toleranceMeters = 0): OutlinePolygons {
  const own = [...areas].flatMap(([cell, its]) => (its === area ? [cell] : []));
  const atBorder = own.filter((cell) => cellsAround(cell).some((near) => areas.get(near) !== area));
  return traceOutline(atBorder, area, (cell) => areas.get(cell) ?? NONE, toleranceMeters);
}

/** Returns the area of a ring in square degrees, negative if it is clockwise. */
function areaOf(ring: OutlineRing): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] as readonly [number, number];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

const sumOf = (polygons: OutlinePolygons) => polygons.flat().reduce((sum, ring) => sum + areaOf(ring), 0);
const edgesOf = (polygons: OutlinePolygons) =>
  polygons.flat().flatMap((ring) => ring.slice(1).map((point, at) => [ring[at], point].join(' ')));

/** Three areas around one corner, with an enclave and an island. */
function world(): Map<string, number> {
  const { lat, lon } = cellCenter(CENTER);
  const areas = new Map<string, number>();
  for (const cell of disk(CENTER, 12)) {
    const at = cellCenter(cell);
    areas.set(cell, at.lat < lat ? 0 : at.lon < lon ? 1 : 2);
  }
  const enclave = cellAt({ lat: lat - 0.006, lon }, 10);
  for (const cell of disk(enclave, 1)) areas.set(cell, 2);
  for (const cell of disk(cellAt({ lat: lat + 0.03, lon }, 10), 1)) areas.set(cell, 1);
  return areas;
}

describe('the outline of an area', () => {
  it('of one cell is a ring of six points around it', () => {
    const [[ring = []] = [], ...others] = trace(new Map([[CENTER, 5]]), 5);
    expect([ring.length, others]).toEqual([7, []]);
    expect(ring[0]).toEqual(ring.at(-1));
    expect(areaOf(ring)).toBeGreaterThan(0);
  });

  it('has outer rings counter-clockwise, holes clockwise, and a polygon for each part', () => {
    const areas = world();
    const [land, one, two] = [0, 1, 2].map((area) => trace(areas, area));
    expect([land, one, two].map((polygons) => polygons?.map((rings) => rings.length))).toEqual([
      [2],
      [1, 1],
      [1, 1],
    ]);
    for (const polygons of [land, one, two])
      for (const rings of polygons ?? [])
        expect(rings.map((ring) => Math.sign(areaOf(ring)))).toEqual(
          rings.map((_, at) => (at === 0 ? 1 : -1)),
        );
  });

  it.each([0, 20])('has the points of its neighbours on a common border, simplified by %d m', (meters) => {
    const areas = world();
    const outlines = [0, 1, 2].map((area) => trace(areas, area, meters));
    // Each edge is that of one neighbour in the other direction, or of the outside.
    const edges = new Set(outlines.flatMap(edgesOf));
    const turned = (edge: string) => edge.split(' ').reverse().join(' ');
    const outside = [...edges].filter((edge) => !edges.has(turned(edge)));
    const inside = [...edges].filter((edge) => edges.has(turned(edge)));
    expect(inside.length).toBeGreaterThan(10);
    const outsideRing = new Set(outside.map((edge) => edge.split(' ')[0]));
    // The outer edges close: where one ends, another begins.
    expect(outside.every((edge) => outsideRing.has(edge.split(' ')[1]))).toBe(true);
  });

  it('is less than the tolerance from the traced border', () => {
    const areas = world();
    const traced = trace(areas, 0);
    const simplified = trace(areas, 0, 20);
    expect(simplified.flat(2).length).toBeLessThan(traced.flat(2).length / 2);
    expect(sumOf(simplified) / sumOf(traced)).toBeCloseTo(1, 1);
  });
});
