import { describe, expect, it } from 'vitest';
import { addressOf, houseNumbersOf, namesOfPlace, namesOfRoad, readName, readText } from './osm-names.ts';
import { adminLevelOf, areaFeature } from './osm-area.ts';
import { houseFeatures, placeKindOf, poiFeature } from './osm-place.ts';
import { isRoad, streetFeature } from './plan-ways.ts';

const LINE = Float64Array.of(10, 106, 10.001, 106);

describe('texts of tags', () => {
  it('are composed, with single spaces and the Vietnamese letter', () => {
    expect(readText({ name: ' Ðường \u00a0 Lê\tLợi\n'.normalize('NFD') }, 'name')).toBe('Đường Lê Lợi');
    expect(readText({ name: '' }, 'name')).toBeUndefined();
    expect(readText({ name: 'x'.repeat(256) }, 'name')).toBeUndefined();
    expect(readText({}, 'name')).toBeUndefined();
  });

  it('are no names where a form was filled to be done with', () => {
    for (const name of ['a', '-', '.', 'Không', 'ko có', 'none', '?'])
      expect(readName({ name }, 'name'), name).toBeUndefined();
    for (const name of ['3/2', '7', 'Âu Cơ', 'ga']) expect(readName({ name }, 'name')).toBe(name);
  });
});

describe('names', () => {
  it('take the name, and everything else it is called', () => {
    expect(
      namesOfRoad({
        name: 'Cách Mạng Tháng Tám;CMT8',
        alt_name: 'Cách Mạng Tháng 8; CMT8',
        old_name: 'Lê Văn Duyệt',
        'name:vi': 'Cách Mạng Tháng Tám',
        'name:en': 'August Revolution Street',
        ref: 'QL22',
      }),
    ).toEqual({
      name: 'Cách Mạng Tháng Tám',
      otherNames: ['CMT8', 'Cách Mạng Tháng 8', 'Lê Văn Duyệt', 'August Revolution Street', 'QL22'],
    });
  });

  it('take the number of a road only where it has no name, and never of a place', () => {
    expect(namesOfRoad({ ref: 'QL1A;AH1' })).toEqual({ name: 'QL1A', otherNames: ['AH1'] });
    expect(namesOfPlace({ ref: 'Q1T007' })).toBeUndefined();
    expect(namesOfPlace({ 'name:en': 'Dandelion Apartments' })?.name).toBe('Dandelion Apartments');
  });
});

describe('addresses', () => {
  it('split house numbers and drop their words', () => {
    expect(houseNumbersOf('12;14')).toEqual(['12', '14']);
    expect(houseNumbersOf('12, 14 , 12')).toEqual(['12', '14']);
    expect(houseNumbersOf('Số Nhà  24')).toEqual(['24']);
    expect(houseNumbersOf('số 5A')).toEqual(['5A']);
    expect(houseNumbersOf('47-49')).toEqual(['47-49']);
    expect(houseNumbersOf('12/3/45')).toEqual(['12/3/45']);
    expect(houseNumbersOf('a')).toEqual([]);
    expect(houseNumbersOf('')).toEqual([]);
  });

  it('tell units by key, and by type word where a key is used for several levels', () => {
    expect(
      addressOf({ 'addr:subdistrict': '07', 'addr:district': '3', 'addr:city': 'Hồ Chí Minh' }).units,
    ).toEqual({ ward: 'Phường 7', district: 'Quận 3', province: 'Hồ Chí Minh' });
    expect(addressOf({ 'addr:suburb': 'Phường Tân Phú', 'addr:city': 'Quận 7' }).units).toEqual({
      ward: 'Phường Tân Phú',
      district: 'Quận 7',
    });
    expect(addressOf({ 'addr:city': 'Đà Lạt', 'addr:province': 'Lâm Đồng' }).units).toEqual({
      district: 'Đà Lạt',
      province: 'Lâm Đồng',
    });
    expect(addressOf({ 'addr:city': 'Ha Noi', 'addr:province': 'Hà Nội' }).units).toEqual({
      province: 'Hà Nội',
    });
    expect(addressOf({ 'addr:city': '2737339', 'addr:suburb': 'Ward 6' }).units).toEqual({});
  });

  it('take a street, else a named place, and no filling', () => {
    expect(addressOf({ 'addr:street': '3/2', 'addr:place': 'Xóm Mới' }).street).toBe('3/2');
    expect(addressOf({ 'addr:street': 'a', 'addr:place': 'Xóm Mới' }).street).toBe('Xóm Mới');
    expect(addressOf({ 'addr:place': '8307' }).street).toBeUndefined();
    expect(addressOf({ 'addr:postcode': 'District 3' }).postcode).toBeUndefined();
    expect(addressOf({ 'addr:postcode': '700000', 'addr:housename': '65' })).toEqual({
      numbers: [],
      units: {},
      postcode: '700000',
    });
  });
});

