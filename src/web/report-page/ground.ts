import type { MapColors } from './map-colors.ts';
import type { PictureSize } from './point-layer.ts';
import { mercator, type MapView } from './projection.ts';

/** The outlines of the provinces on the map. Shape: `points` has x and y in turns. */
export type Ground = readonly { points: Float64Array; box: readonly [number, number, number, number] }[];

/** Projects rings of latitude and longitude in turns. */
export function projectGround(rings: readonly (readonly number[])[]): Ground {
  return rings.map((ring) => {
    const points = new Float64Array(ring.length);
    let [west, north, east, south] = [1, 1, 0, 0];
    for (let at = 0; at < ring.length; at += 2) {
      const { x, y } = mercator(ring[at] as number, ring[at + 1] as number);
      points[at] = x;
      points[at + 1] = y;
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    }
    return { points, box: [west, north, east, south] };
  });
}

/** Draws the outlines. */
export function drawGround(
  to: CanvasRenderingContext2D,
  { width, height, ratio }: PictureSize,
  view: MapView,
  ground: Ground,
  { land, border }: Pick<MapColors, 'land' | 'border'>,
): void {
  const scale = view.scale * ratio;
  const left = view.x * scale - width / 2;
  const top = view.y * scale - height / 2;
  to.clearRect(0, 0, width, height);
  to.beginPath();
  for (const { points, box } of ground) {
    const isOutside =
      box[2] * scale < left ||
      box[0] * scale > left + width ||
      box[3] * scale < top ||
      box[1] * scale > top + height;
    if (isOutside) continue;
    for (let at = 0; at < points.length; at += 2) {
      const x = (points[at] as number) * scale - left;
      const y = (points[at + 1] as number) * scale - top;
      if (at === 0) to.moveTo(x, y);
      else to.lineTo(x, y);
    }
    to.closePath();
  }
  to.fillStyle = land;
  to.fill();
  to.strokeStyle = border;
  to.lineWidth = ratio;
  to.lineJoin = 'round';
  to.stroke();
}
