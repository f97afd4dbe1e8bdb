import type { MapColors } from './map-colors.ts';
import type { PictureSize } from './point-layer.ts';
import type { MapPlace, MapView } from './projection.ts';

/** A tour on the map. Shape: `color` is a number of the palette; the stops are numbered where `isNumbered`. */
export interface DrawnTour {
  line: readonly MapPlace[];
  stops: readonly MapPlace[];
  color: number;
  isNumbered: boolean;
}

const RADIUS = 9;

/** Draws tours: their lines, and the numbers of their stops. */
export function drawTours(
  to: CanvasRenderingContext2D,
  picture: PictureSize,
  view: MapView,
  tours: readonly DrawnTour[],
  colors: MapColors,
): void {
  const { width, height, ratio } = picture;
  const scale = view.scale * ratio;
  const at = ({ x, y }: MapPlace): [number, number] => [
    (x - view.x) * scale + width / 2,
    (y - view.y) * scale + height / 2,
  ];
  for (const { line, color, isNumbered } of tours) {
    to.beginPath();
    line.forEach((place, index) => (index === 0 ? to.moveTo(...at(place)) : to.lineTo(...at(place))));
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
      const [x, y] = at(stops[number - 1] as MapPlace);
      if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
      drawNumber(to, x, y, number, ratio, fill, colors.back);
    }
  }
}

function drawNumber(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  number: number,
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
  to.font = `600 ${(number > 99 ? 8 : 10) * ratio}px system-ui, sans-serif`;
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.fillText(String(number), x, y + 0.5 * ratio);
}
