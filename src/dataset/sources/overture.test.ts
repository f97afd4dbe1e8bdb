import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categoryNumber } from '../../engine/gazetteer/categories/categories.ts';
import type { PoiFeature } from '../features.ts';
import { overtureCategories, OVERTURE_NAMES } from './overture-categories.ts';
import { overtureFiles } from './overture-files.ts';
import { readOverturePlace, type OvertureRow } from './overture-row.ts';
import { readOvertureFile } from './overture.ts';

const ID = '08b2a100-d2ca-4b1d-9f6e-0123456789ab';
const ROW: OvertureRow = {
  id: ID,
  geometry: { type: 'Point', coordinates: [106.6981, 10.7717] },
  names: {
    primary: 'Chợ Bến Thành',
    common: { en: 'Ben Thanh Market', vi: 'Chợ Bến Thành' },
    rules: [{ variant: 'short', value: 'Bến Thành' }, null],
  },
  taxonomy: {
    primary: 'public_market',
    hierarchy: ['shopping', 'market', 'public_market'],
    alternates: ['food_court'],
  },
  confidence: 1,
  phones: ['+842838292820'],
  websites: ['https://example.vn/'],
  addresses: [
    {
      freeform: '1 Lê Lợi, Phường Bến Thành',
      locality: 'Quận 1',
      region: 'SG',
      postcode: '700000',
      country: 'VN',
    },
  ],
  operating_status: 'open',
};

function place(changes: Partial<OvertureRow>): { place: PoiFeature | string; remarks: string[] } {
  const remarks: string[] = [];
  return { place: readOverturePlace({ ...ROW, ...changes }, (reason) => remarks.push(reason)), remarks };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-overture-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a place of Overture', () => {
  it('keeps its GERS id, names, address, contacts and categories', () => {
    expect(place({})).toEqual({
      place: {
        kind: 'poi',
        key: `overture:${ID}`,
        gersId: ID,
        name: 'Chợ Bến Thành',
        otherNames: ['Ben Thanh Market', 'Bến Thành'],
        position: { lat: 10.7717, lon: 106.6981 },
        categories: ['market', 'food_court'],
        units: { ward: 'Phường Bến Thành', district: 'Quận 1' },
        number: '1',
        street: 'Lê Lợi',
        postcode: '700000',
        phone: '+842838292820',
        website: 'https://example.vn/',
        importance: 140,
      },
      remarks: [],
    });
  });

  it('has the importance of its category, less of it the less sure it is that the place exists', () => {
    const importance = (confidence: unknown) => (place({ confidence }).place as PoiFeature).importance;
    expect([1, 0.5, 0.001, null, undefined].map(importance)).toEqual([140, 105, 70, 105, 105]);
    expect(place({ confidence: 7 }).remarks).toEqual(['confidence is not from 0 to 1']);
  });

  it.each<[reason: string, changes: Partial<OvertureRow>]>([
    ['permanently closed', { operating_status: 'permanently_closed' }],
    ['confidence 0: it does not exist any more', { confidence: 0 }],
    ['no position', { geometry: null }],
    ['not a point', { geometry: { type: 'Polygon', coordinates: [] } }],
    ['position out of range', { geometry: { type: 'Point', coordinates: [106.7, 91] } }],
    ['no name', { names: null }],
    ['no name', { names: { primary: ' ' } }],
    ['not UTF-8', { names: { primary: 'Ch\uFFFD' } }],
    ['in another country: KH', { addresses: [{ country: 'KH' }] }],
  ])('is skipped: %s', (reason, changes) => {
    expect(place(changes).place).toBe(reason);
  });

  it('needs no address, id or category', () => {
    const bare = place({ addresses: null, id: undefined, taxonomy: null, phones: [], websites: undefined });
    expect(bare.remarks).toEqual(['category not known']);
    expect(bare.place).toMatchObject({ gersId: undefined, categories: [], units: {}, importance: 30 });
    expect((bare.place as PoiFeature).key).toMatch(/^overture:[\w-]{16}$/);
  });

  it('is read from WKB where the file has no metadata of GeoParquet', () => {
    const wkb = Buffer.from('0101000000c1caa145b6ac5a401895d409688a2540', 'hex');
    const { position } = place({ geometry: wkb }).place as PoiFeature;
    expect(position.lon).toBeCloseTo(106.6986, 3);
    expect(position.lat).toBeCloseTo(10.7703, 3);
    expect(place({ geometry: wkb.subarray(0, 9) }).place).toBe('not a point');
  });
});

