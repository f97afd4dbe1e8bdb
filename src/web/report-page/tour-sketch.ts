import { TILE_UNITS, type TileShape } from '../../base/geo/ground-tiles.ts';
import type { TourFacts } from '../../report/data/report-facts.ts';
import { svg } from '../kit/dom.ts';
import type { TileSource } from '../kit/map/tile-layer.ts';
import { mercator, type MapPlace } from '../../base/geo/mercator.ts';

const WIDTH = 640;
const HEIGHT = 300;
const MARGIN = 22;
/** With more stops the numbers of the sketch would cover each other. */
const MOST_NUMBERS = 60;
/** The lines of the sketch; areas are those of water. */
const DRAWN = ['water', 'stream', 'road', 'main_road'] as const;
/** A tile of the streets is drawn at least so wide, so that they do not become grey. */
const LEAST_TILE = 180;

/** The drawing of a tour; `ready` resolves when its streets are drawn, too. */
export interface Sketch {
  element: SVGElement;
  ready: Promise<void>;
}

/** Draws the route with its numbered stops over the streets, as shapes, so that it prints sharp. */
export function drawSketch({ line, stops }: TourFacts, streets: TileSource | undefined): Sketch {
  const route: MapPlace[] = [];
  for (let at = 0; at < line.length; at += 2)
    route.push(mercator(line[at] as number, line[at + 1] as number));
  const places = stops.map(({ position: { lat, lon } }) => mercator(lat, lon));
  const view = fitTo([...route, ...places]);
  const points = route.map((place) => view.project(place).join(',')).join(' ');
  const isNumbered = places.length <= MOST_NUMBERS;
  const numbers = places
    .map((place, at) => {
      const [x, y] = view.project(place);
      return svg(
        'g',
        {},
        svg('circle', { cx: x, cy: y, r: isNumbered ? 8 : 3 }),
        isNumbered && svg('text', { x, y: y + 3.2, 'text-anchor': 'middle' }, String(stops[at]?.stop ?? '')),
      );
    })
    .reverse();
  const start = route[0] ? view.project(route[0]) : undefined;
  const ground = svg('g', { class: 'streets' });
  const element = svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'sketch', 'aria-hidden': 'true' },
    ground,
    svg('polyline', { points }),
    ...numbers,
    start && svg('rect', { class: 'depot', x: start[0] - 6, y: start[1] - 6, width: 12, height: 12 }),
  );
  return { element, ready: drawStreets(ground, view, streets) };
}

/** What the sketch shows of the world, and the projection into it. Units: `scale` is the width of the world in the sketch. */
interface SketchView {
  west: number;
  north: number;
  scale: number;
  project: (place: MapPlace) => [x: number, y: number];
}

/** Returns the view that fits places into the sketch. */
function fitTo(places: readonly MapPlace[]): SketchView {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(east - west, 1e-6),
    (HEIGHT - 2 * MARGIN) / Math.max(south - north, 1e-6),
  );
  const left = (west + east) / 2 - WIDTH / 2 / scale;
  const top = (north + south) / 2 - HEIGHT / 2 / scale;
  return {
    west: left,
    north: top,
    scale,
    project: ({ x, y }) => [round((x - left) * scale), round((y - top) * scale)],
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Draws the streets and the water below the route: those of the finest tiles that are not too small in the sketch. */
async function drawStreets(
  ground: SVGElement,
  { west, north, scale }: SketchView,
  streets: TileSource | undefined,
): Promise<void> {
  if (!streets) return;
  const paths = { area: '', water: '', stream: '', road: '', main_road: '' };
  const { minZoom, maxZoom, has, read } = streets;
  let isDone = false;
  for (let zoom = maxZoom; zoom >= minZoom && !isDone; zoom -= 1) {
    const side = scale / 2 ** zoom;
    if (side < LEAST_TILE && zoom > minZoom) continue;
    const first = (edge: number) => Math.floor(edge * 2 ** zoom);
    for (let y = first(north); y * side < north * scale + HEIGHT; y += 1)
      for (let x = first(west); x * side < west * scale + WIDTH; x += 1) {
        if (!has(zoom, x, y)) continue;
        isDone = true;
        const [left, top] = [x * side - west * scale, y * side - north * scale];
        for (const shape of (await read(zoom, x, y)) ?? [])
          if (isDrawn(shape))
            paths[shape.isArea ? 'area' : shape.kind] += pathOf(shape, left, top, side / TILE_UNITS);
      }
  }
  for (const kind of Object.keys(paths) as (keyof typeof paths)[])
    ground.append(svg('path', { class: kind, d: paths[kind] }));
}

const isDrawn = (shape: TileShape): shape is TileShape & { kind: (typeof DRAWN)[number] } =>
  shape.isArea ? shape.kind === 'water' : DRAWN.some((kind) => kind === shape.kind);

function pathOf({ points }: TileShape, left: number, top: number, unit: number): string {
  let path = '';
  for (let at = 0; at < points.length; at += 2)
    path += `${at === 0 ? 'M' : 'L'}${round(left + points[at]! * unit)} ${round(top + points[at + 1]! * unit)}`;
  return path;
}
