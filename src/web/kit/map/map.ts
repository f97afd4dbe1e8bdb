import type { Translate } from '../../../base/messages/translate.ts';
import { el } from '../dom.ts';
import type { MapAreas } from './area-layer.ts';
import { clusterRadius, type Cluster } from './clusters.ts';
import { fittedBox } from './fit.ts';
import { addGestures } from './gestures.ts';
import type { DrawnTour, MapMarker } from './line-layer.ts';
import { createPainter, type MapGround, type MapPainter, type MapState } from './painter.ts';
import { mapParts, showCard, type MapParts, type MapLabels } from './parts.ts';
import { nearestRow } from './point-layer.ts';
import type { MapPoints } from './points.ts';
import type { MapPlace } from '../../../base/geo/mercator.ts';
import { boxOfPlaces, moveView, shareOfMeters, viewOf, zoomView, type MapBox } from './projection.ts';
import { unitAt, type MapUnit } from './units.ts';

/** What a map is built of. */
export interface MapSource {
  ground: MapGround;
  points?: MapPoints | undefined;
  labels: MapLabels;
  t: Translate;
  format: { count: (value: number) => string; meters: (value: number) => string };
  onRow?: (row: number) => void;
  onArea?: (code: string) => void;
  /** A place without a point was clicked. */
  onPlace?: (place: MapPlace) => void;
  /** A marker with a label was clicked. */
  onMarker?: (label: string) => void;
  /** A marker that can be dragged was let go at a place. */
  onDrag?: (place: MapPlace) => void;
  /** Called with each view: its zoom, and what of the world is in it. */
  onView?: (zoom: number, box: MapBox) => void;
  /** What the card under the mouse says. */
  describe?: MapDescriptions;
}

/** What the card of a map says of a row, of rows drawn as one, and of a unit. */
export interface MapDescriptions {
  row: (row: number) => Node;
  cluster: (cluster: Cluster) => Node;
  area: (unit: MapUnit) => Node | undefined;
}

/** A map of a page. */
export interface GroundMap {
  element: HTMLElement;
  /** The place in the map for buttons of the page. */
  corner: HTMLElement;
  /** Shows the points of these rows only. */
  show(shown: Uint32Array): void;
  /** Marks places; `isShown` moves the map where they are outside of the view, `isFitted` fits it to them. */
  mark(markers: readonly MapMarker[], move?: 'shown' | 'fitted'): void;
  /** Draws tours over the points; `isFitted` moves the view to them. */
  drawTours(tours: readonly DrawnTour[], isFitted: boolean): void;
  /** Shows units in place of points. */
  showAreas(areas: MapAreas | undefined): void;
  /** Adds to the ground what a page loads later. */
  setGround(ground: MapGround): void;
  fitTo(box: MapBox): void;
}

/** A circle of this radius is seen. Units: pixels. */
const LEAST_CIRCLE_PIXELS = 10;
/** A marker this near to a finger is taken. Units: pixels. */
const GRAB_PIXELS = 16;
/** What is shown around an exact position. Units: metres. */
const LEAST_REACH_METERS = 300;
const HINT_MS = 1600;
/** Vietnam. */
const COUNTRY: MapBox = { west: 0.7835, east: 0.804, north: 0.432, south: 0.4765 };

