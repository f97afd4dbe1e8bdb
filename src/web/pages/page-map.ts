import { loadUnits } from '../kit/map/load-units.ts';
import { createMap, type GroundMap, type MapSource } from '../kit/map/map.ts';
import { WARD_ZOOM } from '../kit/map/unit-layer.ts';
import type { MapUnits } from '../kit/map/units.ts';

/** Returns how a page writes a length. Units: metres. */
export function metersFormat(language: string): (value: number) => string {
  const numbers = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  return (value) => (value < 1000 ? `${Math.round(value)} m` : `${numbers.format(value / 1000)} km`);
}

/**
 * Builds the map of a page in an element that has the addresses of the outlines as `data-provinces` and `data-wards`.
 *
 * Cost: the wards of the whole country are ten times as many bytes as the provinces: they come when somebody looks nearer.
 */
export async function createPageMap(
  host: HTMLElement,
  build: (provinces: MapUnits) => Omit<MapSource, 'ground' | 'format' | 'onZoom'>,
): Promise<{ map: GroundMap; provinces: MapUnits }> {
  const { provinces: provincesUrl = '', wards: wardsUrl = '' } = host.dataset;
  const provinces = await loadUnits(provincesUrl);
  const { lang } = document.documentElement;
  const numbers = new Intl.NumberFormat(lang);
  let areWardsWanted = true;
  const map: GroundMap = createMap({
    ...build(provinces),
    ground: { provinces },
    format: { count: (value) => numbers.format(value), meters: metersFormat(lang) },
    onZoom(zoom) {
      if (!areWardsWanted || zoom < WARD_ZOOM - 1) return;
      areWardsWanted = false;
      void loadUnits(wardsUrl).then(
        (wards) => map.setGround({ provinces, wards }),
        () => (areWardsWanted = true),
      );
    },
  });
  host.replaceChildren(map.element);
  return { map, provinces };
}