describe('roads', () => {
  it('are ranked by class, alleys by their names', () => {
    const rank = (highway: string, name: string) => streetFeature(1, { highway, name }, LINE)?.rank;
    expect(rank('trunk', 'Quốc lộ 1A')).toBe(5);
    expect(rank('residential', 'Lê Lai')).toBe(1);
    expect(rank('residential', 'Hẻm 47 Lê Lai')).toBe(0);
    expect(rank('residential', 'Ngõ 12 Cát Linh')).toBe(0);
    expect(rank('residential', 'Ngô Quyền')).toBe(1);
    expect(rank('tertiary', 'Ngõ 12 Cát Linh')).toBe(2);
    expect(streetFeature(1, { highway: 'residential' }, LINE)).toBeUndefined();
  });

  it('are no squares, stops or other features', () => {
    expect(isRoad({ highway: 'pedestrian' })).toBe(true);
    expect(isRoad({ highway: 'pedestrian', area: 'yes' })).toBe(false);
    expect(isRoad({ highway: 'bus_stop' })).toBe(false);
    expect(isRoad({ railway: 'rail' })).toBe(false);
  });
});

describe('places', () => {
  const kind = (tags: Record<string, string>) => placeKindOf(tags);

  it('have a name or a brand, and a category by tags or by name', () => {
    expect(kind({ amenity: 'cafe', name: 'Cà Phê Cá Chép' })).toMatchObject({ categories: ['cafe'] });
    expect(kind({ amenity: 'atm', operator: 'ACB' })).toMatchObject({
      names: { name: 'ACB' },
      categories: ['atm'],
    });
    expect(kind({ amenity: 'school', name: 'Trường Tiểu học Phan Chu Trinh' })).toMatchObject({
      categories: ['primary_school', 'school'],
    });
    expect(kind({ building: 'yes', name: 'Chợ Bến Thành' })).toMatchObject({
      categories: ['market', 'building'],
    });
    expect(kind({ name: 'Đền tưởng niệm các Vua Hùng' })).toMatchObject({ categories: ['shrine'] });
  });

  it('say what they lack', () => {
    expect(kind({ amenity: 'atm', operator: '3' })).toBe('dataset.noName');
    expect(kind({ amenity: 'school' })).toBe('dataset.noName');
    expect(kind({ name: 'NGUYEN VAN A' })).toBe('osm.noCategory');
    expect(kind({ building: 'yes' })).toBeUndefined();
    expect(kind({ name: 'Sông Sài Gòn', waterway: 'river' })).toBeUndefined();
    expect(kind({ highway: 'residential', name: 'Chợ Lớn' })).toBeUndefined();
  });

  it('are no administrative units', () => {
    expect(kind({ place: 'suburb', name: 'Phường 5' })).toBe('osm.label');
    expect(kind({ place: 'city', name: 'Thủ Đức' })).toBe('osm.label');
    expect(kind({ place: 'village', name: 'Xã Tân Hiệp' })).toBe('osm.label');
    expect(kind({ place: 'suburb', name: 'Quan 2' })).toBe('osm.label');
    expect(kind({ place: 'suburb', name: 'Quang Trung' })).toMatchObject({ categories: ['quarter'] });
    expect(kind({ place: 'village', name: 'Làng Vũ Đại' })).toMatchObject({ categories: ['village'] });
    expect(kind({ place: 'suburb', amenity: 'marketplace', name: 'Phường Hội' })).toMatchObject({
      categories: ['market', 'quarter'],
    });
  });

  it('carry what is known of them, and weigh by category, size and fame', () => {
    const tags = {
      amenity: 'university',
      name: 'Đại học A',
      wikidata: 'Q1',
      'contact:phone': '+84 1',
      url: 'https://a.example',
      opening_hours: '24/7',
      'addr:housenumber': '1;3',
      'addr:street': 'Lê Lợi',
    };
    const ring = Float64Array.of(10, 106, 10, 106.01, 10.01, 106.01, 10.01, 106, 10, 106);
    const place = kind(tags);
    if (typeof place !== 'object') throw new Error('no place');
    const feature = poiFeature('osm:way/1', tags, place, {
      position: { lat: 10, lon: 106 },
      polygons: [[ring]],
      parentKey: 'osm:relation/2',
    });
    expect(feature).toMatchObject({
      number: '1',
      street: 'Lê Lợi',
      phone: '+84 1',
      website: 'https://a.example',
      openingHours: '24/7',
      parentKey: 'osm:relation/2',
      outline: [[ring]],
      importance: 255,
    });
    const cafe = kind({ amenity: 'cafe', name: 'Cá Chép' });
    if (typeof cafe !== 'object') throw new Error('no place');
    expect(
      poiFeature('k', {}, cafe, { position: { lat: 0, lon: 0 }, polygons: [[ring]], street: 'Lê Lai' }),
    ).toEqual({
      kind: 'poi',
      key: 'k',
      name: 'Cá Chép',
      otherNames: [],
      position: { lat: 0, lon: 0 },
      categories: ['cafe'],
      units: {},
      street: 'Lê Lai',
      importance: 84,
    });
  });

  it('make a house of each number', () => {
    const houses = houseFeatures(
      'osm:node/1',
      { 'addr:housenumber': '12;14' },
      { lat: 1, lon: 2 },
      'Lê Lợi',
      'Nhà A',
    );
    expect(houses).toEqual(
      ['12', '14'].map((number) => ({
        kind: 'house',
        key: `osm:node/1#${number}`,
        number,
        units: {},
        position: { lat: 1, lon: 2 },
        street: 'Lê Lợi',
        name: 'Nhà A',
      })),
    );
  });
});

describe('administrative areas', () => {
  it('have a level of 4 to 9, or are wards of level 10', () => {
    expect(adminLevelOf({ admin_level: '6' })).toBe(6);
    expect(adminLevelOf({ admin_level: '10', name: 'Phường 14' })).toBe(8);
    for (const admin_level of ['2', '3', '10', '11', '', 'x', '6.5', '6;8']) {
      expect(adminLevelOf({ admin_level, name: 'Khu phố 1' }), admin_level).toBeUndefined();
    }
  });

  it('have a name, and a code where it is one', () => {
    expect(areaFeature('k', { admin_level: '6', name: 'Phường Sài Gòn', ref: '26740' }, [])).toMatchObject({
      name: 'Phường Sài Gòn',
      code: '26740',
      adminLevel: 6,
    });
    expect(areaFeature('k', { admin_level: '6', name: 'Quận 1', ref: 'Q1' }, [])).not.toHaveProperty('code');
    expect(areaFeature('k', { admin_level: '6' }, [])).toBe('osm.areaUnnamed');
    expect(areaFeature('k', { admin_level: '2', name: 'Việt Nam' }, [])).toBe('osm.areaOfOtherLevel');
  });
});