/** Builds a map. Shape: the points are decoration for a screen reader; the page has the same rows as text. */
export function createMap(source: MapSource): GroundMap {
  const { ground, points, labels, t, format } = source;
  const state: MapState = {
    ground,
    points,
    shown: Uint32Array.from({ length: points?.count ?? 0 }, (_, row) => row),
    view: { x: 0.794, y: 0.456, scale: 256 * 2 ** 5 },
    markers: [],
    tours: [],
    areas: undefined,
    hovered: undefined,
  };
  const attribution = ground.tiles?.attribution ?? '';
  const parts = mapParts(labels, t, attribution, {
    zoom: (factor) => zoom(factor, 0, 0),
    fit: (isWhole) => fit(isWhole),
  });
  const { element, stage, outside, corner } = parts;
  const painter = createPainter(parts, state, format);
  /** Whether the view is the one that was fitted: it follows the rows until somebody moves the map. */
  let isFitted = true;
  const move = (view: MapState['view']) => {
    isFitted = false;
    outside.hidden = true;
    state.view = view;
    source.onView?.(Math.log2(view.scale / 256), viewBox(view, stage));
    painter.draw();
  };
  const fitTo = (box: MapBox) => move(viewOf(box, stage.clientWidth, stage.clientHeight));
  const zoom = (factor: number, dx: number, dy: number) => move(zoomView(state.view, factor, dx, dy));
  function fit(isWhole = false): void {
    const fitted = points && fittedBox(points, state.shown, isWhole);
    fitTo(fitted?.box ?? (points && fittedBox(points, allRows(points))?.box) ?? COUNTRY);
    isFitted = true;
    outside.hidden = !fitted || fitted.outside === 0;
    outside.textContent = t('map.outside', { n: fitted?.outside ?? 0 });
  }
  /** Moves to a marker that is outside of the view, or whose circle could not be seen. */
  function show({ place, radiusMeters = 0 }: MapMarker): void {
    const radius = shareOfMeters(radiusMeters, place.y);
    const pixels = radius * state.view.scale;
    // Somebody who has chosen a view keeps it.
    const isBeyond = isFitted && pixels > Math.min(stage.clientWidth, stage.clientHeight) / 2;
    if (radiusMeters > 0 && (pixels < LEAST_CIRCLE_PIXELS || isBeyond)) {
      const around = 2 * Math.max(radius, shareOfMeters(LEAST_REACH_METERS, place.y));
      const { x, y } = place;
      fitTo({ west: x - around, east: x + around, north: y - around, south: y + around });
      return;
    }
    const next = viewWith(state.view, place, stage);
    if (next !== state.view) move(next);
  }
  addActions(source, parts, state, painter, { move, zoom, fit, fitTo });
  let lastSize = '';
  new ResizeObserver(() => {
    const size = `${stage.clientWidth} ${stage.clientHeight}`;
    if (isFitted && size !== lastSize) fit();
    lastSize = size;
    painter.draw();
  }).observe(stage);
  return {
    element,
    corner,
    fitTo,
    show(next) {
      state.shown = next;
      if (isFitted && stage.clientWidth > 0) fit();
      painter.draw();
    },
    mark(markers, by) {
      state.markers = markers;
      const box = boxOfPlaces(markers.map(({ place }) => place));
      if (box && by === 'fitted') fitTo(box);
      else if (markers[0] && by === 'shown') show(markers[0]);
      painter.draw();
    },
    drawTours(next, isMoved) {
      state.tours = next;
      const box = boxOfPlaces(next.flatMap(({ line, stops }) => [...line, ...stops]));
      if (isMoved && box) fitTo(box);
      painter.draw();
    },
    showAreas(areas) {
      state.areas = areas;
      painter.drawGround();
    },
    setGround(next) {
      state.ground = next;
      painter.drawGround();
    },
  };
}

function viewBox({ x, y, scale }: MapState['view'], { clientWidth, clientHeight }: HTMLElement): MapBox {
  const [width, height] = [clientWidth / scale / 2, clientHeight / scale / 2];
  return { west: x - width, north: y - height, east: x + width, south: y + height };
}

const allRows = ({ count }: MapPoints) => Uint32Array.from({ length: count }, (_, row) => row);

interface Moves {
  move: (view: MapState['view']) => void;
  zoom: (factor: number, dx: number, dy: number) => void;
  fit: () => void;
  fitTo: (box: MapBox) => void;
}

