import { bandOf } from './bands.ts';
import type { PageRows } from './page-data.ts';
import type { MapView } from './projection.ts';

/** The kinds of points, the least important first: later ones are drawn over earlier ones. */
export const POINT_KINDS = ['ok', 'high', 'middle', 'low', 'not_ok'] as const;

/** The kind of a point. */
export type PointKind = (typeof POINT_KINDS)[number];

/** Returns the number of the kind of each row. */
export function pointKinds(rows: PageRows): Uint8Array {
  return Uint8Array.from({ length: rows.count }, (_, row) => {
    if (rows.status[row] !== 0) return POINT_KINDS.indexOf('not_ok');
    return POINT_KINDS.indexOf(bandOf(rows.confidence[row] as number) ?? 'ok');
  });
}

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

/** Returns the size of a point in a view. Units: pixels of the page. */
export function pointSize({ scale }: MapView): number {
  const zoom = Math.log2(scale / 256);
  return zoom < 7 ? 3 : zoom < 9 ? 4 : zoom < 12 ? 6 : 9;
}

/** The size of a picture of points. Units: `ratio` is the number of its pixels in one of the page. */
export interface PictureSize {
  width: number;
  height: number;
  ratio: number;
}

/** Colours of the kinds and of their rim, as numbers of pixels in memory order. */
export interface PointColors {
  kinds: Readonly<Record<PointKind, number>>;
  rim: number;
}

/**
 * Draws the points of some rows into the pixels of a picture.
 *
 * Cost: 200,000 points take about 10 ms, in software too; nothing is asked of the graphics card.
 */
export function drawPoints(
  pixels: Uint32Array,
  { width, height, ratio }: PictureSize,
  view: MapView,
  rows: PageRows,
  shown: Uint32Array,
  kinds: Uint8Array,
  colors: PointColors,
): void {
  const size = Math.max(2, Math.round(pointSize(view) * ratio));
  const stamps = POINT_KINDS.map((kind) => stampOf(kind, size));
  const scale = view.scale * ratio;
  const left = view.x * scale - width / 2 + size / 2;
  const top = view.y * scale - height / 2 + size / 2;
  pixels.fill(0);
  POINT_KINDS.forEach((kind, number) => {
    const { pixels: stamp } = stamps[number] as Stamp;
    const color = colors.kinds[kind];
    for (const row of shown) {
      const position = rows.position[row] as number;
      if (position === 0 || kinds[row] !== number) continue;
      const x = Math.round((rows.x[position] as number) * scale - left);
      const y = Math.round((rows.y[position] as number) * scale - top);
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
  rows: PageRows,
  shown: Uint32Array,
  place: { x: number; y: number },
  most = 10,
): number | undefined {
  let best: number | undefined;
  let least = (most / view.scale) ** 2;
  for (const row of shown) {
    const position = rows.position[row] as number;
    if (position === 0) continue;
    const distance =
      ((rows.x[position] as number) - place.x) ** 2 + ((rows.y[position] as number) - place.y) ** 2;
    if (distance < least) {
      least = distance;
      best = row;
    }
  }
  return best;
}
