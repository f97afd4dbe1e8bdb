import type { LatLonLine, LatLonPolygons } from '../features.ts';
import type { NodePositions } from './node-positions.ts';
import { isInside, ringArea } from './shapes.ts';

/** The ways of an area by their node ids; undefined for a way that is not in the file. */
export interface AreaWays {
  outer: readonly (ArrayLike<number> | undefined)[];
  inner: readonly (ArrayLike<number> | undefined)[];
}

/** Reason why an area cannot be assembled. */
export type RingFault = 'osm.areaIncomplete' | 'osm.areaOpen' | 'osm.areaCrossesItself' | 'osm.holeOutside';

/**
 * Assembles the ways of an area to polygons.
 *
 * Shape: a fault instead of polygons if a way or node is missing, a ring is not closed or crosses itself, or a hole is in no outer ring.
 * Guarantee: no polygon is guessed.
 */
export function assemblePolygons(ways: AreaWays, positions: NodePositions): LatLonPolygons | RingFault {
  const outer = assembleRings(ways.outer, positions);
  if (typeof outer === 'string') return outer;
  const inner = assembleRings(ways.inner, positions);
  if (typeof inner === 'string') return inner;
  if (outer.length === 0) return 'osm.areaIncomplete';
  const polygons: LatLonLine[][] = outer.map((ring) => [ring]);
  for (const hole of inner) {
    const around = polygons
      .filter(([ring]) => liesIn(hole, ring))
      .sort(([a], [b]) => Math.abs(ringArea(a)) - Math.abs(ringArea(b)))[0];
    if (around === undefined) return 'osm.holeOutside';
    around.push(hole);
  }
  return polygons;
}

function assembleRings(ways: AreaWays['outer'], positions: NodePositions): LatLonLine[] | RingFault {
  const known: ArrayLike<number>[] = [];
  for (const way of ways) {
    if (way === undefined) return 'osm.areaIncomplete';
    if (way.length > 1) known.push(way);
  }
  const chains = joinWays(known);
  if (chains === undefined) return 'osm.areaOpen';
  const rings: LatLonLine[] = [];
  for (const chain of chains) {
    const ring = positions.line(chain);
    if (ring === undefined) return 'osm.areaIncomplete';
    // A ring of fewer than three corners has no area.
    if (ring.length < 8) return 'osm.areaOpen';
    if (crossesItself(ring)) return 'osm.areaCrossesItself';
    rings.push(ring);
  }
  return rings;
}

/** Joins ways end to end to closed chains; undefined if one is not closed. */
function joinWays(ways: readonly ArrayLike<number>[]): number[][] | undefined {
  const endings = new Map<number, number[]>();
  const isUsed = ways.map(() => false);
  ways.forEach((way, index) => {
    const [first, last] = [way[0], way[way.length - 1]];
    if (first === last) return;
    for (const node of [first, last]) {
      const there = endings.get(node);
      if (there === undefined) endings.set(node, [index]);
      else there.push(index);
    }
  });
  const chains: number[][] = [];
  for (let start = 0; start < ways.length; start += 1) {
    if (isUsed[start] === true) continue;
    isUsed[start] = true;
    const chain = Array.from(ways[start]);
    while (chain[0] !== chain[chain.length - 1]) {
      const end = chain[chain.length - 1];
      const next = endings.get(end)?.find((index) => isUsed[index] !== true);
      if (next === undefined) return undefined;
      isUsed[next] = true;
      const way = ways[next];
      if (way[0] === end) for (let i = 1; i < way.length; i += 1) chain.push(way[i]);
      else for (let i = way.length - 2; i >= 0; i -= 1) chain.push(way[i]);
    }
    chains.push(chain);
  }
  return chains;
}

/** Reports whether a hole is in a ring, by its first corner that is not a corner of the ring, because they may touch. */
function liesIn(hole: LatLonLine, ring: LatLonLine): boolean {
  const corners = new Set<string>();
  for (let i = 0; i < ring.length; i += 2) corners.add(`${ring[i]} ${ring[i + 1]}`);
  for (let i = 0; i < hole.length; i += 2) {
    if (!corners.has(`${hole[i]} ${hole[i + 1]}`)) return isInside([ring], hole[i], hole[i + 1]);
  }
  return false;
}

/**
 * Reports whether two edges of a ring cross; touching is not crossing.
 *
 * Shape: positions are integers of 1e-7 degrees, as OpenStreetMap stores them, so edges up to the length of a city are exact.
 * Cost: only edges with overlapping longitudes are compared.
 */
export function crossesItself(ring: LatLonLine): boolean {
  const corners = Float64Array.from(ring, (degrees) => Math.round(degrees * 1e7));
  const edgeCount = corners.length / 2 - 1;
  const order = Array.from({ length: edgeCount }, (_, i) => i).sort(
    (a, b) => westOf(corners, a) - westOf(corners, b) || a - b,
  );
  for (let i = 0; i < edgeCount; i += 1) {
    const a = order[i];
    const east = Math.max(corners[2 * a + 1], corners[2 * a + 3]);
    for (let j = i + 1; j < edgeCount; j += 1) {
      const b = order[j];
      if (westOf(corners, b) > east) break;
      if (edgesCross(corners, a, b)) return true;
    }
  }
  return false;
}

function westOf(corners: Float64Array, edge: number): number {
  return Math.min(corners[2 * edge + 1], corners[2 * edge + 3]);
}

function edgesCross(corners: Float64Array, a: number, b: number): boolean {
  return (
    sideOf(corners, a, b) * sideOf(corners, a, b + 1) < 0 &&
    sideOf(corners, b, a) * sideOf(corners, b, a + 1) < 0
  );
}

/** Returns the side of an edge on which a corner is: 1, -1, or 0 on its line. */
function sideOf(corners: Float64Array, edge: number, corner: number): number {
  const lat = corners[2 * edge];
  const lon = corners[2 * edge + 1];
  return Math.sign(
    (corners[2 * edge + 2] - lat) * (corners[2 * corner + 1] - lon) -
      (corners[2 * edge + 3] - lon) * (corners[2 * corner] - lat),
  );
}
