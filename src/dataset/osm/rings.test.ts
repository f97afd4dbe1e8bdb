import { describe, expect, it } from 'vitest';
import { collectNodeIds } from './node-positions.ts';
import { isInside, isRing, polygonsArea, positionInside, ringArea } from './shapes.ts';
import { crossesItself, assemblePolygons } from './rings.ts';

/** Nodes of a grid: node 100 * row + column lies at row / 100, column / 100. */
function grid() {
  const ids = Array.from({ length: 20 * 20 }, (_, i) => 100 * Math.floor(i / 20) + (i % 20));
  const collector = collectNodeIds();
  collector.add(ids);
  const positions = collector.positions();
  for (const id of ids) positions.set(id, Math.floor(id / 100) * 100_000, (id % 100) * 100_000);
  return positions;
}
const GRID = grid();
/** Corners of a square from row and column `from` to `to`. */
const square = (from: number, to: number) => [
  101 * from,
  100 * from + to,
  101 * to,
  100 * to + from,
  101 * from,
];
const area = (polygons: unknown) => Math.round(polygonsArea(polygons as never) / 1000);
/** Square of one grid step, in thousands of square metres. */
const CELL = Math.round((1111.95 * 1111.95) / 1000);

describe('assemblePolygons', () => {
  it('joins ways in any order and direction', () => {
    const [a, b, c, d] = square(0, 10) as [number, number, number, number];
    const ways = [
      [c, d],
      [b, a],
      [c, 1005, b],
      [a, d],
    ];
    // Node 1005 lies on the far edge, so the ring b - 1005 - c would fold: take a point on the right edge instead.
    ways[2] = [c, 510, b];
    const polygons = assemblePolygons({ outer: ways, inner: [] }, GRID);
    expect(polygons).toHaveLength(1);
    expect(area(polygons)).toBeCloseTo(100 * CELL, -3);
  });

  it('puts holes into the smallest ring around them', () => {
    const polygons = assemblePolygons({ outer: [square(0, 4), square(5, 15)], inner: [square(6, 8)] }, GRID);
    expect(polygons).toHaveLength(2);
    expect((polygons as unknown[][])[1]).toHaveLength(2);
    expect(area(polygons) / CELL).toBeCloseTo(16 + 100 - 4, 0);
  });

  it('takes rings that touch in a node, and holes that touch their ring', () => {
    expect(assemblePolygons({ outer: [square(0, 4), square(4, 8)], inner: [] }, GRID)).toHaveLength(2);
    const touching = assemblePolygons({ outer: [square(0, 9)], inner: [[0, 203, 302, 0]] }, GRID);
    expect((touching as unknown[][])[0]).toHaveLength(2);
  });

  it('says why it makes no polygon, and never guesses one', () => {
    const whole = square(0, 4);
    expect(assemblePolygons({ outer: [whole.slice(0, 3)], inner: [] }, GRID)).toBe('osm.areaOpen');
    expect(assemblePolygons({ outer: [whole.slice(0, 3), undefined], inner: [] }, GRID)).toBe(
      'osm.areaIncomplete',
    );
    expect(assemblePolygons({ outer: [[0, 99_999, 404, 0]], inner: [] }, GRID)).toBe('osm.areaIncomplete');
    expect(assemblePolygons({ outer: [], inner: [] }, GRID)).toBe('osm.areaIncomplete');
    expect(assemblePolygons({ outer: [[0, 4, 0]], inner: [] }, GRID)).toBe('osm.areaOpen');
    expect(assemblePolygons({ outer: [[0, 404, 4, 400, 0]], inner: [] }, GRID)).toBe('osm.areaCrossesItself');
    expect(assemblePolygons({ outer: [whole], inner: [square(10, 12)] }, GRID)).toBe('osm.holeOutside');
    expect(assemblePolygons({ outer: [whole], inner: [undefined] }, GRID)).toBe('osm.areaIncomplete');
  });
});

