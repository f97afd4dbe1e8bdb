import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import type { MapPlace } from './projection.ts';
import { WARD_ZOOM } from './unit-layer.ts';
import type { MapUnits } from './units.ts';

/** A name that may be drawn. Shape: those that come first keep their place. */
interface Candidate {
  text: string;
  place: MapPlace;
  style: 'province' | 'district' | 'ward';
}

/** A rectangle of a picture that is taken. Units: pixels. */
type Taken = readonly [left: number, top: number, right: number, bottom: number];

const FONTS = {
  province: { weight: 600, size: 12 },
  district: { weight: 500, size: 11 },
  ward: { weight: 400, size: 11 },
} as const;

/** Names of former districts are drawn from here to the zoom where those of wards have room. */
const DISTRICT_ZOOM = 8.5;
const WARD_NAME_ZOOM = 11;

/** Draws the names of units as the zoom allows, none over another. */
export function drawNames(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  provinces: MapUnits,
  wards: MapUnits | undefined,
  colors: MapColors,
): void {
  const taken: Taken[] = [];
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.lineJoin = 'round';
  for (const name of candidates(frame, provinces, wards)) drawName(to, frame, name, taken, colors);
}

function* candidates(
  { zoom }: MapFrame,
  provinces: MapUnits,
  wards: MapUnits | undefined,
): Generator<Candidate> {
  // A province fills the view where its wards have names.
  if (zoom < WARD_NAME_ZOOM + 1)
    for (const { short, place } of provinces.units) yield { text: short, place, style: 'province' };
  if (!wards) return;
  if (zoom >= WARD_NAME_ZOOM)
    for (const { short, place } of wards.units) yield { text: short, place, style: 'ward' };
  else if (zoom >= Math.max(DISTRICT_ZOOM, WARD_ZOOM - 1))
    for (const { name, place } of wards.districts) yield { text: name, place, style: 'district' };
}

function drawName(
  to: CanvasRenderingContext2D,
  { scale, left, top, width, height, ratio }: MapFrame,
  { text, place, style }: Candidate,
  taken: Taken[],
  { name, nameHalo, quietName }: MapColors,
): void {
  const x = place.x * scale - left;
  const y = place.y * scale - top;
  if (x < -80 || y < -20 || x > width + 80 || y > height + 20) return;
  const { weight, size } = FONTS[style];
  to.font = `${style === 'district' ? 'italic ' : ''}${weight} ${size * ratio}px system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`;
  const half = to.measureText(text).width / 2 + 4 * ratio;
  const box: Taken = [x - half, y - size * ratio, x + half, y + size * ratio];
  if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]))
    return;
  taken.push(box);
  to.lineWidth = 3 * ratio;
  to.strokeStyle = nameHalo;
  to.strokeText(text, x, y);
  to.fillStyle = style === 'province' ? name : quietName;
  to.fillText(text, x, y);
}
