import type { PoiFeature } from '../../../src/dataset/features.ts';

/** More pharmacies than an answer has by default. */
export const PHARMACIES = 7;

/** The places that the checks need beside those of the small city. */
export const MORE_FEATURES: readonly PoiFeature[] = [
  ...Array.from({ length: PHARMACIES }, (_, nth) => ({
    ...poi(`pharmacy-${nth}`, `Nhà thuốc số ${nth + 1}`, ['pharmacy']),
    position: { lat: 21.03 + nth * 1e-4, lon: 105.84 },
  })),
  {
    ...poi('counter', 'Quầy vé', ['shop']),
    parentKey: 'market',
    units: { ward: 'Phường Phúc Xá', district: 'Quận Ba Đình', province: 'Thành phố Hà Nội' },
    position: { lat: 21.0431, lon: 105.8496 },
  },
];

function poi(key: string, name: string, categories: string[]) {
  return { kind: 'poi' as const, key, name, otherNames: [], categories, units: {}, importance: 100 };
}
