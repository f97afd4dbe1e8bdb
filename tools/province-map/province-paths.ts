// Province boundaries as SVG paths, small enough for a page.
import type { Polygon, Ring } from '../starter/boundaries.ts';
import { MAP_VIEW, toMapPoint } from '../../src/server/pages/province-map.ts';

type Point = readonly [x: number, y: number];

/** Rings smaller than this become a dot, or nothing. Units: square map units; a map unit is about 1.1 km. */
const LEAST_AREA = 5;
/** An islet this far from the rest of its province is drawn as a dot; a nearer one is left out. Units: map units. */
const ISLET_DISTANCE = 15;
const DOT = 'm-2 0l2-2 2 2-2 2z';

/**
 * Returns the boundary of a province as the data of an SVG path, in whole map units.
 *
 * Shape: outer rings only. Two provinces round a common border to the same points, so that no gap opens between them.
 */
export function pathOf(polygons: readonly Polygon[]): string {
  const rings = polygons
    .map(([outer]) => roundRing(outer!))
    .sort((a, b) => areaOf(b) - areaOf(a))
    .filter((ring) => ring.length > 0);
  const drawn: Point[] = [];
  let path = '';
  for (const ring of rings) {
    const first = ring[0]!;
    if (areaOf(ring) >= LEAST_AREA) path += closedPath(ring);
    else if (drawn.every((point) => distance(point, first) > ISLET_DISTANCE)) {
      path += `M${first[0]} ${first[1]}${DOT}`;
    } else continue;
    drawn.push(...ring);
  }
  return path;
}

/** Rounds a ring to whole map units, without repeated points and without those on a straight line. */
function roundRing(ring: Ring): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const { x, y } = toMapPoint({ lon: ring[i]!, lat: ring[i + 1]! });
    const point: Point = [clamp(x, MAP_VIEW.width), clamp(y, MAP_VIEW.height)];
    const last = points.at(-1);
    if (last?.[0] === point[0] && last[1] === point[1]) continue;
    points.push(point);
    if (points.length > 2 && isStraight(points.at(-3)!, points.at(-2)!, point)) points.splice(-2, 1);
  }
  return points;
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(0, Math.round(value)));
}

function isStraight([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): boolean {
  return (bx - ax) * (cy - by) === (by - ay) * (cx - bx);
}

function areaOf(ring: readonly Point[]): number {
  let sum = 0;
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    sum += x * nextY - nextX * y;
  });
  return Math.abs(sum / 2);
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

function closedPath([first, ...rest]: readonly Point[]): string {
  let [lastX, lastY] = first!;
  let path = `M${lastX} ${lastY}l`;
  for (const [x, y] of rest) {
    path += `${x - lastX} ${y - lastY} `;
    [lastX, lastY] = [x, y];
  }
  return `${path.trimEnd().replaceAll(' -', '-')}z`;
}
