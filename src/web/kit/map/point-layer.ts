import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import { POINT_KINDS, type MapPoints, type PointKind } from './points.ts';
import type { MapPlace } from '../../../base/geo/mercator.ts';
import type { MapView } from './projection.ts';

/** A point as pixels. Shape: 1 for a pixel of the point, 2 for one of its rim. */
interface Stamp {
  size: number;
  pixels: Uint8Array;
}

/** The rim keeps points apart where they are many. */
function stampOf(kind: PointKind, size: number): Stamp {
  const pixels = new Uint8Array(size * size);
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const distance = distanceOf(kind, x - middle, y - middle);
      if (distance <= middle + 0.3) pixels[y * size + x] = size >= 8 && distance > middle - 1 ? 2 : 1;
    }
  return { size, pixels };
}

function distanceOf(kind: PointKind, x: number, y: number): number {
  const [dx, dy] = [Math.abs(x), Math.abs(y)];
  switch (kind) {
    case 'middle':
      return dx + dy;
    case 'low':
      return Math.max(dx, dy) * 1.15;
    case 'not_ok':
      return Math.abs(dx - dy) <= 1 ? Math.max(dx, dy) : Infinity;
    case 'ok':
    case 'high':
      return Math.hypot(dx, dy);
  }
}

/** Returns the size of a point at a zoom. Units: pixels of the page. */
export function pointSize(zoom: number): number {
  // Odd numbers: a circle of six pixels looks like the diamond of another kind.
  return zoom < 7 ? 7 : zoom < 12 ? 9 : 11;
}

/**
 * Draws the points of some rows into the pixels of a picture.
 *
 * Cost: 200,000 points take about 10 ms, in software too; nothing is asked of the graphics card.
 */
export function drawPoints(
  pixels: Uint32Array,
  { width, height, ratio, scale, left: frameLeft, top: frameTop, zoom }: MapFrame,
  points: MapPoints,
  shown: Uint32Array,
  { pixels: colors }: MapColors,
): void {
  const size = Math.max(2, Math.round(pointSize(zoom) * ratio));
  const stamps = POINT_KINDS.map((kind) => stampOf(kind, size));
  const left = frameLeft + size / 2;
  const top = frameTop + size / 2;
  pixels.fill(0);
  POINT_KINDS.forEach((kind, number) => {
    const { pixels: stamp } = stamps[number] as Stamp;
    const color = colors[kind];
    for (const row of shown) {
      const position = points.position[row] as number;
      if (position === 0 || points.kinds[row] !== number) continue;
      const x = Math.round((points.x[position] as number) * scale - left);
      const y = Math.round((points.y[position] as number) * scale - top);
      if (x < 0 || y < 0 || x + size > width || y + size > height) continue;
      for (let line = 0, at = 0; line < size; line += 1) {
        let pixel = (y + line) * width + x;
        for (let column = 0; column < size; column += 1, at += 1, pixel += 1) {
          const value = stamp[at];
          if (value === 1) pixels[pixel] = color;
          else if (value === 2) pixels[pixel] = colors.rim;
        }
      }
    }
  });
}

/** Returns the row whose point is nearest to a place, undefined where none is within some pixels. Shape: later kinds win over earlier ones at one place. */
export function nearestRow(
  view: MapView,
  points: MapPoints,
  shown: Uint32Array,
  place: MapPlace,
  most = 10,
): number | undefined {
  let best: number | undefined;
  let least = (most / view.scale) ** 2;
  for (const row of shown) {
    const position = points.position[row] as number;
    if (position === 0) continue;
    const distance =
      ((points.x[position] as number) - place.x) ** 2 + ((points.y[position] as number) - place.y) ** 2;
    if (distance < least) {
      least = distance;
      best = row;
    }
  }
  return best;
}
