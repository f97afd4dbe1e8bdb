import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import type { MapPlace } from '../../../base/geo/mercator.ts';
import { shareOfMeters } from './projection.ts';

/** A tour on the map. Shape: `color` is a number of the palette; the stops are numbered where `isNumbered`. */
export interface DrawnTour {
  line: readonly MapPlace[];
  stops: readonly MapPlace[];
  color: number;
  isNumbered: boolean;
}

/** A marked place. Shape: without a label it is a ring. Units: `radiusMeters` of a circle around it. */
export interface MapMarker {
  place: MapPlace;
  label?: string | undefined;
  radiusMeters?: number | undefined;
  /** It can be dragged; one of a map at most. */
  isMovable?: true;
}

const RADIUS = 9;

/** Draws tours: their lines, and the numbers of their stops. */
export function drawTours(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  tours: readonly DrawnTour[],
  colors: MapColors,
): void {
  const { width, height, ratio } = frame;
  for (const { line, color, isNumbered } of tours) {
    to.beginPath();
    line.forEach((place, index) =>
      index === 0 ? to.moveTo(...at(frame, place)) : to.lineTo(...at(frame, place)),
    );
    to.strokeStyle = colors.tours[color % colors.tours.length] ?? colors.text;
    to.lineWidth = (isNumbered ? 3 : 1.5) * ratio;
    to.lineJoin = 'round';
    to.stroke();
  }
  for (const { stops, color, isNumbered } of tours) {
    if (!isNumbered) continue;
    const fill = colors.tours[color % colors.tours.length] ?? colors.text;
    // The first stops are drawn last, over those that come after them.
    for (let number = stops.length; number >= 1; number -= 1) {
      const [x, y] = at(frame, stops[number - 1] as MapPlace);
      if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
      drawNumber(to, x, y, String(number), ratio, fill, colors.back);
    }
  }
}

/** Draws marked places: their circles first, then rings or numbers. */
export function drawMarkers(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  markers: readonly MapMarker[],
  colors: MapColors,
): void {
  const { ratio, scale } = frame;
  for (const { place, radiusMeters = 0 } of markers) {
    const radius = shareOfMeters(radiusMeters, place.y) * scale;
    if (radius < 4 * ratio) continue;
    const [x, y] = at(frame, place);
    to.beginPath();
    to.arc(x, y, radius, 0, 2 * Math.PI);
    to.globalAlpha = 0.12;
    to.fillStyle = colors.accent;
    to.fill();
    to.globalAlpha = 1;
    to.setLineDash([6 * ratio, 4 * ratio]);
    to.strokeStyle = colors.accent;
    to.lineWidth = 1.5 * ratio;
    to.stroke();
    to.setLineDash([]);
  }
  for (const { place, label } of [...markers].reverse()) {
    const [x, y] = at(frame, place);
    if (label !== undefined) drawNumber(to, x, y, label, ratio, colors.accent, colors.back);
    else drawRing(to, x, y, ratio, colors);
  }
}

/** Returns a place in the pixels of a frame. */
function at({ scale, left, top }: MapFrame, { x, y }: MapPlace): [x: number, y: number] {
  return [x * scale - left, y * scale - top];
}

function drawRing(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  ratio: number,
  { back, accent }: MapColors,
): void {
  for (const [color, line] of [
    [back, 5],
    [accent, 2.5],
  ] as const) {
    to.beginPath();
    to.arc(x, y, RADIUS * ratio, 0, 2 * Math.PI);
    to.strokeStyle = color;
    to.lineWidth = line * ratio;
    to.stroke();
  }
}

function drawNumber(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  label: string,
  ratio: number,
  fill: string,
  text: string,
): void {
  to.beginPath();
  to.arc(x, y, RADIUS * ratio, 0, 2 * Math.PI);
  to.fillStyle = fill;
  to.fill();
  to.strokeStyle = text;
  to.lineWidth = 1.5 * ratio;
  to.stroke();
  to.fillStyle = text;
  to.font = `600 ${(label.length > 2 ? 8 : 10) * ratio}px system-ui, sans-serif`;
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.fillText(label, x, y + 0.5 * ratio);
}
