import { el, oncePerFrame } from '../kit/dom.ts';
import { rowText } from './marks.ts';
import { drawGround, type Ground } from './ground.ts';
import { createTileLayer } from './tile-layer.ts';
import type { GroundFacts } from '../../report/data/ground-tiles.ts';
import type { Format } from './format.ts';
import { drawPoints, nearestRow, type PictureSize } from './point-layer.ts';
import { css, readColors } from './map-colors.ts';
import type { GroundTile, PageRows } from './page-data.ts';
import { moveView, scaleBar, viewOf, zoomView, type MapPlace, type MapView } from './projection.ts';
import { drawTours, type DrawnTour } from './tour-layer.ts';
import { addGestures } from './map-gestures.ts';

/** What a map needs of the report. */
export interface MapSource {
  rows: PageRows;
  kinds: Uint8Array;
  ground: Ground;
  /** Tiles over the outlines of the provinces, where the report has them. */
  tiles?: { facts: GroundFacts; read: (nth: number) => Promise<GroundTile | undefined> };
  format: Format;
  onRow: (row: number) => void;
}

/** The map of the report. */
export interface ReportMap {
  element: HTMLElement;
  /** Shows the points of these rows only. */
  show(shown: Uint32Array): void;
  /** Marks the position of a row, and moves there where it is outside of the view. */
  select(row: number | undefined): void;
  /** Draws tours over the points; `isFitted` moves the view to them. */
  drawTours(tours: readonly DrawnTour[], isFitted: boolean): void;
  fit(): void;
}

/** Builds the map. Shape: the points are decoration for a screen reader; the table has the same rows. */
export function createMap(source: MapSource): ReportMap {
  const { rows, onRow } = source;
  let hasView = false;
  const parts = mapParts(source, {
    zoom: (factor) => change(zoomView(state.view, factor)),
    fit: () => fit(),
  });
  const { element, stage } = parts;
  const state: MapState = {
    shown: Uint32Array.from({ length: rows.count }, (_, row) => row),
    view: { x: 0.794, y: 0.456, scale: 256 * 2 ** 5 },
    selected: undefined,
    tours: [],
  };
  const draw = createMapPainter(source, parts, state);
  const change = (next: MapView) => {
    state.view = next;
    draw();
  };
  const fitTo = (box: MapBox | undefined) =>
    change(box ? viewOf(box, stage.clientWidth, stage.clientHeight) : state.view);
  const fit = () => {
    hasView = true;
    fitTo(boxOf(state.shown, rows) ?? boxOf(undefined, rows));
  };
  addGestures(stage, {
    move: (dx, dy) => change(moveView(state.view, dx, dy)),
    zoom: (factor, dx, dy) => change(zoomView(state.view, factor, dx, dy)),
    click(dx, dy) {
      const { view, shown } = state;
      const place = { x: view.x + dx / view.scale, y: view.y + dy / view.scale };
      const row = nearestRow(view, rows, shown, place);
      if (row !== undefined) onRow(row);
    },
  });
  new ResizeObserver(() => (hasView ? draw() : fit())).observe(stage);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  return {
    element,
    fit,
    show(next) {
      state.shown = next;
      draw();
    },
    select(row) {
      state.selected = row;
      change(viewWith(state.view, rows, row, stage));
    },
    drawTours(next, isFitted) {
      state.tours = next;
      const places = next.flatMap(({ line, stops }) => [...line, ...stops]);
      fitTo(isFitted ? boxOfPlaces(places) : undefined);
    },
  };
}

/** What a map shows now. */
interface MapState {
  shown: Uint32Array;
  view: MapView;
  selected: number | undefined;
  tours: readonly DrawnTour[];
}

/** The elements of a map: outlines are drawn below, points above. */
interface MapParts {
  element: HTMLElement;
  stage: HTMLElement;
  below: HTMLCanvasElement;
  above: HTMLCanvasElement;
  bar: HTMLElement;
}

function mapParts(
  { format: { texts }, tiles }: MapSource,
  { zoom, fit }: { zoom: (factor: number) => void; fit: () => void },
): MapParts {
  const below = el('canvas', { 'aria-hidden': 'true' });
  const above = el('canvas', { 'aria-hidden': 'true' });
  const bar = el('span', { class: 'scale' });
  const stage = el(
    'div',
    { class: 'map-stage', tabindex: 0, role: 'group', 'aria-label': texts.mapLabel },
    below,
    above,
  );
  const button = (label: string, sign: string, onclick: () => void) =>
    el('button', { type: 'button', 'aria-label': label, title: label, onclick }, sign);
  const buttons = el(
    'div',
    { class: 'map-buttons' },
    button(texts.zoomIn, '+', () => zoom(2)),
    button(texts.zoomOut, '−', () => zoom(0.5)),
    button(texts.fit, '⤢', fit),
  );
  const source = tiles?.facts.attribution
    ? el('span', { class: 'map-source' }, rowText(tiles.facts.attribution))
    : undefined;
  return { element: el('div', { class: 'map' }, stage, buttons, bar, source), stage, below, above, bar };
}

