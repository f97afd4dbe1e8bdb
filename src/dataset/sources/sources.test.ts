import { rowsOf } from '../../../test/support/reason-counts.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AreaFeature, Feature, HouseFeature, PoiFeature } from '../features.ts';
import { readAddressesFile } from './addresses.ts';
import { openAdminDataset } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { readAdminFile } from './admin.ts';
import { createWardFinder } from './find-ward.ts';
import { readPlacesFile } from './places.ts';
import type { SourceOptions } from './source-report.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-sources-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(content: string | Buffer, name = 'input'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function read<F extends Feature>(
  reader: typeof readAddressesFile,
  content: string | Buffer,
  options?: SourceOptions,
) {
  const features: F[] = [];
  const report = await reader(await file(content), (feature) => features.push(feature as F), options);
  return { features, report };
}
const addresses = (content: string | Buffer, options?: SourceOptions) =>
  read<HouseFeature>(readAddressesFile, content, options);

describe('readAddressesFile', () => {
  it('maps Vietnamese headers, whatever the delimiter, with BOM, CRLF, quoted line breaks and decimal commas', async () => {
    const { features, report } = await addresses(
      '\uFEFFMã;Số nhà;Tên đường;Phường/Xã;Quận/Huyện;Tỉnh/Thành phố;Vĩ độ;Kinh độ\r\n' +
        'A1;"12\r\n";Lê Lợi;Bến Nghé;Quận 1;TP HCM;10,7741;106,7004\r\n',
    );
    expect(features).toEqual([
      {
        kind: 'house',
        key: 'addresses:A1',
        number: '12',
        street: 'Lê Lợi',
        units: { ward: 'Bến Nghé', district: 'Quận 1', province: 'TP HCM' },
        position: { lat: 10.7741, lon: 106.7004 },
      },
    ]);
    expect(report.columns).toMatchObject({ number: 'Số nhà', street: 'Tên đường', lat: 'Vĩ độ' });
  });

  it('reads the same houses from NDJSON, a JSON array, GeoJSON and .gz', async () => {
    const rows = [
      {
        id: 7,
        'addr:housenumber': '12A',
        'addr:street': 'Phố Huế',
        lat: 21.01,
        lon: 105.85,
        postcode: 100000,
      },
      { id: 'b', 'addr:housenumber': 5, 'addr:street': 'Lò Đúc', lat: 21.02, lon: 105.86, postcode: null },
    ];
    const collection = {
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
      features: rows.map(({ lat, lon, id, ...properties }) => ({
        type: 'Feature',
        id,
        properties,
        geometry: { type: 'Point', coordinates: [lon, lat] },
      })),
    };
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    const featureLines = collection.features.map((row) => JSON.stringify(row)).join('\r\n');
    const expected = (await addresses(lines)).features;
    expect(expected.map(({ key, number, street, postcode }) => [key, number, street, postcode])).toEqual([
      ['addresses:7', '12A', 'Phố Huế', '100000'],
      ['addresses:b', '5', 'Lò Đúc', undefined],
    ]);
    for (const content of [
      JSON.stringify(rows),
      JSON.stringify(rows, null, 2),
      JSON.stringify(collection),
      JSON.stringify(collection, null, 2),
      featureLines,
      gzipSync(lines),
      gzipSync(JSON.stringify(collection)),
    ]) {
      expect((await addresses(content)).features).toEqual(expected);
    }
  });

  it('takes one column with the whole address, and columns before it', async () => {
    const { features } = await addresses(
      'id,address,quan,lat,lng\n1,"131 Đường Hồng Hà, Ba Đình, Hà Nội 100000",,21.04,105.84\n2,"12 Láng, Hà Nội",Đống Đa,21.01,105.8\n',
    );
    expect(features.map(({ number, street, units, postcode }) => [number, street, units, postcode])).toEqual([
      ['131', 'Đường Hồng Hà', { district: 'Ba Đình', province: 'Hà Nội' }, '100000'],
      ['12', 'Láng', { district: 'Đống Đa', province: 'Hà Nội' }, undefined],
    ]);
  });

  it('parts an alley in the column of the number, and a number in the column of the street', async () => {
    const { features } = await addresses(
      'so_nha,duong,toado\n40 ngõ 1,Phạm Tuấn Tài,"21.04, 105.78"\n,131 Hồng Hà,21.04 105.84\n',
    );
    expect(features.map(({ number, street }) => [number, street])).toEqual([
      ['40', 'ngõ 1 Phạm Tuấn Tài'],
      ['131', 'Hồng Hà'],
    ]);
  });

  it('takes stated columns before the usual ones', async () => {
    const { features } = await addresses('SO,number,Y2,X2\n12,wrong,21,105\n', {
      columns: { number: 'SO', lat: 'Y2', lon: 'X2' },
    });
    expect(features[0]).toMatchObject({ number: '12', position: { lat: 21, lon: 105 } });
  });

  it('makes keys of the content where there is no id, the same wherever the row stands', async () => {
    const header = 'number,street,lat,lon\n';
    const [one, two] = ['12,Lê Lợi,10.1,106.1\n', '12,Lê Lợi,10.1,106.2\n'];
    const forward = (await addresses(header + one + two)).features.map(({ key }) => key);
    const backward = (await addresses(header + two + one)).features.map(({ key }) => key);
    expect(backward.reverse()).toEqual(forward);
    expect(new Set(forward).size).toBe(2);
    expect(forward[0]).toMatch(/^addresses:[\w-]{16}$/);
    expect((await addresses(header + one, { prefix: 'addresses2' })).features[0]?.key).toMatch(
      /^addresses2:/,
    );
  });

  it('counts rows that cannot be used by reason, with the first of them, and uses the others', async () => {
    const broken = Buffer.from('12,L\u00ea,21,105\n', 'latin1');
    const { features, report } = await addresses(
      Buffer.concat([
        Buffer.from(
          'number,street,lat,lon\n1,A,21,105\nx,A,21,105\n,A,21,105\n3,A,,\n4,A,21,\n5,A,105,21\n6,A,999,999\n7,A,north,105\n8,A\n9,A,21,105,x\n10,"A" B,21,105\n',
        ),
        broken,
        Buffer.from('0,A,0,0\n'),
      ]),
    );
    expect(features.map(({ number }) => number)).toEqual(['1', '', '10', '0']);
    expect(features[3]?.position).toEqual({ lat: 0, lon: 0 });
    expect(report).toMatchObject({ rows: 13, used: 4 });
    expect(rowsOf(report.remarks)).toEqual({ 'no house number': { count: 1, rows: [3] } });
    expect(rowsOf(report.skipped)).toEqual({
      'house number not understood': { count: 1, rows: [2] },
      'no position': { count: 1, rows: [4] },
      'half a position': { count: 1, rows: [5] },
      'position out of range: latitude and longitude look swapped': { count: 1, rows: [6] },
      'position out of range': { count: 1, rows: [7] },
      'position is not two decimal numbers': { count: 1, rows: [8] },
      'another number of cells than the header': { count: 2, rows: [9, 10] },
      'not UTF-8': { count: 1, rows: [12] },
    });
  });

  it('reads streets with a point, or in a ward by name or code, and numbers near a point', async () => {
    const admin = await openAdminDataset('fixtures/starter');
    const options = { ofStreets: true, findWard: createWardFinder(admin) };
    const { features, report } = await addresses(
      'number,street,ward,district,province,wardCode,lat,lon\n' +
        ',Đường 30 Tháng 4,,,,,10.03,105.77\n582,Núi Thành,,,Đà Nẵng,,16.03,108.22\n,Lê Lợi,,,,26740,,\n' +
        ',30 Tháng 4,Phường Bến Nghé,Quận 1,TP Hồ Chí Minh,,,\n7,Lê Lai,Phường Sài Gòn,,,,,\n' +
        ',Trần Phú,Phường 1,,,,,\n,Trần Phú,Phường Không Đâu,,,,,\n,Trần Phú,,,,,,\n5,,,,,,10,106\n',
      options,
    );
    const ward = admin.wards.find(({ code }) => code === '26740');
    expect(features).toMatchObject([
      { number: '', street: 'Đường 30 Tháng 4', radiusMeters: 500 },
      { number: '582', street: 'Núi Thành', isInterpolated: true },
      { number: '', street: 'Lê Lợi', position: ward?.position, radiusMeters: ward?.radiusMeters },
      { number: '', street: '30 Tháng 4', position: ward?.position },
      { number: '', street: 'Lê Lai', position: ward?.position },
    ]);
    expect(rowsOf(report.skipped)).toEqual({
      'no position, and the ward may be one of several': { count: 1, rows: [6] },
      'no position, and the ward is not known': { count: 1, rows: [7] },
      'no position': { count: 1, rows: [8] },
      'no street': { count: 1, rows: [9] },
    });
    expect(rowsOf(report.remarks)).toEqual({
      'a number without a position: the street alone is used': { count: 1, rows: [5] },
    });
  });

  it('counts lines that are no JSON objects, and reads on', async () => {
    const good = '{"number":"1","lat":21,"lon":105}';
    const { report } = await addresses(`${good}\n{"number":\n[1]\n"x"\n${good}\n`);
    expect(report.used).toBe(2);
    expect(rowsOf(report.skipped)).toEqual({
      'not JSON': { count: 1, rows: [2] },
      'not a JSON object': { count: 2, rows: [3, 4] },
    });
  });

  it.each([
    [
      'a header without a position',
      'number,street\n1,A\n',
      /no two columns have latitude and longitude\. Its columns are "number", "street"/,
    ],
    ['a header without numbers', 'city,lat,lon\nx,1,1\n', /no column has the house number/],
    ['nothing', '', /empty/],
    [
      'a quote that is never closed',
      'number,lat,lon\n1,21,105\n"2,21,105\n',
      /quoted cell is not closed.* after row 1, byte 24\./,
    ],
    [
      'half a collection',
      '{"type":"FeatureCollection","features":[{"a":1},{"a"',
      /breaks off at its end, byte 52, in or after element 2/,
    ],
    ['broken JSON', '[{"a":1},{"a":x}]', /not valid JSON between byte 0 and 17, in or after element/],
    ['JSON that is no list', '{\n"a": 1\n}', /one JSON object without a list "features"/],
    [
      'other coordinates',
      '{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:3405"}},"features":[]}',
      /another system than WGS84: .*EPSG:3405/,
    ],
    ['half a gzip file', gzipSync('number,lat,lon\n1,21,105\n').subarray(0, 30), /breaks off after byte 30/],
  ])('refuses %s and says where', async (_, content, message) => {
    await expect(addresses(content)).rejects.toMatchObject({ code: 'INPUT_BAD' });
    await expect(addresses(content)).rejects.toThrow(message);
  });

  it('says when there is no file', async () => {
    const missing = readAddressesFile(join(folder, 'none.csv'), () => undefined);
    await expect(missing).rejects.toMatchObject({ code: 'INPUT_MISSING' });
  });

  it('reads rows that lie across blocks, and tells how far it is', async () => {
    const street = 'Đường Hồng Hà '.repeat(20).trim();
    const rows = Array.from({ length: 8000 }, (_, i) => `${i},${street},21,105`);
    const path = await file(`number,street,lat,lon\n${rows.join('\n')}`, 'long.csv');
    const seen: number[] = [];
    let told: [number, number] = [0, 0];
    await readAddressesFile(path, (feature) => seen.push(Number((feature as HouseFeature).number)), {
      onBytes: (bytes, total) => (told = [bytes, total]),
    });
    expect(seen).toEqual(rows.map((_, i) => i));
    expect(told[0]).toBe(told[1]);
    expect(told[0]).toBeGreaterThan(1 << 20);
    const json = rows.map((row) => JSON.stringify({ number: row.split(',')[0], street, lat: 21, lon: 105 }));
    for (const content of [json.join('\n'), `[${json.join(',\n')}]`]) {
      expect((await addresses(content)).features.map(({ number }) => Number(number))).toEqual(seen);
    }
  });
});

