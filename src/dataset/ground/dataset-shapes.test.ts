import { describe, expect, it } from 'vitest';
import { decodeShapes, encodeShapes, TILE_UNITS, type TileShape } from '../../base/geo/ground-tiles.ts';
import { mercator } from '../../base/geo/mercator.ts';
import { ARRAY_TYPES } from '../../engine/gazetteer/store/array-types.ts';
import { STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { cutArea, cutLine, openDatasetShapes } from './dataset-shapes.ts';
import { createTileGrid } from './line-table.ts';

/** Twice the area of a ring; negative in the other direction. */
function doubled({ points }: TileShape): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length;
    sum += points[at]! * points[next + 1]! - points[next]! * points[at + 1]!;
  }
  return sum;
}

describe('areas', () => {
  const SQUARE = Float64Array.of(0.5, 0.5, 2.5, 0.5, 2.5, 2.5, 0.5, 2.5, 0.5, 0.5);
  const all = Array.from({ length: 9 }, (_, at) => [at % 3, Math.floor(at / 3)] as const);

  it('cover the tiles that they reach, also one without a corner of theirs', () => {
    const grid = createTileGrid(4, all);
    cutArea(grid, SQUARE, 'water');
    const shares = all.map(([x, y]) => doubled(grid.get(x, y)![0]!) / 2 / TILE_UNITS ** 2);
    expect(shares.map((share) => Math.round(4 * share) / 4)).toEqual([
      ...[0.25, 0.5, 0.25],
      ...[0.5, 1, 0.5],
      ...[0.25, 0.5, 0.25],
    ]);
  });

  it('keep their direction, so that islands stay land', () => {
    const grid = createTileGrid(4, all);
    cutArea(grid, SQUARE, 'water');
    const pairs = Array.from({ length: 5 }, (_, at) => [SQUARE[2 * (4 - at)]!, SQUARE[2 * (4 - at) + 1]!]);
    cutArea(grid, Float64Array.from(pairs.flat()), 'water');
    for (const [x, y] of all) {
      const [ring, island] = grid.get(x, y)!;
      expect(Math.sign(doubled(ring!))).toBe(-Math.sign(doubled(island!)));
    }
  });

  it('are left out where they are too small to be seen', () => {
    const grid = createTileGrid(4, all);
    cutArea(grid, Float64Array.of(0.5, 0.5, 0.501, 0.5, 0.501, 0.501, 0.5, 0.5), 'water');
    expect(grid.get(0, 0)).toEqual([]);
  });
});

describe('lines', () => {
  it('go on in the next tile where they left the last one; unwanted tiles between them cost nothing', () => {
    const grid = createTileGrid(4, [
      [0, 0],
      [2, 0],
    ]);
    cutLine(grid, Float64Array.of(0.5, 0.5, 1.5, 0.5, 2.5, 0.5), 'road');
    expect(grid.get(0, 0)).toEqual([{ kind: 'road', isArea: false, points: [1024, 1024, 3072, 1024] }]);
    expect(grid.get(2, 0)).toEqual([{ kind: 'road', isArea: false, points: [-1024, 1024, 1024, 1024] }]);
  });
});

describe('a dataset', () => {
  const E7 = 1e7;
  const streets = {
    streetPartStart: Uint32Array.of(0, 1, 2),
    partPointStart: Uint32Array.of(0, 2, 4),
    pointLat: Int32Array.of(21 * E7, 21.001 * E7, 21 * E7, 21.001 * E7),
    pointLon: Int32Array.of(105.8 * E7, 105.8 * E7, 105.801 * E7, 105.801 * E7),
  };
  const arrays = {
    ...Object.fromEntries(
      Object.entries(STREET_AND_POI_FAMILY.arrays).map(([name, { type }]) => [
        name,
        new ARRAY_TYPES[type](0),
      ]),
    ),
    ...streets,
    featureImportance: Uint8Array.of(20, 200),
    featureSpelling: Uint32Array.of(0, 1),
    spellingText: new TextEncoder().encode('Hẻm 3Lê'),
    spellingOffset: Uint32Array.of(0, 7, 10),
  };
  const water = {
    waterKind: Uint8Array.of(0, 3),
    waterPointStart: Uint32Array.of(0, 4, 6),
    waterLat: Int32Array.from([21, 21, 21.01, 21, 21, 21.01], (lat) => lat * E7),
    waterLon: Int32Array.from([105.8, 105.81, 105.81, 105.8, 105.8, 105.81], (lon) => lon * E7),
  };
  const { x, y } = mercator(21.0005, 105.8005);
  const kinds = (own: Parameters<typeof openDatasetShapes>[0], zoom: number) => {
    const tile = [Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)] as const;
    const [found] = openDatasetShapes(own).tiles(zoom, [tile]);
    return found!.map(({ kind, isArea }) => `${kind}${isArea ? ' area' : ''}`);
  };

  it('has small streets and streams near by only', () => {
    expect(kinds({ ...arrays, ...water }, 14)).toEqual(['water area', 'stream', 'road', 'main_road']);
    expect(kinds({ ...arrays, ...water }, 12)).toEqual(['water area', 'main_road']);
  });

  it('names the larger streets, each once in a tile, by a line that is long enough for it', () => {
    const tile = [Math.floor(x * 2 ** 14), Math.floor(y * 2 ** 14)] as const;
    const [found] = openDatasetShapes(arrays).tiles(14, [tile]);
    expect(found!.map(({ name }) => name)).toEqual([undefined, 'Lê']);
    expect(decodeShapes(encodeShapes(found!))).toEqual(found);
    const longName = { ...arrays, spellingText: new TextEncoder().encode('Hẻm 3' + 'Lê'.repeat(9)) };
    const long = { ...longName, spellingOffset: Uint32Array.of(0, 7, 7 + 27) };
    const [other] = openDatasetShapes(long).tiles(14, [tile]);
    expect(other!.map(({ name }) => name)).toEqual([undefined, undefined]);
  });

  it('without water has its streets alone', () => {
    expect(kinds(arrays, 14)).toEqual(['road', 'main_road']);
  });

  it('has the same shapes in each tile, whichever others are wanted', () => {
    const shapes = openDatasetShapes({ ...arrays, ...water });
    const [column, row] = [Math.floor(x * 2 ** 14), Math.floor(y * 2 ** 14)];
    const around = Array.from({ length: 81 }, (_, at) => {
      return [column - 4 + (at % 9), row - 4 + Math.floor(at / 9)] as const;
    });
    const together = [...shapes.tiles(14, around)];
    expect(together.filter((found) => found.length > 0).length).toBeGreaterThan(1);
    expect(around.map((tile) => [...shapes.tiles(14, [tile])][0])).toEqual(together);
  });

  it('has nothing elsewhere', () => {
    expect([...openDatasetShapes({ ...arrays, ...water }).tiles(14, [[0, 0]])]).toEqual([[]]);
  });
});