describe('crossesItself', () => {
  const ring = (...numbers: number[]) => Float64Array.from(numbers);

  it('tells crossing from touching', () => {
    expect(crossesItself(ring(0, 0, 0, 1, 1, 1, 1, 0, 0, 0))).toBe(false);
    expect(crossesItself(ring(0, 0, 1, 1, 0, 1, 1, 0, 0, 0))).toBe(true);
    // Two triangles that meet in a corner.
    expect(crossesItself(ring(0, 0, 0, 1, 0.5, 0.5, 1, 1, 1, 0, 0.5, 0.5, 0, 0))).toBe(false);
  });

  it('agrees with comparing every edge with every other', () => {
    let state = 1;
    const random = () => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) / 2_147_483_647;
    let crossing = 0;
    for (let round = 0; round < 300; round += 1) {
      const corners = Array.from({ length: 3 + (round % 6) }, () => [
        Math.floor(random() * 9),
        Math.floor(random() * 9),
      ]);
      corners.push(corners[0] as number[]);
      const expected = edgesCrossByParts(corners);
      if (expected) crossing += 1;
      expect(crossesItself(Float64Array.from(corners.flat())), JSON.stringify(corners)).toBe(expected);
    }
    expect(crossing).toBeGreaterThan(50);
    expect(crossing).toBeLessThan(280);
  });

  /** By where two edges meet along each of them, in fractions, rather than by sides. */
  function edgesCrossByParts(corners: number[][]): boolean {
    for (let a = 0; a + 1 < corners.length; a += 1) {
      for (let b = 0; b < a; b += 1) {
        const [[px, py], [qx, qy]] = [corners[a], corners[a + 1]] as [[number, number], [number, number]];
        const [[rx, ry], [sx, sy]] = [corners[b], corners[b + 1]] as [[number, number], [number, number]];
        const cross = (qx - px) * (sy - ry) - (qy - py) * (sx - rx);
        if (cross === 0) continue;
        const t = ((rx - px) * (sy - ry) - (ry - py) * (sx - rx)) / cross;
        const u = ((rx - px) * (qy - py) - (ry - py) * (qx - px)) / cross;
        const isAmid = (part: number) => part > 1e-9 && part < 1 - 1e-9;
        if (isAmid(t) && isAmid(u)) return true;
      }
    }
    return false;
  }
});

describe('polygon shapes', () => {
  const ring = Float64Array.of(10, 106, 10, 106.02, 10.02, 106.02, 10.02, 106, 10, 106);

  it('knows rings', () => {
    expect(isRing(ring)).toBe(true);
    expect(isRing(ring.subarray(0, 8))).toBe(false);
    expect(isRing(Float64Array.of(0, 0, 1, 1, 0, 0))).toBe(false);
  });

  it('measures a square of two hundredths of a degree', () => {
    const expected = 2224 * 2224 * Math.cos((10 * Math.PI) / 180);
    expect(Math.abs(ringArea(ring)) / expected).toBeCloseTo(1, 2);
    expect(ringArea(ring)).toBeCloseTo(
      -ringArea(Float64Array.of(10, 106, 10.02, 106, 10.02, 106.02, 10, 106.02, 10, 106)),
      0,
    );
  });

  it('finds a point inside, of a crescent and around a hole too', () => {
    expect(positionInside([[ring]])?.lat).toBeCloseTo(10.01, 9);
    const crescent = Float64Array.of(0, 0, 0, 4, 4, 4, 4, 3, 1, 3, 1, 1, 4, 1, 4, 0, 0, 0);
    const hole = Float64Array.of(1, 1, 1, 3, 3, 3, 3, 1, 1, 1);
    const frame = Float64Array.of(0, 0, 0, 4, 4, 4, 4, 0, 0, 0);
    for (const polygon of [[crescent], [frame, hole]]) {
      const position = positionInside([polygon]) as { lat: number; lon: number };
      expect(isInside(polygon, position.lat, position.lon)).toBe(true);
    }
    expect(positionInside([])).toBeUndefined();
    expect(positionInside([[Float64Array.of(1, 2, 1, 3, 1, 2, 1, 2)]])).toEqual({ lat: 1, lon: 2 });
  });
});
