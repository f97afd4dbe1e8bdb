import { createWardLoader, loadUnits } from '../kit/map/load-units.ts';
import { createMap, type GroundMap, type MapSource } from '../kit/map/map.ts';
import type { MapUnits } from '../kit/map/units.ts';
import { decodeShapes } from '../../base/geo/ground-tiles.ts';
import { mercator } from '../../base/geo/mercator.ts';
import type { TileSource } from '../kit/map/tile-layer.ts';

/** Returns how a page writes a length. Units: metres. */
export function metersFormat(language: string): (value: number) => string {
  const numbers = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  return (value) => (value < 1000 ? `${Math.round(value)} m` : `${numbers.format(value / 1000)} km`);
}

/**
 * Builds the map of a page in an element that has the addresses of its outlines, and of the tiles of the dataset, as the server writes them.
 *
 * Shape: `key` is that of the person, where the server asks for one.
 * Cost: wards are loaded for the provinces in the view, and tiles for the view, when somebody looks nearer.
 */
export async function createPageMap(
  host: HTMLElement,
  build: (provinces: MapUnits) => Omit<MapSource, 'ground' | 'labels' | 'format' | 'onView'>,
  key?: () => string,
): Promise<{ map: GroundMap; provinces: MapUnits; refresh: () => void }> {
  const { provinces: provincesUrl = '', wards: wardsPath = '' } = host.dataset;
  const provinces = await loadUnits(provincesUrl);
  const { lang } = document.documentElement;
  const numbers = new Intl.NumberFormat(lang);
  let wards: MapUnits | undefined;
  let tiles = datasetTiles(host.dataset, key);
  const ground = () => ({ provinces, wards, tiles });
  const source = build(provinces);
  const map: GroundMap = createMap({
    ...source,
    labels: { mapLabel: source.t('countryMap.label'), fit: source.t('countryMap.fit') },
    ground: ground(),
    format: { count: (value) => numbers.format(value), meters: metersFormat(lang) },
    onView: createWardLoader(
      provinces,
      (code) => `${wardsPath}/${code}.bin`,
      (loaded) => {
        wards = loaded;
        map.setGround(ground());
      },
    ),
  });
  host.replaceChildren(map.element);
  return {
    map,
    provinces,
    refresh() {
      tiles = datasetTiles(host.dataset, key);
      map.setGround(ground());
    },
  };
}

/**
 * Returns the tiles of the streets and the water of the dataset, from the attributes of a map; undefined where the server has none.
 *
 * Shape: with `key` the server asks for one; before a person has given it, there are no tiles.
 */
function datasetTiles(
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
