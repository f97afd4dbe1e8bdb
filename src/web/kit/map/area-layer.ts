import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import { drawAreas, drawUnitRing } from './unit-layer.ts';
import type { MapUnit, MapUnits } from './units.ts';

/** What is known of a unit: how many rows are in it, and how many of them are in doubt. */
export interface AreaValue {
  rows: number;
  doubtful: number;
}

/** Units with values. Shape: `values` and `selected` by code. */
export interface MapAreas {
  units: MapUnits;
  values: ReadonlyMap<string, AreaValue>;
  selected: ReadonlySet<string>;
}

/** The most that the share of doubt of each colour is, the lightest first. */
export const AREA_STEPS = [0, 0.05, 0.2, 0.5, 1] as const;

/** Returns the number of the colour of a unit. */
export function areaStep({ rows, doubtful }: AreaValue): number {
  return AREA_STEPS.findIndex((most) => doubtful / rows <= most);
}

/** Fills units by their share of doubt. */
export function fillAreas(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  { units, values }: MapAreas,
  { areas }: MapColors,
): void {
  to.globalAlpha = 0.8;
  drawAreas(to, frame, units, (code) => {
    const value = values.get(code);
    return value && areas[areaStep(value)];
  });
  to.globalAlpha = 1;
}

/** Draws the figures of units as `doubtful / rows`, none over another, and a ring around those that are selected. */
export function drawAreaFigures(
  to: CanvasRenderingContext2D,
  { scale, left, top, width, height, ratio, ...frame }: MapFrame,
  { units, values, selected }: MapAreas,
  hovered: MapUnit | undefined,
  { text, nameHalo, accent }: MapColors,
  count: (value: number) => string,
): void {
  const whole = { ...frame, scale, left, top, width, height, ratio };
  for (const unit of units.units)
    if (selected.has(unit.code) || unit === hovered) drawUnitRing(to, whole, unit, units.arcs, accent);
  to.font = `600 ${11 * ratio}px system-ui, sans-serif`;
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.lineJoin = 'round';
  const taken: (readonly [x: number, y: number, half: number])[] = [];
  const sorted = [...values].sort(([, a], [, b]) => b.doubtful - a.doubtful || b.rows - a.rows);
  for (const [code, { rows, doubtful }] of sorted) {
    const unit = units.byCode.get(code);
    if (!unit) continue;
    const x = unit.place.x * scale - left;
    // Below its name.
    const y = unit.place.y * scale - top + 13 * ratio;
    if (x < 0 || y < 0 || x > width || y > height) continue;
    const label = `${count(doubtful)} / ${count(rows)}`;
    const half = to.measureText(label).width / 2 + 3 * ratio;
    if (taken.some(([ox, oy, other]) => Math.abs(ox - x) < half + other && Math.abs(oy - y) < 14 * ratio)) continue;
    taken.push([x, y, half]);
    to.lineWidth = 3 * ratio;
    to.strokeStyle = nameHalo;
    to.strokeText(label, x, y);
    to.fillStyle = text;
    to.fillText(label, x, y);
  }
}
