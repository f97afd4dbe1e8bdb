import { oncePerFrame } from '../dom.ts';
import { areBubbles, drawAreaBubbles, drawAreaRings, fillAreas, type MapAreas } from './area-layer.ts';
import { drawClusters } from './cluster-layer.ts';
import { clusterRows, type Clustered } from './clusters.ts';
import { readColors, type MapColors } from './colors.ts';
import { frameOf, type MapFrame, type PictureSize } from './frame.ts';
import { drawMarkers, drawTours, type DrawnTour, type MapMarker } from './line-layer.ts';
import type { MapParts } from './parts.ts';
import { drawPoints } from './point-layer.ts';
import type { MapPoints } from './points.ts';
import { scaleBar, type MapBox, type MapView } from './projection.ts';
import { areTilesDrawn, createTileLayer, type TileLayer, type TileSource } from './tile-layer.ts';
import { drawAreaNames, drawNames } from './names.ts';
import { drawStreetNames } from './street-names.ts';
import { drawBoundaries, drawLand, WARD_ZOOM } from './unit-layer.ts';
import type { MapUnit, MapUnits } from './units.ts';

/** What is below the points. */
export interface MapGround {
  provinces: MapUnits;
  /** Wards of some provinces, where the page has them. */
  wards?: MapUnits | undefined;
  /** Streets and water of the dataset, or tiles of a file. */
  tiles?: TileSource | undefined;
}

/** What a map shows now. */
export interface MapState {
  ground: MapGround;
  points: MapPoints | undefined;
  shown: Uint32Array;
  view: MapView;
  markers: readonly MapMarker[];
  tours: readonly DrawnTour[];
  /** Units in place of points. */
  areas: MapAreas | undefined;
  hovered: MapUnit | undefined;
}

/** Draws a map. */
export interface MapPainter {
  /** Draws in the next frame. */
  draw(): void;
  /** Draws the ground again as well: it has changed. */
  drawGround(): void;
  clustered(): Clustered;
}

/** From this zoom on the land is that of the wards. */
const SHORE_ZOOM = 11;
/** How far beyond the view the ground is drawn, so that a move copies it. Units: pixels of the page. */
const MARGIN = 200;

/** Builds the painter of a map. */
export function createPainter(
  parts: MapParts,
  state: MapState,
  format: { count: (value: number) => string; meters: (value: number) => string },
): MapPainter {
  const { element, stage, below, above, bar, source } = parts;
  let colors: MapColors | undefined;
  const clusters = createClusterCache(state, stage);
  let pixels: ImageData | undefined;
  const ground = createGroundPicture(state, () => drawGround());
  const draw = oncePerFrame(() => {
    const picture = pictureSize(stage);
    colors ??= readColors(element);
    for (const canvas of [below, above]) {
      if (canvas.width !== picture.width) canvas.width = picture.width;
      if (canvas.height !== picture.height) canvas.height = picture.height;
    }
    const ground2d = below.getContext('2d');
    const points2d = above.getContext('2d');
    if (!ground2d || !points2d) return;
    const frame = frameOf(picture, state.view);
    ground.copy(ground2d, frame, colors);
    const { points, areas } = state;
    const { singles, clusters: joined } = points ? clusters() : { singles: state.shown, clusters: [] };
    if (points && !areas) {
      if (pixels?.width !== picture.width || pixels.height !== picture.height)
        pixels = points2d.createImageData(picture.width, picture.height);
      drawPoints(new Uint32Array(pixels.data.buffer), frame, points, singles, colors);
      points2d.putImageData(pixels, 0, 0);
    } else points2d.clearRect(0, 0, picture.width, picture.height);
    if (!areas) {
      const taken = drawNames(points2d, frame, state.ground, joined, colors);
      // Below the points, which are not covered by the name of a street.
      below.dataset.streets = String(drawStreetNames(ground2d, frame, ground.streets(), taken, colors));
      drawClusters(points2d, frame, joined, colors, format.count);
    }
    if (areas) {
      drawAreaBubbles(points2d, frame, areas, colors);
      drawAreaRings(points2d, frame, areas, state.hovered, colors);
      if (areBubbles(areas, frame))
        drawNames(points2d, frame, { provinces: state.ground.provinces }, [], colors);
      else drawAreaNames(points2d, frame, areas, colors, format.count);
    }
    above.dataset.rows = String(rowsDrawn(state, clusters));
    drawTours(points2d, frame, state.tours, colors);
    drawMarkers(points2d, frame, state.markers, colors);
    const { tiles } = state.ground;
    source.hidden = !tiles?.attribution || !areTilesDrawn(tiles, frame.zoom);
    const { meters, pixels: width } = scaleBar(state.view);
    bar.textContent = format.meters(meters);
    bar.style.width = `${width}px`;
  });
  const drawGround = () => {
    ground.forget();
    draw();
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    colors = undefined;
    drawGround();
  });
  return { draw, drawGround, clustered: clusters };
}

