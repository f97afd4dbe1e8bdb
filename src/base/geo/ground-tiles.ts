import { decodeVarints, encodeVarints, unzigzag, zigzag } from '../../base/geo/varints.ts';

/** What the map draws of a tile, in the order in which it draws them. */
export const SHAPE_KINDS = ['water', 'stream', 'road', 'main_road'] as const;

/** What a shape of a tile is. */
export type ShapeKind = (typeof SHAPE_KINDS)[number];

/** Units across a tile in which its shapes are given. */
export const TILE_UNITS = 2048;

/** Part of the addresses of tiles, which browsers keep for a year: another one where their encoding changes. */
export const TILE_FORMAT = 2;

/** A line or the ring of an area. Shape: `points` has x and y in turns, 0 to {@link TILE_UNITS}, a little beyond at the edges; `name` of the streets that are named in the tile. */
export interface TileShape {
  kind: ShapeKind;
  isArea: boolean;
  points: readonly number[];
  name?: string;
}

/**
 * The tiles below the points, as JSON in the page.
 *
 * Shape: `tiles` has zoom, column, row of each tile; `blocks` are the positions of their compressed shapes in the element with the data.
 */
export interface GroundFacts {
  attribution: string;
  tiles: (readonly [zoom: number, x: number, y: number])[];
  blocks: number[];
}

/** Encodes the shapes of a tile. Shape: the number of values that follow; of each shape kind, number of points, the length and the characters of a name, and the steps between the points. */
export function encodeShapes(shapes: readonly TileShape[]): Uint8Array {
  const values: number[] = [];
  for (const { kind, isArea, points, name } of shapes) {
    values.push(SHAPE_KINDS.indexOf(kind) * 4 + (name ? 2 : 0) + (isArea ? 1 : 0), points.length / 2);
    if (name)
      values.push(name.length, ...Array.from({ length: name.length }, (_, at) => name.charCodeAt(at)));
    points.forEach((value, at) => values.push(zigzag(value - (at < 2 ? 0 : (points[at - 2] as number)))));
  }
  return encodeVarints([values.length, ...values]);
}

/** Reverses {@link encodeShapes}. */
export function decodeShapes(bytes: Uint8Array): TileShape[] {
  const [count = 0] = decodeVarints(bytes, 1);
  const values = decodeVarints(bytes, count + 1);
  const shapes: TileShape[] = [];
  for (let at = 1; at <= count;) {
    const type = values[at++] as number;
    const size = 2 * (values[at++] as number);
    const length = (type & 2) === 0 ? 0 : (values[at++] as number);
    const name = String.fromCharCode(...values.subarray(at, at + length));
    at += length;
    const points: number[] = [];
    for (let nth = 0; nth < size; nth += 1)
      points.push(unzigzag(values[at++] as number) + (nth < 2 ? 0 : (points[nth - 2] as number)));
    const kind = SHAPE_KINDS[type >> 2] as ShapeKind;
    shapes.push({ kind, isArea: type % 2 === 1, points, ...(name !== '' && { name }) });
  }
  return shapes;
}
