import type { AreaValue, MapAreas } from './area-layer.ts';
import { clusterRadius, type Cluster } from './clusters.ts';
import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import type { MapPlace } from '../../../base/geo/mercator.ts';
import { unitAt, type MapUnits } from './units.ts';

/** A name that may be drawn, with a figure below it. Shape: those that come first keep their place. */
interface Candidate {
  text: string;
  place: MapPlace;
  style: keyof typeof FONTS;
  figure?: string | undefined;
}

/** A rectangle of a picture that is taken. Units: pixels. */
export type Taken = readonly [left: number, top: number, right: number, bottom: number];

const FONTS = {
  province: { style: '600', size: 11.5 },
  district: { style: 'italic 500', size: 11 },
  ward: { style: '400', size: 11 },
} as const;
/** The font of all names. */
export const FAMILY = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** Names of former districts are drawn from here to the zoom where those of wards have room. */
const DISTRICT_ZOOM = 8.5;
const WARD_NAME_ZOOM = 11;
/** From here on a ward is wider than most views. */
const STREET_ZOOM = 13;
/** Where the name of a ward around the view is. Units: pixels of the page from the top. */
const TOP_PIXELS = 14;

/** Draws the names of units as the zoom allows, none over another or over a cluster. Returns what is taken then. */
export function drawNames(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  { provinces, wards }: { provinces?: MapUnits; wards?: MapUnits | undefined },
  clusters: readonly Cluster[],
  colors: MapColors,
): Taken[] {
  const { scale, left, top, ratio } = frame;
  const taken = clusters.map(({ x, y, rows }): Taken => {
    const [px, py, radius] = [x * scale - left, y * scale - top, clusterRadius(rows) * ratio];
    return [px - radius, py - radius, px + radius, py + radius + 6 * ratio];
  });
  drawAll(to, frame, candidates(frame, provinces, wards), taken, colors);
  return taken;
}

/** Draws the names of units with their figures, rows or `some / rows`, those with most of them first. */
export function drawAreaNames(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  { units, values, by }: MapAreas,
  colors: MapColors,
  count: (value: number) => string,
): void {
  const most = (value: AreaValue) => value[by];
  const sorted = [...values].sort(([, a], [, b]) => most(b) - most(a) || b.rows - a.rows);
  const named = sorted.flatMap(([code, { rows, [by]: some }]): Candidate[] => {
    const unit = units.byCode.get(code);
    if (!unit) return [];
    const style = unit.parent === '' ? 'province' : 'ward';
    const figure = by === 'rows' ? count(rows) : `${count(some)} / ${count(rows)}`;
    return [{ text: unit.short, place: unit.place, style, figure }];
  });
  drawAll(to, frame, named, [], colors);
}

function* candidates(
  frame: MapFrame,
  provinces: MapUnits | undefined,
  wards: MapUnits | undefined,
): Generator<Candidate> {
  const { zoom } = frame;
  // A province fills the view where its wards have names.
  if (provinces && zoom < WARD_NAME_ZOOM + 1)
    for (const { short, place } of provinces.units) yield { text: short, place, style: 'province' };
  if (!wards) return;
  if (zoom >= STREET_ZOOM) yield* wardAround(frame, wards);
  if (zoom >= WARD_NAME_ZOOM)
    for (const { short, place } of wards.units) yield { text: short, place, style: 'ward' };
  else if (zoom >= DISTRICT_ZOOM)
    for (const { name, place } of wards.districts) yield { text: name, place, style: 'district' };
}

/** Names the ward around the view, where the place of its name is outside. */
function* wardAround({ box, scale, ratio }: MapFrame, wards: MapUnits): Generator<Candidate> {
  const x = (box.west + box.east) / 2;
  const ward = unitAt(wards, { x, y: (box.north + box.south) / 2 });
  if (!ward) return;
  const isSeen =
    ward.place.x > box.west &&
    ward.place.x < box.east &&
    ward.place.y > box.north &&
    ward.place.y < box.south;
  if (!isSeen)
    yield { text: ward.short, place: { x, y: box.north + (TOP_PIXELS * ratio) / scale }, style: 'ward' };
}

/** Reports whether a rectangle meets one that is taken. */
export function isTaken(taken: readonly Taken[], [left, top, right, bottom]: Taken): boolean {
  return taken.some((other) => left < other[2] && right > other[0] && top < other[3] && bottom > other[1]);
}

function drawAll(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  names: Iterable<Candidate>,
  taken: Taken[],
  colors: MapColors,
): void {
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.lineJoin = 'round';
  to.strokeStyle = colors.nameHalo;
  to.lineWidth = 3 * frame.ratio;
  for (const name of names) drawName(to, frame, name, taken, colors);
}

function drawName(
  to: CanvasRenderingContext2D,
  { scale, left, top, width, height, ratio }: MapFrame,
  { text, place, style, figure }: Candidate,
  taken: Taken[],
  { name, quietName, text: figureColor }: MapColors,
): void {
  const x = place.x * scale - left;
  const y = place.y * scale - top;
  if (x < -80 || y < -20 || x > width + 80 || y > height + 20) return;
  const { style: font, size } = FONTS[style];
  to.font = `${font} ${size * ratio}px ${FAMILY}`;
  const half = to.measureText(text).width / 2 + 3 * ratio;
  const line = size * 0.75 * ratio;
  const box: Taken = [x - half, y - line, x + half, y + line * (figure === undefined ? 1 : 2.8)];
  if (isTaken(taken, box)) return;
  taken.push(box);
  to.strokeText(text, x, y);
  to.fillStyle = style === 'province' ? name : quietName;
  to.fillText(text, x, y);
  if (figure === undefined) return;
  to.font = `600 ${size * ratio}px ${FAMILY}`;
  to.strokeText(figure, x, y + 1.8 * line);
  to.fillStyle = figureColor;
  to.fillText(figure, x, y + 1.8 * line);
}