/** Returns how many rows the map has in all, also beyond the view. */
function rowsDrawn({ points, areas }: MapState, clusters: () => Clustered): number {
  const sum = (counts: readonly { rows: number }[]) => counts.reduce((all, { rows }) => all + rows, 0);
  if (areas) return sum([...areas.values.values()]);
  if (!points) return 0;
  const { clusters: joined, singles } = clusters();
  return singles.length + sum(joined);
}

/** A view with fewer points shows each of them; only those at one place are joined. */
const FEW_POINTS = 600;

/** Returns the clusters of the shown rows at the zoom of the view; a move computes them again only where it has few points in place of many, or many in place of few. */
function createClusterCache(state: MapState, stage: HTMLElement): () => Clustered {
  let cache: { key: string; shown: Uint32Array; clustered: Clustered } | undefined;
  return () => {
    const { points, shown, view } = state;
    const level = Math.round(2 * Math.log2(view.scale)) / 2;
    if (!points) return { clusters: [], singles: shown };
    const isFew = hasFew(points, shown, frameOf(pictureSize(stage), view).box);
    const key = `${level} ${isFew}`;
    if (cache?.key !== key || cache.shown !== shown)
      cache = {
        ...{ key, shown },
        clustered: clusterRows(points, shown, 2 ** level, isFew ? FEW_POINTS : undefined),
      };
    return cache.clustered;
  };
}

function hasFew({ position, x, y }: MapPoints, shown: Uint32Array, box: MapBox): boolean {
  let count = 0;
  for (const row of shown) {
    const at = position[row]!;
    if (at === 0 || x[at]! < box.west || x[at]! > box.east || y[at]! < box.north || y[at]! > box.south)
      continue;
    count += 1;
    if (count >= FEW_POINTS) return false;
  }
  return true;
}

/** The ground of a view with a margin, drawn once for all views within it. */
function createGroundPicture(state: MapState, onDecoded: () => void) {
  let layer: { of: TileSource; tiles: TileLayer } | undefined;
  const canvas = document.createElement('canvas');
  let drawn: MapFrame | undefined;
  let isWaiting = false;

  function render(frame: MapFrame, colors: MapColors): void {
    const to = canvas.getContext('2d');
    if (!to) return;
    const { provinces, wards, tiles } = state.ground;
    const near = wards && frame.zoom >= WARD_ZOOM ? wards : undefined;
    to.clearRect(0, 0, canvas.width, canvas.height);
    // The rough shores of the provinces are seen from here on.
    const shores = frame.zoom >= SHORE_ZOOM ? near : undefined;
    if (shores) {
      const covered = new Set(shores.units.map(({ parent }) => parent));
      const others = provinces.units.filter(({ code }) => !covered.has(code));
      drawLand(to, frame, { ...provinces, units: others }, colors);
    }
    drawLand(to, frame, shores ?? provinces, colors);
    if (tiles && layer?.of !== tiles) layer = { of: tiles, tiles: createTileLayer(tiles, onDecoded) };
    if (tiles) layer?.tiles.draw(to, frame, colors);
    if (state.areas) fillAreas(to, frame, state.areas, colors);
    drawBoundaries(to, frame, near ?? provinces, colors);
  }

  return {
    forget: () => (drawn = undefined),
    streets: () => layer?.tiles.streets() ?? [],
    copy(to: CanvasRenderingContext2D, frame: MapFrame, colors: MapColors): void {
      const margin = MARGIN * frame.ratio;
      const isWithin =
        drawn?.scale === frame.scale &&
        drawn.width === frame.width + 2 * margin &&
        drawn.height === frame.height + 2 * margin &&
        Math.abs(frame.left - drawn.left - margin) <= margin &&
        Math.abs(frame.top - drawn.top - margin) <= margin;
      // At another scale the old picture stands in for one frame, so that points and table do not wait for the ground.
      const isStale = drawn !== undefined && drawn.scale !== frame.scale && !isWaiting;
      isWaiting = isStale;
      if (isStale) requestAnimationFrame(onDecoded);
      else if (!drawn || !isWithin) {
        const size = { width: frame.width + 2 * margin, height: frame.height + 2 * margin };
        if (canvas.width !== size.width) canvas.width = size.width;
        if (canvas.height !== size.height) canvas.height = size.height;
        drawn = frameOf({ ...size, ratio: frame.ratio }, state.view);
        render(drawn, colors);
      }
      to.clearRect(0, 0, frame.width, frame.height);
      const zoomed = frame.scale / drawn!.scale;
      to.drawImage(
        canvas,
        Math.round(drawn!.left * zoomed - frame.left),
        Math.round(drawn!.top * zoomed - frame.top),
        canvas.width * zoomed,
        canvas.height * zoomed,
      );
    },
  };
}

function pictureSize(stage: HTMLElement): PictureSize {
  const ratio = Math.min(2, devicePixelRatio || 1);
  return {
    width: Math.max(1, Math.round(stage.clientWidth * ratio)),
    height: Math.max(1, Math.round(stage.clientHeight * ratio)),
    ratio,
  };
}