/** Returns a function that draws the map in the next frame. */
function createMapPainter(
  { rows, kinds, ground, tiles, format }: MapSource,
  { element, stage, below, above, bar }: MapParts,
  state: MapState,
): () => void {
  let pixels: ImageData | undefined;
  const draw = oncePerFrame(() => {
    const { view, shown, selected, tours } = state;
    const picture = pictureSize(stage);
    const colors = readColors(element);
    for (const canvas of [below, above]) {
      if (canvas.width !== picture.width) canvas.width = picture.width;
      if (canvas.height !== picture.height) canvas.height = picture.height;
    }
    const ground2d = below.getContext('2d');
    const points2d = above.getContext('2d');
    if (!ground2d || !points2d) return;
    drawGround(ground2d, picture, view, ground, colors);
    tileLayer?.draw(ground2d, picture, view, colors);
    if (pixels?.width !== picture.width || pixels.height !== picture.height)
      pixels = points2d.createImageData(picture.width, picture.height);
    drawPoints(new Uint32Array(pixels.data.buffer), picture, view, rows, shown, kinds, colors.points);
    points2d.putImageData(pixels, 0, 0);
    drawTours(points2d, picture, view, tours, colors);
    if (selected !== undefined)
      drawSelection(points2d, picture, view, placeOf(rows, selected), {
        rim: css(element, '--back'),
        ring: css(element, '--accent'),
      });
    const { meters, pixels: width } = scaleBar(view);
    bar.textContent = format.meters(meters);
    bar.style.width = `${width}px`;
  });
  const tileLayer = tiles && createTileLayer(tiles.facts, tiles.read, draw);
  return draw;
}

function pictureSize(stage: HTMLElement): PictureSize {
  const ratio = Math.min(2, devicePixelRatio || 1);
  return {
    width: Math.max(1, Math.round(stage.clientWidth * ratio)),
    height: Math.max(1, Math.round(stage.clientHeight * ratio)),
    ratio,
  };
}

/** Returns the place of a row, undefined where it has none. */
function placeOf(rows: PageRows, row: number | undefined): MapPlace | undefined {
  const position = row === undefined ? 0 : (rows.position[row] as number);
  return position === 0 ? undefined : { x: rows.x[position] as number, y: rows.y[position] as number };
}

/** Draws a ring around a place. */
function drawSelection(
  to: CanvasRenderingContext2D,
  { width, height, ratio }: PictureSize,
  view: MapView,
  place: MapPlace | undefined,
  { rim, ring }: { rim: string; ring: string },
): void {
  if (!place) return;
  const scale = view.scale * ratio;
  for (const [color, line] of [
    [rim, 5],
    [ring, 2.5],
  ] as const) {
    to.beginPath();
    to.arc(
      (place.x - view.x) * scale + width / 2,
      (place.y - view.y) * scale + height / 2,
      9 * ratio,
      0,
      2 * Math.PI,
    );
    to.strokeStyle = color;
    to.lineWidth = line * ratio;
    to.stroke();
  }
}

const EDGE_PIXELS = 20;

/** Returns the view moved to a row where that is outside of it. */
function viewWith(view: MapView, rows: PageRows, row: number | undefined, stage: HTMLElement): MapView {
  const place = placeOf(rows, row);
  if (!place) return view;
  const dx = (place.x - view.x) * view.scale;
  const dy = (place.y - view.y) * view.scale;
  const isOutside =
    Math.abs(dx) > stage.clientWidth / 2 - EDGE_PIXELS || Math.abs(dy) > stage.clientHeight / 2 - EDGE_PIXELS;
  return isOutside ? moveView(view, dx, dy) : view;
}

interface MapBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

function boxOf(shown: Uint32Array | undefined, rows: PageRows): MapBox | undefined {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (position: number) => {
    if (position === 0) return;
    const x = rows.x[position] as number;
    const y = rows.y[position] as number;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  };
  if (shown) for (const row of shown) add(rows.position[row] as number);
  else for (let position = 1; position < rows.x.length; position += 1) add(position);
  return west <= east ? { west, north, east, south } : undefined;
}

function boxOfPlaces(places: readonly MapPlace[]): MapBox | undefined {
  if (places.length === 0) return undefined;
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  return { west: least(xs), north: least(ys), east: most(xs), south: most(ys) };
}
