import {
  SHAPE_KINDS,
  TILE_UNITS,
  type GroundFacts,
  type ShapeKind,
  type TileShape,
} from '../../../base/geo/ground-tiles.ts';
import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import type { NamedStreet } from './street-names.ts';

type TileName = readonly [zoom: number, x: number, y: number];

/** Decoded tiles that are kept. */
const MOST_DECODED = 160;

/** The tiles below the points. */
export interface TileLayer {
  /** Draws the tiles of a view as far as they are decoded; the others are decoded, and then it calls back. */
  draw(to: CanvasRenderingContext2D, frame: MapFrame, colors: MapColors): void;
  /** Lists the named streets of the tiles that were drawn last, main roads first. */
  streets(): NamedStreet[];
}

/** A tile that can be drawn: the paths of each kind, and its named streets. */
interface DrawnTile {
  paths: Map<ShapeKind, { areas: Path2D; lines: Path2D }>;
  streets: NamedStreet[];
}

/** Tiles that a map may draw. */
export interface TileSource extends Pick<GroundFacts, 'attribution'> {
  minZoom: number;
  maxZoom: number;
  has: (zoom: number, x: number, y: number) => boolean;
  /** Reads a tile that the source has; undefined for one that cannot be read. */
  read: (zoom: number, x: number, y: number) => Promise<TileShape[] | undefined>;
}

/** Builds the layer of tiles. Shape: where a tile of the wanted zoom is missing, the part of one above it is drawn. */
export function createTileLayer({ maxZoom, has, read }: TileSource, onDecoded: () => void): TileLayer {
  /** By zoom, column and row. The last used one is the last. */
  const decoded = new Map<string, DrawnTile | undefined>();
  const waiting = new Set<string>();
  let streets: NamedStreet[] = [];

  function get([zoom, x, y]: TileName): DrawnTile | undefined {
    const name = [zoom, x, y].join('/');
    const tile = decoded.get(name);
    if (decoded.delete(name)) decoded.set(name, tile);
    else if (!waiting.has(name)) {
      waiting.add(name);
      void read(zoom, x, y).then((found) => {
        waiting.delete(name);
        decoded.set(name, found && drawnTile(found, zoom, x, y));
        for (const oldest of decoded.keys()) if (decoded.size > MOST_DECODED) decoded.delete(oldest);
        onDecoded();
      });
    }
    return tile;
  }

  /** Returns the tile at a place, or the nearest one above it. */
  function tileAt(zoom: number, x: number, y: number): TileName | undefined {
    for (let up = 0; up <= zoom; up += 1) {
      const name = [zoom - up, x >> up, y >> up] as const;
      if (has(...name)) return name;
    }
    return undefined;
  }

  return {
    draw(to, { width, height, ratio, scale, left, top, zoom: pageZoom }, colors) {
      const zoom = Math.min(maxZoom, Math.max(0, wantedZoom(pageZoom)));
      const side = 2 ** zoom;
      const within = (pixels: number) => Math.min(side - 1, Math.max(0, Math.floor((pixels / scale) * side)));
      const used = new Map<string, TileName>();
      for (let y = within(top); y <= within(top + height); y += 1)
        for (let x = within(left); x <= within(left + width); x += 1) {
          const name = tileAt(zoom, x, y);
          if (name) used.set(name.join('/'), name);
        }
      streets = [];
      // Those of lower zooms first: the others lie over them.
      for (const name of [...used.values()].sort(([a], [b]) => a - b)) {
        const tile = get(name);
        if (!tile) continue;
        streets.push(...tile.streets);
        const [tileZoom, x, y] = name;
        const edge = (at: number, from: number) => Math.round((at / 2 ** tileZoom) * scale - from);
        const box = [edge(x, left), edge(y, top), edge(x + 1, left), edge(y + 1, top)] as const;
        drawShapes(to, tile, box, ratio * lineScale(pageZoom), colors);
      }
      streets.sort((one, other) => Number(other.isMain) - Number(one.isMain));
    },
    streets: () => streets,
  };
}

/** Reports whether tiles are drawn at a zoom, so that their source has to be named. */
export function areTilesDrawn({ minZoom }: TileSource, pageZoom: number): boolean {
  return wantedZoom(pageZoom) >= minZoom;
}

/** Shapes are sharp when they are drawn larger. */
const wantedZoom = (pageZoom: number) => Math.round(pageZoom) - 1;

/** Lines are wider where the map is nearer. */
function lineScale(zoom: number): number {
  return Math.min(3, Math.max(0.6, (zoom - 8) / 3));
}

function drawnTile(shapes: readonly TileShape[], zoom: number, tileX: number, tileY: number): DrawnTile {
  const paths: DrawnTile['paths'] = new Map();
  const streets: NamedStreet[] = [];
  for (const { kind, isArea, points, name } of shapes) {
    if (name !== undefined) {
      const line = Array.from({ length: points.length / 2 }, (_, at) => ({
        x: (tileX + points[2 * at]! / TILE_UNITS) / 2 ** zoom,
        y: (tileY + points[2 * at + 1]! / TILE_UNITS) / 2 ** zoom,
      }));
      streets.push({ name, line, isMain: kind === 'main_road' });
    }
    let both = paths.get(kind);
    if (!both) paths.set(kind, (both = { areas: new Path2D(), lines: new Path2D() }));
    const path = isArea ? both.areas : both.lines;
    for (let at = 0; at < points.length; at += 2) {
      if (at === 0) path.moveTo(points[0]!, points[1]!);
      else path.lineTo(points[at]!, points[at + 1]!);
    }
    if (isArea) path.closePath();
  }
  return { paths, streets };
}

/** Widths of lines. Units: pixels of the page. */
const WIDTHS: Readonly<Record<ShapeKind, number>> = {
  water: 1,
  stream: 1,
  road: 1,
  main_road: 2.2,
};

function drawShapes(
  to: CanvasRenderingContext2D,
  tile: DrawnTile,
  [west, north, east, south]: readonly [number, number, number, number],
  linePixels: number,
  { ground }: MapColors,
): void {
  to.save();
  to.beginPath();
  to.rect(west, north, east - west, south - north);
  to.clip();
  const unit = (east - west) / TILE_UNITS;
  to.setTransform(unit, 0, 0, (south - north) / TILE_UNITS, west, north);
  to.lineCap = to.lineJoin = 'round';
  for (const kind of SHAPE_KINDS) {
    const paths = tile.paths.get(kind);
    if (!paths) continue;
    to.fillStyle = to.strokeStyle = ground[kind];
    to.lineWidth = (WIDTHS[kind] * linePixels) / unit;
    to.fill(paths.areas);
    to.stroke(paths.lines);
  }
  to.restore();
}
