// Finds the common boundaries of units, so that a simplified one is the same for both.
import { simplifyLine } from '../../src/base/geo/simplify-line.ts';
import { OUTLINE_UNITS, type OutlineArc } from '../../src/base/geo/outlines.ts';
import type { Boundary, Ring } from '../starter/boundaries.ts';

/** Metres in a unit of the coordinates, to the north. */
const METERS = 111_195 / OUTLINE_UNITS;

/** What is kept of boundaries. Units: metres, square kilometres. */
export interface Detail {
  /** How far a boundary may be from the true one, for a unit of some area. */
  tolerance: (areaKm2: number) => number;
  /** Smaller islands are left out, unless they are the largest part of their unit. */
  leastIslandKm2: number;
}

/** Units as lists of arcs. */
export interface Topology {
  arcs: OutlineArc[];
  /** Of each boundary. */
  rings: number[][][];
}

type Points = [x: number, y: number][];

/** Cuts the rings of boundaries where three of them meet, and simplifies each part once. */
export function buildTopology(boundaries: readonly Boundary[], detail: Detail): Topology {
  const snapped = boundaries.map(({ polygons, provinceCode, code }) => {
    const rings = polygons.flat().map(snapRing);
    const areas = rings.map((ring) => Math.abs(areaKm2(ring)));
    const largest = Math.max(...areas);
    return {
      province: provinceCode === '' ? code : provinceCode,
      areaKm2: areas.reduce((sum, one) => sum + one, 0),
      rings: rings.filter(
        (ring, at) => ring.length > 3 && (areas[at] === largest || areas[at]! >= detail.leastIslandKm2),
      ),
    };
  });
  const nodes = findNodes(snapped.flatMap(({ rings }) => rings));
  /** Parts by their points in one direction. */
  const found = new Map<string, { number: number; provinces: string[]; areaKm2: number; points: Points }>();
  const rings = snapped.map(({ rings: own, province, areaKm2: area }) =>
    own.map((ring) =>
      cutRing(ring, nodes).map((part) => {
        const { key, isReversed, points } = canonical(part);
        let arc = found.get(key);
        if (!arc)
          found.set(key, (arc = { number: found.size + 1, provinces: [], areaKm2: Infinity, points }));
        arc.provinces.push(province);
        arc.areaKm2 = Math.min(arc.areaKm2, area);
        return isReversed ? -arc.number : arc.number;
      }),
    ),
  );
  const arcs = [...found.values()].map(({ provinces, areaKm2: area, points }) => ({
    isOuter: provinces.length < 2 || provinces[0] !== provinces[1],
    points: simplify(points, detail.tolerance(area)),
  }));
  return { arcs, rings };
}

/** Rounds the points of a closed ring; without the last one, and without repetitions. */
function snapRing(ring: Ring): Points {
  const points: Points = [];
  for (let at = 0; at < ring.length; at += 2) {
    const point: [number, number] = [
      Math.round((ring[at + 1] as number) * OUTLINE_UNITS),
      Math.round((ring[at] as number) * OUTLINE_UNITS),
    ];
    const last = points.at(-1);
    if (last?.[0] !== point[0] || last[1] !== point[1]) points.push(point);
  }
  const [first, last] = [points[0], points.at(-1)];
  if (points.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]) points.pop();
  return points;
}

function areaKm2(ring: Points): number {
  let sum = 0;
  ring.forEach(([lat, lon], at) => {
    const [nextLat, nextLon] = ring[(at + 1) % ring.length] as [number, number];
    sum += lon * nextLat - nextLon * lat;
  });
  const lat = (ring[0]?.[0] ?? 0) / OUTLINE_UNITS;
  return (sum / 2) * (METERS / 1000) ** 2 * Math.cos((lat * Math.PI) / 180);
}

const keyOf = ([lat, lon]: readonly [number, number]) => lat * 2 ** 26 + lon;

/** Returns the points at which rings part: those with more than two neighbours over all rings. */
function findNodes(rings: readonly Points[]): Set<number> {
  const neighbours = new Map<number, [number, number]>();
  const nodes = new Set<number>();
  for (const ring of rings)
    ring.forEach((point, at) => {
      const key = keyOf(point);
      const before = keyOf(ring[(at + ring.length - 1) % ring.length]!);
      const after = keyOf(ring[(at + 1) % ring.length]!);
      const pair: [number, number] = before < after ? [before, after] : [after, before];
      const known = neighbours.get(key);
      if (!known) neighbours.set(key, pair);
      else if (known[0] !== pair[0] || known[1] !== pair[1]) nodes.add(key);
    });
  return nodes;
}

/** Cuts a ring at its nodes; one without nodes at two points, so that no part is closed. */
function cutRing(ring: Points, nodes: ReadonlySet<number>): Points[] {
  const cuts = ring.flatMap((point, at) => (nodes.has(keyOf(point)) ? [at] : []));
  if (cuts.length < 2) {
    const first = cuts[0] ?? smallest(ring);
    cuts.splice(0, cuts.length, first, (first + Math.floor(ring.length / 2)) % ring.length);
    cuts.sort((a, b) => a - b);
  }
  return cuts.map((from, nth) => {
    const to = cuts[nth + 1] ?? (cuts[0] as number) + ring.length;
    return Array.from({ length: to - from + 1 }, (_, at) => ring[(from + at) % ring.length]!);
  });
}

const smallest = (ring: Points) =>
  ring.reduce((least, point, at) => (keyOf(point) < keyOf(ring[least]!) ? at : least), 0);

/** Returns a part in the direction that both of its sides agree on. */
function canonical(part: Points): { key: string; isReversed: boolean; points: Points } {
  const [first, last] = [keyOf(part[0]!), keyOf(part.at(-1)!)];
  const [second, other] = [keyOf(part[1]!), keyOf(part.at(-2)!)];
  const isReversed = first === last ? second > other : first > last;
  const points = isReversed ? part.toReversed() : part;
  return {
    key: `${keyOf(points[0]!)} ${keyOf(points[1]!)} ${keyOf(points.at(-1)!)} ${points.length}`,
    isReversed,
    points,
  };
}

function simplify(points: Points, meters: number): number[] {
  const line = Float64Array.from(points.flatMap(([lat, lon]) => [lat / OUTLINE_UNITS, lon / OUTLINE_UNITS]));
  return Array.from(simplifyLine(line, meters), (degrees) => Math.round(degrees * OUTLINE_UNITS));
}
