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

/** Draws a ring around the units that are selected, and the one under the mouse. */
export function drawAreaRings(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  { units, selected }: MapAreas,
  hovered: MapUnit | undefined,
  { accent }: MapColors,
): void {
  for (const unit of units.units)
    if (selected.has(unit.code) || unit === hovered) drawUnitRing(to, frame, unit, units.arcs, accent);
}
