import {
  BASE_CELL_COUNT,
  baseCell,
  cellEdgeMeters,
  childCell,
  joinCell,
  type CellHalves,
} from '../../base/geo/h3-tree.ts';
import { distanceMeters } from '../../base/geo/distance.ts';
import { crossesEdge } from '../../base/geo/edge-crossing.ts';
import { cellAreaKm2, cellCenter } from '../../base/geo/h3.ts';
import type { Position } from '../../base/geo/position.ts';
import {
  CHILD_COUNT,
  decodeCover,
  encodeCover,
  NO_WARD,
  SPLIT,
} from '../../engine/gazetteer/units/cover-codec.ts';
import type { LatLonPolygons } from '../features.ts';

/** Quality of Brotli where somebody waits for a cover. */
const QUICK_QUALITY = 6;
/** Everything under a cell is within so many edges of its centre. */
const REACH_EDGES = 1.35;
const METERS_PER_DEGREE = 111_195;
const COVERED_SHARE = 0.95;

/** A part of a ward that goes into another one. Shape: `from` is the row of the ward before, `to` that of the other one afterwards. */
export interface Cut {
  from: number;
  to: number;
  area: LatLonPolygons;
}

/** What the map says of a ward. */
export interface WardFigures {
  position: Position;
  areaKm2: number;
  radiusMeters: number;
}

/** A cover with other wards, and figures of some of them by their rows; `taken` are the cuts that got a part of their ward, but not all of it. */
export interface RedrawnCover {
  cells: Buffer;
  figuresOf: (ward: number, near?: Position) => WardFigures | undefined;
  taken: readonly boolean[];
}

/**
 * Returns a cover with other wards: `wardOf` has the new row of each ward, and `cuts` the areas that go into others. Cells at the boundary of an area are as fine as the
 * finest of the cover.
 *
 * Shape: figures are those of wards of `measured`, around their point near the centroid, or around a given one.
 * Errors: DATASET_BAD, as decodeCover.
 * Cost: a second for the whole of Vietnam, and some seconds for a boundary of 10,000 points.
 */
export function redrawCover(
  bytes: Uint8Array,
  wardOf: Int32Array,
  cuts: readonly Cut[],
  measured: ReadonlySet<number>,
): RedrawnCover {
  const { roots, blocks, finestResolution } = decodeCover(bytes, wardOf.length);
  const preorder: number[] = [];
  const leaves = new Map([...measured].map((ward) => [ward, [] as CellHalves[]]));
  const taken = cuts.map(() => 0);
  const left = new Map<number, number>();

  const addLeaf = (ward: number, cell: CellHalves): void => {
    preorder.push(ward);
    leaves.get(ward)?.push(cell);
  };

  /** Divides a cell of a ward of which parts go into others; `near` are the edges of their areas around it. */
  const carve = (ward: number, cell: CellHalves, resolution: number, near: readonly Edges[]): void => {
    const center = cellCenter(joinCell(cell));
    const around = near.map((edges) => edgesNear(edges, center, REACH_EDGES * cellEdgeMeters(resolution)));
    if (resolution === finestResolution || around.every(({ length }) => length === 0)) {
      const at = cuts.findIndex(({ from, area }) => from === ward && isInside(area, center));
      if (at >= 0) taken[at] += 1;
      else left.set(ward, (left.get(ward) ?? 0) + 1);
      addLeaf(cuts[at]?.to ?? wardOf[ward] ?? NO_WARD, cell);
      return;
    }
    divide((digit) => {
      carve(ward, childCell(cell, resolution + 1, digit), resolution + 1, around);
    });
  };

  /** Adds the seven children of a cell, or the cell itself if they say the same. */
  const divide = (addChild: (digit: number) => void): void => {
    const start = preorder.push(SPLIT);
    for (let digit = 0; digit < CHILD_COUNT; digit++) addChild(digit);
    const ward = preorder[start] ?? SPLIT;
    if (preorder.length !== start + CHILD_COUNT || ward < 0) return;
    for (let at = start + 1; at < preorder.length; at++) if (preorder[at] !== ward) return;
    // What was divided between wards that are one now. A copy of the children of each cell would cost more than all else.
    preorder.length = start - 1;
    preorder.push(ward);
  };

  const edgesOf = new Map<number, Edges[]>();
  for (const { from, area } of cuts) edgesOf.set(from, [...(edgesOf.get(from) ?? []), allEdges(area)]);
  const add = (node: number, cell: CellHalves, resolution: number): void => {
    if (node >= 0) {
      divide((digit) => {
        add(blocks[node * CHILD_COUNT + digit] ?? -1, childCell(cell, resolution + 1, digit), resolution + 1);
      });
      return;
    }
    const ward = -2 - node;
    const own = edgesOf.get(ward);
    if (own) carve(ward, cell, resolution, own);
    else addLeaf(ward === NO_WARD ? NO_WARD : (wardOf[ward] ?? NO_WARD), cell);
  };
  for (let number = 0; number < BASE_CELL_COUNT; number++) add(roots[number] ?? -1, baseCell(number), 0);
  return {
    cells: encodeCover(Int32Array.from(preorder), finestResolution, QUICK_QUALITY),
    figuresOf: (ward, near) => figuresOf(leaves.get(ward) ?? [], near),
    taken: cuts.map(({ from }, at) => (taken[at] ?? 0) > 0 && (left.get(from) ?? 0) > 0),
  };
}

