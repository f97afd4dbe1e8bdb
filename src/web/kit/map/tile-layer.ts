import {
  SHAPE_KINDS,
  TILE_UNITS,
  type GroundFacts,
  type ShapeKind,
  type TileShape,
} from '../../../base/geo/ground-tiles.ts';
import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';

/** A tile of the ground, decoded. */
export type GroundTile = ImageBitmap | TileShape[];

/** Decoded tiles that are kept. */
const MOST_DECODED = 160;

/** The tiles below the points. */
export interface TileLayer {
  /** Draws the tiles of a view as far as they are decoded; the others are decoded, and then it calls back. */
  draw(to: CanvasRenderingContext2D, frame: MapFrame, colors: MapColors): void;
}

/** A tile that can be drawn: a picture, or the paths of each kind. */
type DrawnTile = ImageBitmap | Map<ShapeKind, { areas: Path2D; lines: Path2D }>;

/** Builds the layer of tiles. Shape: where a tile of the wanted zoom is missing, the part of one above it is drawn. */
export function createTileLayer(
  { kind, tiles, isOverlay }: Pick<GroundFacts, 'kind' | 'tiles' | 'isOverlay'>,
  read: (nth: number) => Promise<GroundTile | undefined>,
  onDecoded: () => void,
): TileLayer {
  const numbers = new Map(tiles.map((tile, nth) => [tile.join('/'), nth]));
  const maxZoom = Math.max(0, ...tiles.map(([zoom]) => zoom));
  /** The last used one is the last. */
  const decoded = new Map<number, DrawnTile | undefined>();
  const waiting = new Set<number>();

  function get(nth: number): DrawnTile | undefined {
    const tile = decoded.get(nth);
    if (decoded.delete(nth)) decoded.set(nth, tile);
    else if (!waiting.has(nth)) {
      waiting.add(nth);
      void read(nth).then((found) => {
        waiting.delete(nth);
        decoded.set(nth, Array.isArray(found) ? pathsOf(found) : found);
        for (const oldest of decoded.keys()) if (decoded.size > MOST_DECODED) decoded.delete(oldest);
        onDecoded();
      });
    }
    return tile;
  }

  /** Returns the number of the tile at a place, or of the nearest one above it. */
  function numberAt(zoom: number, x: number, y: number): number | undefined {
    for (let up = 0; up <= zoom; up += 1) {
      const nth = numbers.get([zoom - up, x >> up, y >> up].join('/'));
      if (nth !== undefined) return nth;
    }
    return undefined;
  }

  return {
    draw(to, { width, height, ratio, scale, left, top, zoom: pageZoom }, colors) {
      const levels = kind === 'shapes' ? 1 : 0;
      const zoom = Math.min(maxZoom, Math.max(0, Math.round(pageZoom - levels)));
      const side = 2 ** zoom;
      const within = (pixels: number) => Math.min(side - 1, Math.max(0, Math.floor((pixels / scale) * side)));
      const used = new Set<number>();
      for (let y = within(top); y <= within(top + height); y += 1)
        for (let x = within(left); x <= within(left + width); x += 1) {
          const nth = numberAt(zoom, x, y);
          if (nth !== undefined) used.add(nth);
        }
      // Those of lower zooms first: the others lie over them.
      for (const nth of [...used].sort((a, b) => tiles[a]![0] - tiles[b]![0])) {
        const tile = get(nth);
        if (!tile) continue;
        const [tileZoom, x, y] = tiles[nth]!;
        const edge = (at: number, from: number) => Math.round((at / 2 ** tileZoom) * scale - from);
        const box = [edge(x, left), edge(y, top), edge(x + 1, left), edge(y + 1, top)] as const;
        if (tile instanceof Map) drawShapes(to, tile, box, ratio * lineScale(pageZoom), colors, isOverlay);
        else to.drawImage(tile, box[0], box[1], box[2] - box[0], box[3] - box[1]);
      }
    },
  };
}

/** Lines are wider where the map is nearer. */
function lineScale(zoom: number): number {
  return Math.min(3, Math.max(0.6, (zoom - 8) / 3));
}

function pathsOf(shapes: readonly TileShape[]): DrawnTile {
  const paths = new Map<ShapeKind, { areas: Path2D; lines: Path2D }>();
  for (const { kind, isArea, points } of shapes) {
    let both = paths.get(kind);
    if (!both) paths.set(kind, (both = { areas: new Path2D(), lines: new Path2D() }));
    const path = isArea ? both.areas : both.lines;
    for (let at = 0; at < points.length; at += 2) {
      if (at === 0) path.moveTo(points[0]!, points[1]!);
      else path.lineTo(points[at]!, points[at + 1]!);
    }
    if (isArea) path.closePath();
  }
  return paths;
}

/** Widths of lines. Units: pixels of the page. */
const WIDTHS: Readonly<Record<ShapeKind, number>> = {
  green: 0,
  water: 1,
  stream: 1,
  building: 0,
  road: 1,
  main_road: 2.2,
  border: 1,
};

function drawShapes(
  to: CanvasRenderingContext2D,
  tile: Exclude<DrawnTile, ImageBitmap>,
  [west, north, east, south]: readonly [number, number, number, number],
  linePixels: number,
  { land, ground }: MapColors,
  isOverlay: boolean | undefined,
): void {
  to.save();
  to.beginPath();
  to.rect(west, north, east - west, south - north);
  to.clip();
  if (!isOverlay) {
    to.fillStyle = land;
    to.fill();
  }
  const unit = (east - west) / TILE_UNITS;
  to.setTransform(unit, 0, 0, (south - north) / TILE_UNITS, west, north);
  to.lineCap = to.lineJoin = 'round';
  for (const kind of SHAPE_KINDS) {
    const paths = tile.get(kind);
    if (!paths) continue;
    to.fillStyle = to.strokeStyle = ground[kind];
    to.lineWidth = (WIDTHS[kind] * linePixels) / unit;
    to.fill(paths.areas);
    if (WIDTHS[kind] > 0) to.stroke(paths.lines);
  }
  to.restore();
}