describe('the categories of Overture', () => {
  it('are mapped to categories of ours', () => {
    for (const [name, slug] of OVERTURE_NAMES) {
      expect(name).toMatch(/^[a-z0-9_]+$/);
      expect(categoryNumber(slug), `${name} to ${slug}`).toBeDefined();
    }
  });

  it.each<[slugs: string[], Parameters<typeof overtureCategories>[0]]>([
    [['cafe'], { taxonomy: { primary: 'cafe', hierarchy: ['food_and_drink', 'cafe'] } }],
    // Not listed: by what is above it.
    [
      ['dentist'],
      { taxonomy: { primary: 'endodontics', hierarchy: ['health_care', 'dental_clinic', 'endodontics'] } },
    ],
    [['atm'], { categories: { primary: 'atm' } }],
    [['restaurant', 'bar'], { categories: { primary: 'vietnamese_restaurant', alternate: ['bar', 'x'] } }],
    [['hotel'], { taxonomy: null, basic_category: 'hotel' }],
    [[], { taxonomy: { primary: 'psychic_advising', hierarchy: ['psychic_advising'] } }],
    [[], { taxonomy: { primary: 7, hierarchy: 'x', alternates: [null] } }],
  ])('give %j', (slugs, categories) => {
    expect(overtureCategories(categories)).toEqual(slugs);
  });
});

describe('readOvertureFile', () => {
  const read = async (name: string, content: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const features: PoiFeature[] = [];
    const report = await readOvertureFile(path, (feature) => features.push(feature as PoiFeature));
    return { features, report };
  };
  const { geometry, id, ...properties } = ROW;
  const feature = { type: 'Feature', id, geometry, properties };

  it('reads GeoJSON, a collection and one feature a line, and counts bad rows', async () => {
    const rows = [feature, { ...feature, geometry: null }, 7, feature];
    const collection = JSON.stringify({ type: 'FeatureCollection', features: rows });
    const lines = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n{"broken`;
    for (const [name, content, count] of [
      ['a.geojson', collection, 4],
      ['a.geojsonseq', lines, 5],
    ] as const) {
      const { features, report } = await read(name, content);
      expect(features.map(({ gersId }) => gersId)).toEqual([ID, ID]);
      expect(report).toMatchObject({ rows: count, used: 2 });
      expect(report.skipped.get('no position')).toEqual({ count: 2, rows: [2, 3] });
      expect(report.skipped.get('not JSON')).toEqual(count === 5 ? { count: 1, rows: [5] } : undefined);
    }
  });

  it.each([
    [{ hierarchies: [], subtype: 'locality' }, 'it is a division file of Overture, not one of places'],
    [{ division_id: 'x', names: {} }, 'it is a division_area file'],
    [{ address_levels: [], number: '1' }, 'or give this file with --addresses'],
    [{ ten: 'Quán', loai: 'cafe' }, 'it has no columns of Overture'],
  ])('refuses another file by its columns: %j', async (other, message) => {
    const content = JSON.stringify({ ...feature, properties: other });
    await expect(read('other.geojsonseq', content)).rejects.toThrow(message);
  });

  it('names the file that is missing', async () => {
    await expect(readOvertureFile(join(folder, 'no.parquet'), () => undefined)).rejects.toThrow('no.parquet');
  });
});

describe('overtureFiles', () => {
  it('takes the Parquet files of a folder and below, by name', async () => {
    const base = join(folder, 'release', 'theme=places', 'type=place');
    await mkdir(base, { recursive: true });
    for (const name of ['part-2.zstd.parquet', 'part-1.parquet', '_SUCCESS'])
      await writeFile(join(base, name), '');
    expect(await overtureFiles([join(folder, 'release'), 'one.parquet'])).toEqual([
      join(base, 'part-1.parquet'),
      join(base, 'part-2.zstd.parquet'),
      'one.parquet',
    ]);
  });

  it('names the command that downloads what is on a server, and refuses a folder without files', async () => {
    const release = 's3://overturemaps-us-west-2/release/2026-09-23.0/theme=places/type=place/*';
    await expect(overtureFiles([release])).rejects.toThrow('overturemaps download --bbox=');
    await mkdir(join(folder, 'empty'));
    await expect(overtureFiles([join(folder, 'empty')])).rejects.toThrow(
      'no file in it whose name ends in .parquet',
    );
  });
});
