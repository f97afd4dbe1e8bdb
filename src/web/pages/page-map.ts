import { createWardLoader, loadUnits } from '../kit/map/load-units.ts';
import { createMap, type GroundMap, type MapSource } from '../kit/map/map.ts';
import type { MapUnits } from '../kit/map/units.ts';
import { datasetTiles } from './dataset-tiles.ts';

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
  build: (provinces: MapUnits) => Omit<MapSource, 'ground' | 'format' | 'onView'>,
  key?: () => string,
): Promise<{ map: GroundMap; provinces: MapUnits; refresh: () => void }> {
  const { provinces: provincesUrl = '', wards: wardsPath = '' } = host.dataset;
  const provinces = await loadUnits(provincesUrl);
  const { lang } = document.documentElement;
  const numbers = new Intl.NumberFormat(lang);
  let wards: MapUnits | undefined;
  let tiles = datasetTiles(host.dataset, key);
  const ground = () => ({ provinces, wards, tiles });
  const map: GroundMap = createMap({
    ...build(provinces),
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
    ...{ map, provinces },
    refresh() {
      tiles = datasetTiles(host.dataset, key);
      map.setGround(ground());
    },
  };
}
