import type { MapPlace } from '../../../base/geo/mercator.ts';
import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import { FAMILY, isTaken, type Taken } from './names.ts';

/** A street of the ground with its name. */
export interface NamedStreet {
  name: string;
  line: readonly MapPlace[];
  isMain: boolean;
}

/** Names of streets are drawn from this zoom on. */
const LEAST_ZOOM = 12;
const SIZE = 10.5;
/** The same name is drawn again from this distance on. Units: pixels of the page. */
const SAME_NAME_PIXELS = 350;
/** The source of the ground is below. Units: pixels of the page. */
const BOTTOM_PIXELS = 20;
/** A part of a street is straight enough for a name where its ends are this far from each other. Units: of its length. */
const STRAIGHT = 0.97;

/** Draws names of streets along their lines, those of main roads first, none over another or over what is taken. Returns how many. */
export function drawStreetNames(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  streets: readonly NamedStreet[],
  taken: Taken[],
  { quietName, nameHalo }: MapColors,
): number {
  if (frame.zoom < LEAST_ZOOM) return 0;
  const { ratio, scale, left, top, width, height } = frame;
  to.font = `500 ${SIZE * ratio}px ${FAMILY}`;
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.lineJoin = 'round';
  to.lineWidth = 3 * ratio;
  to.strokeStyle = nameHalo;
  to.fillStyle = quietName;
  const drawn = new Map<string, [x: number, y: number][]>();
  let count = 0;
  for (const { name, line } of streets) {
    const before = drawn.get(name) ?? [];
    const points = line.map(({ x, y }) => [x * scale - left, y * scale - top] as const);
    for (const place of placesAlong(points, frame, widthOf(to, name, ratio))) {
      const { x, y, angle, length } = place;
      const boxes = boxesAlong(place, (SIZE / 2 + 2) * ratio);
      const isInside = boxes.every(
        ([w, n, e, s]) => w > 0 && n > 0 && e < width && s < height - BOTTOM_PIXELS * ratio,
      );
      const isNear = before.some(
        ([ax, ay]) => Math.hypot(ax - x, ay - y) < length + SAME_NAME_PIXELS * ratio,
      );
      if (!isInside || isNear || boxes.some((box) => isTaken(taken, box))) continue;
      taken.push(...boxes);
      drawn.set(name, [...before, [x, y]]);
      to.save();
      to.translate(x, y);
      to.rotate(angle);
      to.strokeText(name, 0, 0);
      to.fillText(name, 0, 0);
      to.restore();
      count += 1;
      break;
    }
  }
  return count;
}

/** Widths of names in pixels of the page: measuring hundreds of them for each frame of a move is too slow. */
const widths = new Map<string, number>();

function widthOf(to: CanvasRenderingContext2D, name: string, ratio: number): number {
  const width = widths.get(name) ?? to.measureText(name).width / ratio + 8;
  widths.set(name, width);
  return width * ratio;
}

/** Where a name is on a line: its middle. Units: pixels; radians, upright. */
interface NamePlace {
  x: number;
  y: number;
  angle: number;
  length: number;
}

/** Yields the places of a name of some length in the picture where the line is straight, from its middle outwards. */
function* placesAlong(
  points: readonly (readonly [x: number, y: number])[],
  { width, height }: MapFrame,
  length: number,
): Generator<NamePlace> {
  const ends = [0];
  for (let at = 1; at < points.length; at += 1) {
    const [[ax, ay], [bx, by]] = [points[at - 1]!, points[at]!];
    ends.push(ends[at - 1]! + Math.hypot(bx - ax, by - ay));
  }
  const pointAt = (distance: number) => {
    const at = Math.max(
      1,
      ends.findIndex((end) => end >= distance),
    );
    const share = (distance - ends[at - 1]!) / Math.max(1e-9, ends[at]! - ends[at - 1]!);
    const [[ax, ay], [bx, by]] = [points[at - 1]!, points[at]!];
    return [ax + share * (bx - ax), ay + share * (by - ay)] as const;
  };
  const reach = (ends.at(-1)! - length) / 2;
  for (let away = 0; away <= reach; away += length / 2)
    for (const start of away === 0 ? [reach] : [reach - away, reach + away]) {
      const [ax, ay] = pointAt(start);
      const [bx, by] = pointAt(start + length);
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
      const isSeen = x > 0 && y > 0 && x < width && y < height;
      if (!isSeen || Math.hypot(bx - ax, by - ay) < STRAIGHT * length) continue;
      const angle = bx >= ax ? Math.atan2(by - ay, bx - ax) : Math.atan2(ay - by, ax - bx);
      yield { x, y, angle, length };
    }
}

/** Returns squares along a name that cover it: one rectangle around a slanting name would take far more. */
function boxesAlong({ x, y, angle, length }: NamePlace, half: number): Taken[] {
  const count = Math.ceil(length / (2 * half));
  return Array.from({ length: count }, (_, at) => {
    const along = ((at + 0.5) / count - 0.5) * length;
    const [cx, cy] = [x + along * Math.cos(angle), y + along * Math.sin(angle)];
    return [cx - half, cy - half, cx + half, cy + half];
  });
}