/** Edges of rings: latitude and longitude of both ends in turn. */
type Edges = readonly (readonly [aLat: number, aLon: number, bLat: number, bLon: number])[];

function allEdges(area: LatLonPolygons): Edges {
  return area.flat().flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, at) => {
      const [aLat = 0, aLon = 0, bLat = 0, bLon = 0] = ring.subarray(2 * at, 2 * at + 4);
      return [aLat, aLon, bLat, bLon] as const;
    }),
  );
}

/** Returns the edges whose boxes meet the square around a position. */
function edgesNear(edges: Edges, { lat, lon }: Position, meters: number): Edges {
  const high = meters / METERS_PER_DEGREE;
  const wide = high / Math.cos((lat * Math.PI) / 180);
  return edges.filter(
    ([aLat, aLon, bLat, bLon]) =>
      Math.min(aLat, bLat) <= lat + high &&
      Math.max(aLat, bLat) >= lat - high &&
      Math.min(aLon, bLon) <= lon + wide &&
      Math.max(aLon, bLon) >= lon - wide,
  );
}

/** Reports whether a position is in an area. */
export function isInside(area: LatLonPolygons, { lat, lon }: Position): boolean {
  let inside = false;
  for (const ring of area.flat())
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [aLat = 0, aLon = 0, bLat = 0, bLon = 0] = ring.subarray(at, at + 4);
      if (crossesEdge(aLon, aLat, bLon, bLat, lon, lat)) inside = !inside;
    }
  return inside;
}

/** Measures the cells of a ward. Shape: the point is the centre of the cell nearest to the centroid, if none is given that is to stay. */
function figuresOf(cells: readonly CellHalves[], near: Position | undefined): WardFigures | undefined {
  const parts = cells.map((cell) => {
    const name = joinCell(cell);
    return { center: cellCenter(name), areaKm2: cellAreaKm2(name) };
  });
  const areaKm2 = parts.reduce((sum, part) => sum + part.areaKm2, 0);
  if (areaKm2 === 0) return undefined;
  const mean = (of: (center: Position) => number): number =>
    parts.reduce((sum, { center, areaKm2: area }) => sum + area * of(center), 0) / areaKm2;
  const centroid = { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) };
  const meters = (a: Position): number => distanceMeters(a, centroid);
  const position =
    near ?? parts.reduce((best, part) => (meters(part.center) < meters(best.center) ? part : best)).center;
  let [covered, radiusMeters] = [0, 0];
  const byDistance = parts
    .map((part) => ({ ...part, meters: distanceMeters(part.center, position) }))
    .sort((a, b) => a.meters - b.meters);
  for (const part of byDistance) {
    if (covered > COVERED_SHARE * areaKm2) break;
    covered += part.areaKm2;
    radiusMeters = part.meters;
  }
  return { position, areaKm2, radiusMeters };
}
