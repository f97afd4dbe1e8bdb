import type { BoxE7 } from '../../../base/geo/boxes.ts';
import { toE7 } from '../../../base/geo/e7.ts';
import type { Position } from '../../../base/geo/position.ts';
import { centroidOf } from './centroid.ts';
import { createEdgeTest, edgesOf } from './edge-bands.ts';
import type { LonLat, Shapes } from '../../../contract/values/geometry.ts';
import { createTouchTest, overlap, type TouchesBox } from './touch.ts';

/**
 * The area of a filter.
 *
 * Shape: `boxes` contain the area; `contains` tests a position inside one of them, or is absent if the area is all of them. `touches` is
 * false only for boxes without a part of the area. `center` is the position by whose distance results are ordered; no part of the area is
 * nearer to it than `leastMeters`. Units: 1e-7 degrees; `center` in degrees.
 */
export interface Region {
  boxes: readonly BoxE7[];
  contains?: (x: number, y: number) => boolean;
  touches: TouchesBox;
  center: Position;
  leastMeters: number;
}

/** Returns the area of a geometry: positions on its points, on its lines, inside or on the border of its polygons. */
export function regionOf(shapes: Shapes): Region {
  const { points, lines, polygons } = shapes;
  const box = boxOf([...points, ...lines.flat(), ...polygons.flat(2)]);
  const parts = [
    ...(points.length > 0 ? [pointsPart(points)] : []),
    ...(lines.length > 0 ? [linesPart(lines)] : []),
    ...polygons.map(polygonPart),
  ];
  return {
    boxes: [box],
    contains: (x, y) => parts.some((part) => part.contains(x, y)),
    touches: (other) => overlap(box, other) && parts.some((part) => part.touches(other)),
    center: centroidOf(shapes),
    leastMeters: 0,
  };
}

/** Returns the area of boxes. */
export function regionOfBoxes(boxes: readonly BoxE7[], center: Position, leastMeters = 0): Region {
  return { boxes, touches: (other) => boxes.some((box) => overlap(box, other)), center, leastMeters };
}

type Part = Required<Pick<Region, 'contains' | 'touches'>>;

function pointsPart(points: readonly LonLat[]): Part {
  const places = new Set(points.map(([lon, lat]) => `${toE7(lon)},${toE7(lat)}`));
  // A point is a line of no length.
  return {
    contains: (x, y) => places.has(`${x},${y}`),
    touches: createTouchTest(edgesOf(points.map((point) => [point, point]))),
  };
}

function linesPart(lines: readonly LonLat[][]): Part {
  const edges = edgesOf(lines);
  const sideOf = createEdgeTest(edges);
  return { contains: (x, y) => sideOf(x, y) === 'edge', touches: createTouchTest(edges) };
}

function polygonPart(rings: readonly LonLat[][]): Part {
  const edges = edgesOf(rings);
  const sideOf = createEdgeTest(edges);
  const touchesEdge = createTouchTest(edges);
  return {
    contains: (x, y) => sideOf(x, y) !== 'outside',
    // Without an edge in it, a box is inside or outside as a whole.
    touches: (box) => touchesEdge(box) || sideOf(box.minLon, box.minLat) !== 'outside',
  };
}

function boxOf(positions: readonly LonLat[]): BoxE7 {
  const box = { minLat: Infinity, minLon: Infinity, maxLat: -Infinity, maxLon: -Infinity };
  for (const [lon, lat] of positions) {
    box.minLat = Math.min(box.minLat, toE7(lat));
    box.maxLat = Math.max(box.maxLat, toE7(lat));
    box.minLon = Math.min(box.minLon, toE7(lon));
    box.maxLon = Math.max(box.maxLon, toE7(lon));
  }
  return box;
}
