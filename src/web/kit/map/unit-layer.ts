import type { MapColors } from './colors.ts';
import { isInFrame, type MapFrame } from './frame.ts';
import type { MapArc, MapUnit, MapUnits } from './units.ts';

/** From this zoom on the wards are drawn, if the page has them; before, their boundaries would be a grey. */
export const WARD_ZOOM = 9;

/** Steps that cannot be seen. Units: pixels. */
const LEAST_STEP = 0.7;

/** Adds the points of an arc to a path, those that can be told apart. */
function traceArc(
  path: CanvasPath,
  { points }: MapArc,
  { scale, left, top }: MapFrame,
  isReversed: boolean,
  isFirst: boolean,
): void {
  const last = points.length - 2;
  let [lastX, lastY] = [NaN, NaN];
  for (let nth = 0; nth <= last; nth += 2) {
    const at = isReversed ? last - nth : nth;
    const x = points[at]! * scale - left;
    const y = points[at + 1]! * scale - top;
    if (nth === 0 && isFirst) path.moveTo(x, y);
    else if (nth === last || !(Math.abs(x - lastX) < LEAST_STEP && Math.abs(y - lastY) < LEAST_STEP))
      path.lineTo(x, y);
    else continue;
    [lastX, lastY] = [x, y];
  }
}

/** Adds the rings of a unit to a path. */
function traceUnit(path: CanvasPath, { rings }: MapUnit, arcs: readonly MapArc[], frame: MapFrame): void {
  for (const ring of rings) {
    ring.forEach((arc, nth) => traceArc(path, arcs[Math.abs(arc) - 1]!, frame, arc < 0, nth === 0));
    path.closePath();
  }
}

/** Fills the land. */
export function drawLand(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  { units, arcs }: MapUnits,
  { land }: MapColors,
): void {
  to.beginPath();
  for (const unit of units) if (isInFrame(frame, unit.box)) traceUnit(to, unit, arcs, frame);
  to.fillStyle = to.strokeStyle = land;
  to.lineWidth = frame.ratio;
  to.fill('evenodd');
  // Over the seams between units.
  to.stroke();
}

/** Draws the boundaries: those of provinces stronger than those within them. */
export function drawBoundaries(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  { arcs }: MapUnits,
  { border, wardBorder }: MapColors,
): void {
  to.lineJoin = 'round';
  for (const isOuter of [false, true]) {
    to.beginPath();
    for (const arc of arcs)
      if (arc.isOuter === isOuter && isInFrame(frame, arc.box)) traceArc(to, arc, frame, false, true);
    to.strokeStyle = isOuter ? border : wardBorder;
    to.lineWidth = frame.ratio * (isOuter ? Math.min(2.5, Math.max(1, (frame.zoom - 4) / 3)) : 1);
    to.stroke();
  }
}

/** Fills units with colours; `colorOf` returns undefined for one without. */
export function drawAreas(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  { units, arcs }: MapUnits,
  colorOf: (code: string) => string | undefined,
): void {
  for (const unit of units) {
    const color = isInFrame(frame, unit.box) ? colorOf(unit.code) : undefined;
    if (color === undefined) continue;
    to.beginPath();
    traceUnit(to, unit, arcs, frame);
    to.fillStyle = color;
    to.fill('evenodd');
  }
}

/** Draws a strong line around a unit. */
export function drawUnitRing(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  unit: MapUnit,
  arcs: readonly MapArc[],
  color: string,
): void {
  to.beginPath();
  traceUnit(to, unit, arcs, frame);
  to.strokeStyle = color;
  to.lineWidth = 2.5 * frame.ratio;
  to.lineJoin = 'round';
  to.stroke();
}
