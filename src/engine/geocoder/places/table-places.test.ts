import { beforeAll, describe, expect, it } from 'vitest';
import { assembleTables } from '../../../dataset/compile/assemble-tables.ts';
import type { Feature, HouseFeature, PoiFeature } from '../../../dataset/features.ts';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import { hashKey, placeId } from '../../gazetteer/place-id.ts';
import { buildUnits } from '../../gazetteer/unit-table/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { findPlace } from '../place-engine.ts';
import type { LocalPlace } from './local-place.ts';
import { createPlaceMatch } from './place-match.ts';
import { certainMatch } from './certain-match.ts';
import { createBaseWardUnits } from './base-ward-units.ts';
import { createTablePlaces } from './table-places.ts';

const PHUC_XA = { ward: 'Phường Phúc Xá', district: 'Quận Ba Đình', province: 'Thành phố Hà Nội' };

const house = (key: string, number: string, more: Partial<HouseFeature> = {}): HouseFeature => ({
  ...{ kind: 'house', key, number, units: PHUC_XA, position: { lat: 21.0443, lon: 105.8487 } },
  ...more,
});
const poi = (key: string, name: string, more: Partial<PoiFeature> = {}): PoiFeature => ({
  ...{ kind: 'poi', key, name, otherNames: [], categories: [], units: PHUC_XA, importance: 100 },
  position: { lat: 21.0443, lon: 105.8487 },
  ...more,
});

const FEATURES: Feature[] = [
  {
    ...{ kind: 'street', key: 's:1', name: 'Đường Hồng Hà', otherNames: [], rank: 2 },
    line: Float64Array.of(21.0441, 105.8485, 21.0449, 105.8489),
  },
  house('h:131', '131', { street: 'Đường Hồng Hà', postcode: '100000' }),
  house('h:131b', '131B', { street: 'Đường Hồng Hà', name: 'Nhà văn hoá' }),
  house('h:135', '135', { street: 'Đường Hồng Hà', isInterpolated: true }),
  poi('p:market', 'Chợ Long Biên', {
    categories: ['market', 'atm'],
    ...{ number: '1', street: 'Phố Hàng Đậu', phone: '+84 24 1234', website: 'https://x.vn' },
    openingHours: 'Mo-Su 03:00-18:00; PH off',
  }),
  poi('p:stall', 'Quầy 7', { parentKey: 'p:market' }),
  poi('p:away', 'Schloss Vaduz', { units: {}, position: { lat: 47.1393, lon: 9.5243 } }),
];

let tables: PlaceTables;
let placeOf: ReturnType<typeof createTablePlaces>;
const of = (key: string): number => findPlace(tables, hashKey(key));
const at = (key: string, units: 'old' | 'new' = 'old', distance?: number): LocalPlace =>
  placeOf(certainMatch(tables, of(key)), units, distance);

beforeAll(async () => {
  const admin = await openAdminDataset('fixtures/starter');
  const units = buildUnits(admin);
  tables = assembleTables({ admin, units, features: FEATURES });
  placeOf = createTablePlaces(tables, createBaseWardUnits(admin, units), admin);
});

describe('places of the tables', () => {
  it('name a house by its number and street, in old and in new units', () => {
    const place = at('h:131');
    expect(place).toMatchObject({
      ...{ id: placeId('h:131'), name: '131 Đường Hồng Hà', level: 'house', houseNumber: '131' },
      ...{ street: 'Đường Hồng Hà', streetLine: '131 Đường Hồng Hà', categories: ['house'], hasChild: false },
      label: '131 Đường Hồng Hà, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
      address: 'Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
      ...{ position: { lat: 21.0443, lon: 105.8487 }, record: { postcode: '100000' }, isVietnam: true },
      distanceMeters: null,
    });
    expect(at('h:131', 'new').label).toBe('131 Đường Hồng Hà, Phường Hồng Hà, Thành phố Hà Nội');
    expect(at('h:131', 'new').extension).toEqual(place.extension);
    expect(place.extension.old).toMatchObject({ ward: 'Phường Phúc Xá', district: 'Quận Ba Đình' });
    expect(place.extension.new).toMatchObject({ ward: 'Phường Hồng Hà', province_code: '01' });
  });

  it('put the name of a house in front of its address', () => {
    expect(at('h:131b')).toMatchObject({
      name: 'Nhà văn hoá',
      label: 'Nhà văn hoá, 131B Đường Hồng Hà, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
    });
  });

  it('say that a house was placed along a line', () => {
    expect(at('h:135')).toMatchObject({ level: 'interpolated', name: '135 Đường Hồng Hà' });
  });

  it('describe a point of interest with its own address, as its source writes it', () => {
    expect(at('p:market', 'new', 12)).toMatchObject({
      ...{ name: 'Chợ Long Biên', level: 'poi', streetLine: '1 Phố Hàng Đậu', hasChild: true },
      label: 'Chợ Long Biên, 1 Phố Hàng Đậu, Phường Hồng Hà, Thành phố Hà Nội',
      distanceMeters: 12,
      record: { phone: '+84 24 1234', website: 'https://x.vn', openingHours: 'Mo-Su 03:00-18:00; PH off' },
    });
    expect(at('p:market').categories).toEqual(expect.arrayContaining(['atm', 'market']));
    expect(at('p:stall')).toMatchObject({ hasChild: false, streetLine: '', categories: ['poi'] });
  });

  it('describe a street', () => {
    expect(placeOf(certainMatch(tables, 0), 'old')).toMatchObject({
      ...{ name: 'Đường Hồng Hà', level: 'street', houseNumber: '', streetLine: 'Đường Hồng Hà' },
      label: 'Đường Hồng Hà, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
    });
  });

  it('name no units abroad', () => {
    expect(at('p:away')).toMatchObject({ label: 'Schloss Vaduz', address: '', isVietnam: false });
    expect(at('p:away').extension.new.province).toBeNull();
  });

  it('keep what a search found: the position it computed and the number that was asked', () => {
    const found = placeOf(
      createPlaceMatch(0, 'interpolated', { lat: 21.04445, lon: 105.84871 }, 30.4, '133', 0.91234, 0.2),
      'new',
    );
    expect(found).toMatchObject({
      ...{
        id: placeOf(certainMatch(tables, 0), 'new').id,
        label: '133 Đường Hồng Hà, Phường Hồng Hà, Thành phố Hà Nội',
      },
      ...{ position: { lat: 21.04445, lon: 105.84871 }, level: 'interpolated' },
    });
    expect(found.extension).toMatchObject({ accuracy_radius_meters: 30, score: 0.912, margin: 0.2 });
  });
});