/** Connects what a person does with what the map does. */
function addActions(
  { onRow, onArea, onPlace, onMarker, onDrag, describe, t }: MapSource,
  parts: MapParts,
  state: MapState,
  painter: MapPainter,
  { move, zoom, fit, fitTo }: Moves,
): void {
  const { stage, hint } = parts;
  const placeAt = (dx: number, dy: number): MapPlace => {
    const { x, y, scale } = state.view;
    return { x: x + dx / scale, y: y + dy / scale };
  };
  const isNear = (marker: MapMarker, { x, y }: MapPlace) =>
    Math.hypot(marker.place.x - x, marker.place.y - y) * state.view.scale < GRAB_PIXELS;
  const open = (dx: number, dy: number, reach?: number) => {
    const place = placeAt(dx, dy);
    if (state.areas) {
      const unit = unitAt(state.areas.units, place);
      if (unit && state.areas.values.has(unit.code)) onArea?.(unit.code);
      return;
    }
    const marked = onMarker && state.markers.find((one) => one.label !== undefined && isNear(one, place));
    if (marked) return onMarker(marked.label ?? '');
    const found = state.points && under(state, painter, place, reach);
    if (found?.cluster) {
      // Points at one place cannot be drawn apart at any zoom.
      if (sizeOf(found.cluster.box) * 2 ** 25 < 8) onRow?.(found.cluster.first);
      else fitTo(found.cluster.box);
    } else if (found?.row !== undefined) onRow?.(found.row);
    else onPlace?.(place);
  };
  const hover = oncePerHover((at) => {
    const content = at && describe && contentAt(state, painter, describe, placeAt(at.dx, at.dy));
    stage.classList.toggle('is-over', content !== undefined);
    showCard(parts, content, at);
  });
  let hintTimer: ReturnType<typeof setTimeout> | undefined;
  addGestures(stage, {
    move: (dx, dy) => move(moveView(state.view, dx, dy)),
    zoom,
    click: (dx, dy) => open(dx, dy),
    hover,
    fit,
    openMiddle: () => open(0, 0, 60),
    grab: (dx, dy) => state.markers.some((one) => one.isMovable === true && isNear(one, placeAt(dx, dy))),
    drag(dx, dy, isEnd) {
      const place = placeAt(dx, dy);
      state.markers = state.markers.map((one) => (one.isMovable === true ? { ...one, place } : one));
      if (isEnd) onDrag?.(place);
      painter.draw();
    },
    hint() {
      hint.textContent = t('map.wheelHint', { key: /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl' });
      hint.classList.add('is-shown');
      clearTimeout(hintTimer);
      hintTimer = setTimeout(() => hint.classList.remove('is-shown'), HINT_MS);
    },
  });
}

type HoverPlace = { dx: number; dy: number } | undefined;

/** Calls once a frame, with the last place. */
function oncePerHover(call: (at: HoverPlace) => void): (at: HoverPlace) => void {
  let last: HoverPlace;
  let isWaiting = false;
  return (at) => {
    last = at;
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      call(last);
    });
  };
}

const sizeOf = ({ west, north, east, south }: MapBox) => Math.max(east - west, south - north);

/** Returns the cluster or the row that is drawn at a place. */
function under(
  { view, points, shown }: MapState,
  painter: MapPainter,
  place: MapPlace,
  reach = 10,
): { cluster?: Cluster; row?: number | undefined } {
  const { clusters, singles } = points ? painter.clustered() : { clusters: [], singles: shown };
  const cluster = clusters.find(
    ({ x, y, rows }) =>
      Math.hypot(x - place.x, y - place.y) * view.scale < Math.max(clusterRadius(rows), reach - 10),
  );
  if (cluster) return { cluster };
  return { row: points && nearestRow(view, points, singles, place, reach) };
}

function contentAt(
  state: MapState,
  painter: MapPainter,
  describe: MapDescriptions,
  place: MapPlace,
): Node | undefined {
  const before = state.hovered;
  state.hovered = state.areas && unitAt(state.areas.units, place);
  if (before !== state.hovered) painter.draw();
  if (state.areas) return state.hovered && describe.area(state.hovered);
  const { cluster, row } = under(state, painter, place);
  return cluster ? describe.cluster(cluster) : row === undefined ? undefined : describe.row(row);
}

const EDGE_PIXELS = 24;

/** Returns the view moved to a place where that is outside of it. */
function viewWith(view: MapState['view'], place: MapPlace, stage: HTMLElement): MapState['view'] {
  const dx = (place.x - view.x) * view.scale;
  const dy = (place.y - view.y) * view.scale;
  const isOutside =
    Math.abs(dx) > stage.clientWidth / 2 - EDGE_PIXELS || Math.abs(dy) > stage.clientHeight / 2 - EDGE_PIXELS;
  return isOutside ? moveView(view, dx, dy) : view;
}

/** Returns lines of text for the card of a map. Guarantee: texts are isolated and never markup. */
export function cardLines(...lines: readonly (string | undefined)[]): Node {
  return el('div', {}, ...lines.flatMap((line) => (line ? [el('p', {}, el('bdi', {}, line))] : [])));
}
