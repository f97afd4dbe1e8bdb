import { el } from './dom.ts';
import { drawGround, type Ground } from './ground.ts';
import type { Format } from './format.ts';
import { drawPoints, nearestRow, type PictureSize } from './point-layer.ts';
import { css, readColors } from './map-colors.ts';
import type { PageRows } from './page-data.ts';
import { moveView, scaleBar, viewOf, zoomView, type MapPlace, type MapView } from './projection.ts';
import { drawTours, type DrawnTour } from './tour-layer.ts';
import { addGestures } from './map-gestures.ts';

/** What a map needs of the report. */
export interface MapSource {
  rows: PageRows;
  kinds: Uint8Array;
  ground: Ground;
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
export function createMap({ rows, kinds, ground, format, onRow }: MapSource): ReportMap {
  const { texts } = format;
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
  const element = el(
    'div',
    { class: 'map' },
    stage,
    el(
      'div',
      { class: 'map-buttons' },
      button(texts.zoomIn, '+', () => change(zoomView(view, 2))),
      button(texts.zoomOut, '−', () => change(zoomView(view, 0.5))),
      button(texts.fit, '⤢', () => fit()),
    ),
    bar,
  );
  let shown = Uint32Array.from({ length: rows.count }, (_, row) => row);
  let view: MapView = { x: 0.794, y: 0.456, scale: 256 * 2 ** 5 };
  let selected: number | undefined;
  let tours: readonly DrawnTour[] = [];
  let waiting = false;
  let hasView = false;
  let pixels: ImageData | undefined;

  const size = (): PictureSize => {
    const ratio = Math.min(2, devicePixelRatio || 1);
    return {
      width: Math.max(1, Math.round(stage.clientWidth * ratio)),
      height: Math.max(1, Math.round(stage.clientHeight * ratio)),
      ratio,
    };
  };
  function change(next: MapView): void {
    view = next;
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  }
  function fit(): void {
    const box = boxOf(shown, rows) ?? boxOf(undefined, rows);
    hasView = true;
    change(box ? viewOf(box, stage.clientWidth, stage.clientHeight) : view);
  }
  function draw(): void {
    const picture = size();
    const colors = readColors(element);
    for (const canvas of [below, above]) {
      if (canvas.width !== picture.width) canvas.width = picture.width;
      if (canvas.height !== picture.height) canvas.height = picture.height;
    }
    const ground2d = below.getContext('2d');
    const points2d = above.getContext('2d');
    if (!ground2d || !points2d) return;
    drawGround(ground2d, picture, view, ground, colors);
    if (pixels?.width !== picture.width || pixels.height !== picture.height)
      pixels = points2d.createImageData(picture.width, picture.height);
    const words = new Uint32Array(pixels.data.buffer);
    drawPoints(words, picture, view, rows, shown, kinds, colors.points);
    points2d.putImageData(pixels, 0, 0);
    drawTours(points2d, picture, view, tours, colors);
    if (selected !== undefined) drawSelection(points2d, picture, selected);
    const { meters, pixels: width } = scaleBar(view);
    bar.textContent = format.meters(meters);
    bar.style.width = `${width}px`;
  }
  function drawSelection(
    to: CanvasRenderingContext2D,
    { width, height, ratio }: PictureSize,
    row: number,
  ): void {
    const position = rows.position[row] as number;
    if (position === 0) return;
    const scale = view.scale * ratio;
    const x = ((rows.x[position] as number) - view.x) * scale + width / 2;
    const y = ((rows.y[position] as number) - view.y) * scale + height / 2;
    for (const [color, line] of [
      [css(element, '--back'), 5],
      [css(element, '--accent'), 2.5],
    ] as const) {
      to.beginPath();
      to.arc(x, y, 9 * ratio, 0, 2 * Math.PI);
      to.strokeStyle = color;
      to.lineWidth = line * ratio;
      to.stroke();
    }
  }
  addGestures(stage, {
    move: (dx, dy) => change(moveView(view, dx, dy)),
    zoom: (factor, dx, dy) => change(zoomView(view, factor, dx, dy)),
    click(dx, dy) {
      const place = { x: view.x + dx / view.scale, y: view.y + dy / view.scale };
      const row = nearestRow(view, rows, shown, place);
      if (row !== undefined) onRow(row);
    },
  });
  new ResizeObserver(() => (hasView ? change(view) : fit())).observe(stage);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => change(view));
  return {
    element,
    fit,
    show(next) {
      shown = next as Uint32Array<ArrayBuffer>;
      change(view);
    },
    select(row) {
      selected = row;
      const position = row === undefined ? 0 : (rows.position[row] as number);
      if (position === 0) return change(view);
      const dx = ((rows.x[position] as number) - view.x) * view.scale;
      const dy = ((rows.y[position] as number) - view.y) * view.scale;
      const isOutside =
        Math.abs(dx) > stage.clientWidth / 2 - 20 || Math.abs(dy) > stage.clientHeight / 2 - 20;
      change(isOutside ? moveView(view, dx, dy) : view);
    },
    drawTours(next, isFitted) {
      tours = next;
      const places = next.flatMap(({ line, stops }) => [...line, ...stops]);
      const box = isFitted ? boxOfPlaces(places) : undefined;
      change(box ? viewOf(box, stage.clientWidth, stage.clientHeight) : view);
    },
  };
}

function boxOf(shown: Uint32Array | undefined, rows: PageRows) {
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

function boxOfPlaces(places: readonly MapPlace[]) {
  if (places.length === 0) return undefined;
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  return { west: least(xs), north: least(ys), east: most(xs), south: most(ys) };
}