describe('readPlacesFile', () => {
  it('reads names, categories by slug or word, and what else is known', async () => {
    const { features, report } = await read<PoiFeature>(
      readPlacesFile,
      'id,tên,tên khác,danh mục,lat,lon,địa chỉ,điện thoại,website,opening_hours,parent,importance\n' +
        'p1,Chợ Bến Thành,Ben Thanh Market|Chợ Bến Thành,"market; Ngân hàng|khu vui choi abc",10.7725,106.698,"Lê Lợi, Quận 1, TP HCM",02838299274,http://x,06:00-18:00,,300\n' +
        'p2,Sạp 12,,,10.7725,106.698,,,,,p1,\n' +
        ',,,,10,106,,,,,,\n',
    );
    expect(features).toEqual([
      {
        kind: 'poi',
        key: 'places:p1',
        name: 'Chợ Bến Thành',
        otherNames: ['Ben Thanh Market'],
        position: { lat: 10.7725, lon: 106.698 },
        categories: ['market', 'bank'],
        units: { district: 'Quận 1', province: 'TP HCM' },
        phone: '02838299274',
        website: 'http://x',
        openingHours: '06:00-18:00',
        importance: 255,
      },
      {
        kind: 'poi',
        key: 'places:p2',
        name: 'Sạp 12',
        otherNames: [],
        position: { lat: 10.7725, lon: 106.698 },
        categories: [],
        units: {},
        importance: 30,
        parentKey: 'places:p1',
      },
    ]);
    expect(rowsOf(report.skipped)).toEqual({ 'no name': { count: 1, rows: [3] } });
    expect(rowsOf(report.remarks)).toEqual({ 'category not known': { count: 1, rows: [1] } });
  });

  it('takes the middle of a polygon', async () => {
    const ring = [
      [105, 21],
      [106, 21],
      [106, 22],
      [105, 22],
      [105, 21],
    ];
    const { features } = await read<PoiFeature>(
      readPlacesFile,
      JSON.stringify({
        type: 'Feature',
        properties: { name: 'X' },
        geometry: { type: 'Polygon', coordinates: [ring] },
      }),
    );
    expect(features[0]?.position).toEqual({ lat: 21.5, lon: 105.5 });
  });

  it('knows a place of Overture by its GERS id in every file', async () => {
    const gersId = '08B2A100-d2ca-4b1d-9f6e-0123456789ab';
    const { features } = await read<PoiFeature>(
      readPlacesFile,
      `gers_id,id,name,lat,lon\n${gersId},7,A,10,106\nno id,8,B,10,106\n,9,C,10,106\n`,
      { prefix: 'places-2' },
    );
    expect(features.map((place) => [place.key, place.gersId])).toEqual([
      ['overture:08b2a100-d2ca-4b1d-9f6e-0123456789ab', gersId],
      ['overture:no id', undefined],
      ['places-2:9', undefined],
    ]);
  });
});

