import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDataset } from '../../src/dataset/compile/build-dataset.ts';
import type { ImageryItem } from '../../src/contract/records/imagery.ts';
import { readItem, type SourcePicture } from '../../src/engine/imagery/source/read-item.ts';
import type { Feature, HouseFeature, PoiFeature, StreetFeature } from '../../src/dataset/features.ts';

const HA_NOI = 'Thành phố Hà Nội';
const PHUC_XA = { ward: 'Phường Phúc Xá', district: 'Quận Ba Đình', province: HA_NOI };
const BEN_NGHE = { ward: 'Phường Bến Nghé', district: 'Quận 1', province: 'Thành phố Hồ Chí Minh' };

/** Draws a few streets of Ha Noi and Ho Chi Minh City with houses, a market with stalls, a hospital, and places at the edges of the earth. */
export const SMALL_CITY: readonly Feature[] = [
  street('hong-ha', 'Đường Hồng Hà', [21.0441, 105.8485, 21.0449, 105.8489, 21.046, 105.8495], 3),
  ...[1, 3, 5, 2, 4, 131, 133, 135].map((number) =>
    house(`hong-ha-${number}`, String(number), 21.0441 + number * 1e-5, 105.8486, {
      ...{ street: 'Đường Hồng Hà', units: PHUC_XA },
    }),
  ),
  house('alley', '12/3/45A', 21.0452, 105.8492, { street: 'Đường Hồng Hà', units: PHUC_XA }),
  house('range', '47-49', 21.0455, 105.8493, { street: 'Đường Hồng Hà', units: PHUC_XA, postcode: '100000' }),
  house('named', '131B', 21.0454, 105.8487, { street: 'Đường Hồng Hà', units: PHUC_XA, name: 'Nhà văn hoá' }),
  house('guessed', '137', 21.0456, 105.8488, {
    street: 'Đường Hồng Hà',
    units: PHUC_XA,
    isInterpolated: true,
  }),
  house('nameless', '9', 21.0462, 105.8502, { units: PHUC_XA }),
  poi('market', 'Chợ Long Biên', 21.0431, 105.8496, {
    ...{ categories: ['market', 'atm'], units: PHUC_XA, number: '1', street: 'Phố Hàng Đậu' },
    ...{
      phone: '+84 24 3828 1234',
      website: 'https://cho.example',
      openingHours: 'Mo-Su 03:00-18:00; PH off',
    },
  }),
  poi('stall', 'Quầy 7, dãy B', 21.0432, 105.8497, { parentKey: 'market', categories: ['shop'] }),
  poi('gate', 'Cổng chợ 🙂', 21.043, 105.8495, { parentKey: 'market' }),
  poi('bank', 'Ngân hàng Á Châu', 21.0435, 105.8498, { categories: ['bank', 'atm'] }),
  poi('cafe', 'Cà phê 44', 21.0436, 105.8499, { categories: ['cafe'], otherNames: ['Cafe 44'] }),
  street('le-loi', 'Đường Lê Lợi', [10.7725, 106.6985, 10.7735, 106.7005, 10.7745, 106.7025], 4),
  house('le-loi-12', '12', 10.7736, 106.7006, { street: 'Đường Lê Lợi', units: BEN_NGHE }),
  street('3-2', 'Đường 3 Tháng 2', [10.768, 106.668, 10.772, 106.674], 4),
  poi('hospital', 'Bệnh viện Bạch Mai', 21.0011, 105.8411, {
    categories: ['hospital'],
    phone: '+84 24 3869 3731',
  }),
  poi('null-island', 'Phao số 0', 0, 0, { categories: ['attraction'] }),
  poi('date-line', 'Taveuni', -16.8, 180, { categories: ['attraction'] }),
  poi('pole', 'Nam Cực', -90, -180, { categories: ['attraction'] }),
];

/** Four pictures along Đường Hồng Hà: two of 360 degrees, one flat one that looks at the street, and a hidden one. */
export const SMALL_CITY_PICTURES: readonly SourcePicture[] = [
  picture('p1', 21.0442, 105.8486, {
    'pers:interior_orientation': { field_of_view: 360 },
    'view:azimuth': 30,
  }),
  picture('p2', 21.0443, 105.8487, {
    'pers:interior_orientation': { field_of_view: 360 },
    'view:azimuth': 30,
  }),
  picture('p3', 21.0444, 105.8488, {
    'pers:interior_orientation': { field_of_view: 70 },
    'view:azimuth': 225,
  }),
  picture('p4', 21.0445, 105.8489, { 'geovisio:status': 'hidden' }),
];

function picture(id: string, lat: number, lon: number, properties: Record<string, unknown>): SourcePicture {
  const item = {
    id,
    collection: 'hong-ha',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { datetime: `2024-05-0${id.slice(1)}T08:00:00Z`, ...properties },
    assets: Object.fromEntries(
      ['thumb', 'sd', 'hd'].map((size) => [size, { href: `pictures/${id}/${size}.jpg` }]),
    ),
  };
  const read = readItem(item, () => undefined);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

/** Builds a dataset of {@link SMALL_CITY}, and more, over the units of the starter, for the time of a test. */
export async function buildSmallCity({
  features = [],
  items,
}: {
  features?: readonly Feature[];
  /** Pictures in place of {@link SMALL_CITY_PICTURES}. */
  items?: readonly ImageryItem[];
} = {}): Promise<{ dir: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-city-'));
  const dir = join(folder, 'dataset');
  await buildDataset({
    outDir: dir,
    starterDir: 'fixtures/starter',
    withoutStarterPlaces: true,
    pictures: items?.map(pictureOf) ?? SMALL_CITY_PICTURES,
    readers: [
      async (sink) => {
        for (const feature of [...SMALL_CITY, ...features]) sink(feature);
      },
    ],
  });
  return { dir, remove: () => rm(folder, { recursive: true, force: true }) };
}

function pictureOf(item: ImageryItem): SourcePicture {
  const picture = readItem(item, (remark) => {
    throw new Error(remark.code);
  });
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

function street(key: string, name: string, line: number[], rank: number): StreetFeature {
  return { kind: 'street', key, name, otherNames: [], line: Float64Array.from(line), rank };
}

function house(
  key: string,
  number: string,
  lat: number,
  lon: number,
  more: Partial<HouseFeature>,
): HouseFeature {
  return { kind: 'house', key, number, units: {}, position: { lat, lon }, ...more };
}

function poi(key: string, name: string, lat: number, lon: number, more: Partial<PoiFeature>): PoiFeature {
  return {
    ...{ kind: 'poi', key, name, otherNames: [], categories: [], units: {}, importance: 100 },
    position: { lat, lon },
    ...more,
  };
}
