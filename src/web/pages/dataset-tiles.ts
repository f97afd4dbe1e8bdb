import { decodeShapes } from '../../base/geo/ground-tiles.ts';
import { mercator } from '../../base/geo/mercator.ts';
import type { TileSource } from '../kit/map/tile-layer.ts';

/**
 * Returns the tiles of the streets and the water of the dataset, from the attributes of a map; undefined where the server has none.
 *
 * Shape: with `key` the server asks for one; before a person has given it, there are no tiles.
 */
export function datasetTiles(
  { ground, box = '', zooms = '', attribution = '' }: DOMStringMap,
  key?: () => string,
): TileSource | undefined {
  if (ground === undefined) return undefined;
  const [west = 0, south = 0, east = 0, north = 0] = box.split(' ').map(Number);
  const levels = zooms.split(' ').map(Number);
  const [first, last] = [mercator(north, west), mercator(south, east)];
  const isWithin = (at: number, from: number, to: number, zoom: number) =>
    at >= Math.floor(from * 2 ** zoom) && at <= Math.floor(to * 2 ** zoom);
  return {
    attribution,
    minZoom: Math.min(...levels),
    maxZoom: Math.max(...levels),
    has: (zoom, x, y) =>
      levels.includes(zoom) &&
      isWithin(x, first.x, last.x, zoom) &&
      isWithin(y, first.y, last.y, zoom) &&
      key?.() !== '',
    // Without its streets the map is of use as well.
    read: (...tile) => readTile(`${ground}/${tile.join('/')}`, key?.() ?? '').catch(() => undefined),
  };
}

async function readTile(url: string, key: string) {
  const response = await fetch(url, { headers: key === '' ? {} : { authorization: `Bearer ${key}` } });
  if (!response.ok || !response.body) return undefined;
  const plain = response.body.pipeThrough(new DecompressionStream('deflate-raw'));
  return decodeShapes(new Uint8Array(await new Response(plain).arrayBuffer()));
}