describe('readAdminFile', () => {
  const square = (at: number) => [
    [at, 0],
    [at + 1, 0],
    [at + 1, 1],
    [at, 0],
  ];
  const feature = (properties: object, geometry: unknown) =>
    JSON.stringify({ type: 'Feature', properties, geometry });

  it('reads polygons latitude first and closed, with level, code and full name', async () => {
    const multi = { type: 'MultiPolygon', coordinates: [[square(0), square(5)], [square(2).slice(0, 3)]] };
    const { features, report } = await read<AreaFeature>(
      readAdminFile,
      [
        feature({ admin_level: 6, code: '00004', name: 'Ba Đình', full_name: 'Phường Ba Đình' }, multi),
        feature({ name: 'Tỉnh Lào Cai', ref: 'X' }, { type: 'Polygon', coordinates: [square(0)] }),
        feature({ name: 'Phường Ba Đình' }, { type: 'Polygon', coordinates: [square(0)] }),
        feature({ name: 'A', admin_level: 2 }, { type: 'Polygon', coordinates: [square(0)] }),
        feature({ name: 'A', admin_level: 4 }, { type: 'Point', coordinates: [0, 0] }),
        feature(
          { name: 'A', admin_level: 4 },
          {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [999, 0],
                [0, 1],
                [0, 0],
              ],
            ],
          },
        ),
      ].join('\n'),
    );
    expect(features.map(({ key, name, adminLevel, code }) => [key, name, adminLevel, code])).toEqual([
      ['admin:6/00004', 'Phường Ba Đình', 6, '00004'],
      ['admin:4/X', 'Tỉnh Lào Cai', 4, 'X'],
    ]);
    expect(features[0]?.polygons.map((rings) => rings.map((ring) => [...ring]))).toEqual([
      [
        [0, 0, 0, 1, 1, 1, 0, 0],
        [0, 5, 0, 6, 1, 6, 0, 5],
      ],
      [[0, 2, 0, 3, 1, 3, 0, 2]],
    ]);
    expect(rowsOf(report.skipped)).toEqual({
      'no admin_level from 4 to 8': { count: 2, rows: [3, 4] },
      'no Polygon or MultiPolygon': { count: 2, rows: [5, 6] },
    });
  });

  it('refuses a table', async () => {
    await expect(read(readAdminFile, 'name,admin_level\nx,4\n')).rejects.toThrow(/boundaries are polygons/);
  });
});
