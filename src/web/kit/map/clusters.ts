import type { MapPlace } from '../../../base/geo/mercator.ts';
import type { MapBox } from './projection.ts';
import { POINT_KINDS, type MapPoints } from './points.ts';

/** Points that are drawn as one, with their number. Shape: `kinds` counts the points of each kind; `first` is one of the rows. */
export interface Cluster extends MapPlace {
  rows: number;
  kinds: Uint32Array;
  box: MapBox;
  first: number;
}

/** Rows as they are drawn at a scale. */
export interface Clustered {
  clusters: readonly Cluster[];
  /** Rows that are drawn as points of their own. */
  singles: Uint32Array;
}

/** Points of a cell that are still drawn one by one. */
const MOST_SINGLES = 7;
/** Points nearer to each other lie on each other. Units: pixels. */
const STACK_PIXELS = 5;
const CELL_PIXELS = 64;

/** Returns the radius of a cluster. Units: pixels of the page. */
export const clusterRadius = (rows: number): number => 10 + 4 * Math.log10(rows);

/**
 * Joins points that could not be told apart at a scale: many in a cell, or several at one place.
 *
 * Shape: cells with at most `mostSingles` points are drawn one by one.
 * Guarantee: each row with a position is in one cluster, or single. Cost: linear; 100,000 rows take some 10 ms.
 */
export function clusterRows(
  points: MapPoints,
  shown: Uint32Array,
  scale: number,
  mostSingles = MOST_SINGLES,
): Clustered {
  const cells = new Map<number, Cluster>();
  const cellsWide = scale / CELL_PIXELS;
  const cellOf = (position: number) =>
    Math.floor(points.y[position]! * cellsWide) * 2 ** 24 + Math.floor(points.x[position]! * cellsWide);
  for (const row of shown) {
    const position = points.position[row]!;
    if (position === 0) continue;
    const key = cellOf(position);
    let cell = cells.get(key);
    if (!cell) cells.set(key, (cell = emptyCluster(row)));
    addPoint(cell, points.x[position]!, points.y[position]!, points.kinds[row]!);
  }
  const isStack = ({ rows, box }: Cluster) =>
    rows > 1 && Math.max(box.east - box.west, box.south - box.north) * scale < STACK_PIXELS;
  const joined = new Set<number>();
  const clusters: Cluster[] = [];
  for (const [key, cell] of cells) {
    if (cell.rows <= mostSingles && !isStack(cell)) continue;
    joined.add(key);
    cell.x /= cell.rows;
    cell.y /= cell.rows;
    clusters.push(cell);
  }
  const singles = new Uint32Array(shown.length);
  let size = 0;
  for (const row of shown) {
    const position = points.position[row]!;
    if (position !== 0 && !joined.has(cellOf(position))) singles[size++] = row;
  }
  return { clusters: mergeNear(clusters, scale), singles: singles.subarray(0, size) };
}

function emptyCluster(first: number): Cluster {
  return {
    x: 0,
    y: 0,
    rows: 0,
    first,
    kinds: new Uint32Array(POINT_KINDS.length),
    box: { west: 1, north: 1, east: 0, south: 0 },
  };
}

function addPoint(cell: Cluster, x: number, y: number, kind: number): void {
  const { box, kinds } = cell;
  cell.x += x;
  cell.y += y;
  cell.rows += 1;
  kinds[kind] = kinds[kind]! + 1;
  box.west = Math.min(box.west, x);
  box.east = Math.max(box.east, x);
  box.north = Math.min(box.north, y);
  box.south = Math.max(box.south, y);
}

/** Joins clusters that would be drawn over each other, the largest first. */
function mergeNear(clusters: Cluster[], scale: number): Cluster[] {
  const kept = new Map<number, Cluster[]>();
  const size = CELL_PIXELS / scale;
  const keyOf = (x: number, y: number) => Math.floor(y / size) * 2 ** 24 + Math.floor(x / size);
  for (const cluster of clusters.sort((a, b) => b.rows - a.rows || a.first - b.first)) {
    const near = [-1, 0, 1].flatMap((dy) =>
      [-1, 0, 1].flatMap((dx) => kept.get(keyOf(cluster.x + dx * size, cluster.y + dy * size)) ?? []),
    );
    const target = near.find(
      ({ x, y, rows }) =>
        Math.hypot(x - cluster.x, y - cluster.y) * scale < clusterRadius(rows) + clusterRadius(cluster.rows),
    );
    if (target) absorb(target, cluster);
    else {
      const key = keyOf(cluster.x, cluster.y);
      kept.set(key, [...(kept.get(key) ?? []), cluster]);
    }
  }
  return [...kept.values()].flat();
}

/** The larger one stays where it is. */
function absorb(to: Cluster, from: Cluster): void {
  to.rows += from.rows;
  from.kinds.forEach((rows, kind) => (to.kinds[kind] = to.kinds[kind]! + rows));
  to.box.west = Math.min(to.box.west, from.box.west);
  to.box.east = Math.max(to.box.east, from.box.east);
  to.box.north = Math.min(to.box.north, from.box.north);
  to.box.south = Math.max(to.box.south, from.box.south);
}
