import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { encodeShapes } from '../../base/geo/ground-tiles.ts';
import { GROUND_LEVELS, type DatasetShapes } from '../../dataset/ground/dataset-shapes.ts';
import { Refusal } from '../refusal.ts';
import type { ServerPlugin } from '../server-context.ts';

/** Tiles that are kept; the others are made again. */
const MOST_TILES = 500;

const compress = promisify(deflateRaw);

/**
 * Adds the tiles of the ground: `<path>/<zoom>/<column>/<row>`.
 *
 * Shape: compressed shapes, as pages read them. A server with keys asks for one, and counts nothing.
 * Errors: 401, 404 for what is no tile.
 */
export const addGroundRoutes: ServerPlugin = (app, { pages, shapes, identify, needsKey }) => {
  const { ground } = pages;
  if (!ground || !shapes) return;
  const tiles = new Map<string, Buffer>();
  app.get(
    `${ground.path}/:zoom/:x/:y`,
    { config: { label: '/assets/ground' }, onRequest: identify() },
    async (request, reply) => {
      const { zoom, x, y } = tileOf(request);
      const opened = await shapes();
      if (!opened) throw noTile();
      const name = `${zoom}/${x}/${y}`;
      const tile = tiles.get(name) ?? (await encoded(opened, zoom, x, y));
      // The one that was used last is the last.
      tiles.delete(name);
      tiles.set(name, tile);
      for (const oldest of tiles.keys()) if (tiles.size > MOST_TILES) tiles.delete(oldest);
      const audience = needsKey ? 'private' : 'public';
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'cache-control': `${audience}, max-age=31536000, immutable`,
          'x-content-type-options': 'nosniff',
        })
        .send(tile);
    },
  );
};

async function encoded(shapes: DatasetShapes, zoom: number, x: number, y: number): Promise<Buffer> {
  const [found = []] = shapes.tiles(zoom, [[x, y]]);
  return compress(encodeShapes(found));
}

/** Returns the tile that is asked for. Errors: 404. */
function tileOf({ params }: FastifyRequest): { zoom: number; x: number; y: number } {
  const [zoom, x, y] = (['zoom', 'x', 'y'] as const).map((name) => {
    const text = (params as Record<string, string>)[name] ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  }) as [number, number, number];
  const isKnown = GROUND_LEVELS.some((level) => level.zoom === zoom);
  if (!isKnown || !(x < 2 ** zoom) || !(y < 2 ** zoom)) throw noTile();
  return { zoom, x, y };
}

const noTile = () =>
  new Refusal(
    404,
    `There is no such tile: the zooms are ${GROUND_LEVELS.map(({ zoom }) => zoom).join(', ')}.`,
  );
