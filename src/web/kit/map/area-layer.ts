import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import { drawAreas, drawUnitRing, WARD_ZOOM } from './unit-layer.ts';
import type { MapUnit, MapUnits } from './units.ts';

/** What is known of a unit: how many rows are in it, how many of them are in doubt, and how many in wards of which the dataset has no streets, or no houses. */
export interface AreaValue {
  rows: number;
  doubt: number;
  street: number;
  doorstep: number;
}

/** Units with values. Shape: `values` and `selected` by code; the colours are by the number of rows, or by the share of some of them. */
export interface MapAreas {
  units: MapUnits;
  values: ReadonlyMap<string, AreaValue>;
  selected: ReadonlySet<string>;
  by: keyof AreaValue;
}

/** The most that the share of each colour is, the lightest first: of some rows of a unit, and of the rows of the largest unit. */
export const AREA_STEPS = { share: [0, 0.05, 0.2, 0.5, 1], rows: [0.02, 0.1, 0.3, 0.6, 1] } as const;

/** Returns the scale of a figure: a key of {@link AREA_STEPS} and of the colours. */
export const areaScale = (by: MapAreas['by']) => (by === 'rows' ? 'rows' : 'share');

/** Returns the most rows that a unit has. */
export const mostRows = (values: MapAreas['values']): number =>
  [...values.values()].reduce((most, { rows }) => Math.max(most, rows), 1);

/** Returns a function that returns the colour of a unit; undefined for one without rows. */
function areaColors({ values, by }: MapAreas, colors: MapColors): (code: string) => string | undefined {
  const most = mostRows(values);
  const scale = areaScale(by);
  return (code) => {
    const value = values.get(code);
    if (!value) return undefined;
    const share = value[by] / (by === 'rows' ? most : value.rows);
    return colors.areas[scale][AREA_STEPS[scale].findIndex((step) => share <= step)];
  };
}

/** Reports whether units are too small for their areas to be seen. */
export const areBubbles = ({ units }: MapAreas, { zoom }: MapFrame): boolean =>
  zoom < WARD_ZOOM && units.units[0]?.parent !== '';

/** Fills units by their values. */
export function fillAreas(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  areas: MapAreas,
  colors: MapColors,
): void {
  if (areBubbles(areas, frame)) return;
  to.globalAlpha = 0.8;
  drawAreas(to, frame, areas.units, areaColors(areas, colors));
  to.globalAlpha = 1;
}

/** A ward with fewer rows than this has never the largest circle. */
const FEW_ROWS = 40;

/** Draws wards as circles, by their number of rows, where their areas could not be seen. */
export function drawAreaBubbles(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  areas: MapAreas,
  colors: MapColors,
): void {
  if (!areBubbles(areas, frame)) return;
  const colorOf = areaColors(areas, colors);
  const most = mostRows(areas.values);
  // The largest first: smaller ones lie on them.
  for (const [code, { rows }] of [...areas.values].sort(([, a], [, b]) => b.rows - a.rows)) {
    const place = areas.units.byCode.get(code)?.place;
    if (!place) continue;
    to.beginPath();
    const radius = (3 + 12 * Math.sqrt(rows / Math.max(most, FEW_ROWS))) * frame.ratio;
    to.arc(place.x * frame.scale - frame.left, place.y * frame.scale - frame.top, radius, 0, 2 * Math.PI);
    to.fillStyle = colorOf(code) ?? colors.back;
    to.strokeStyle = colors.back;
    to.lineWidth = frame.ratio;
    to.fill();
    to.stroke();
  }
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
