import { countsOf } from '../../../test/support/reason-counts.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feature } from '../features.ts';
import { readOsmFile } from './read-osm.ts';
import { sortOsmFiles } from './sort-osm.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'geomill-osm-'));
  path = join(folder, 'city.osm');
});
afterAll(() => rmSync(folder, { recursive: true }));

const tags = (all: Record<string, string>) =>
  Object.entries(all)
    .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    .join('');
const node = (id: number, lat: number, lon: number, all: Record<string, string> = {}) =>
  `<node id="${id}" lat="${lat}" lon="${lon}">${tags(all)}</node>`;
const way = (id: number, refs: number[], all: Record<string, string> = {}) =>
  `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tags(all)}</way>`;
type Member = [type: string, ref: number, role: string];
const relation = (id: number, members: Member[], all: Record<string, string>) =>
  `<relation id="${id}">${members
    .map(([type, ref, role]) => `<member type="${type}" ref="${ref}" role="${role}"/>`)
    .join('')}${tags(all)}</relation>`;

async function read(...objects: string[]) {
  writeFileSync(path, `<osm version="0.6">${objects.join('\n')}</osm>`);
  const features: Feature[] = [];
  const summary = await readOsmFile(path, (feature) => features.push(feature));
  return { features, summary, skipped: countsOf(summary.skipped) };
}

/** Corners of a square: nodes 1 to 4. */
const SQUARE = [node(1, 10, 106), node(2, 10, 106.01), node(3, 10.01, 106.01), node(4, 10.01, 106)];

describe('streets', () => {
  it('come with name, line and key; a number names a road without one', async () => {
    const { features, skipped } = await read(
      ...SQUARE,
      way(10, [1, 2, 3], { highway: 'primary', name: 'Lê Lợi', old_name: 'Bonard' }),
      way(11, [3, 4], { highway: 'trunk', ref: 'QL1A' }),
      way(12, [3, 4], { highway: 'service', 'addr:housenumber': '5' }),
      way(13, [3], { highway: 'service', name: 'Một điểm' }),
      way(14, [3, 99], { highway: 'residential', name: 'Ra ngoài' }),
    );
    expect(features).toEqual([
      {
        kind: 'street',
        key: 'osm:way/10',
        name: 'Lê Lợi',
        otherNames: ['Bonard'],
        rank: 4,
        line: Float64Array.of(10, 106, 10, 106.01, 10.01, 106.01),
      },
      expect.objectContaining({ key: 'osm:way/11', name: 'QL1A', otherNames: [], rank: 5 }),
    ]);
    expect(skipped).toEqual({
      'house number on a road': 1,
      'road without name or number': 1,
      'road of one point': 1,
      'way with missing nodes': 1,
    });
  });
});

describe('houses', () => {
  it('come from nodes, ways and relations, one of each number', async () => {
    const { features, summary, skipped } = await read(
      ...SQUARE,
      node(5, 10.002, 106.002, {
        'addr:housenumber': '12;14',
        'addr:street': 'Lê Lợi',
        'addr:district': '1',
      }),
      node(6, 10.002, 106.002, { 'addr:housenumber': 'a' }),
      way(10, [1, 2, 3, 4, 1], { building: 'yes', 'addr:housenumber': '7', 'addr:housename': 'Nhà Bảy' }),
      way(11, [1, 2, 3, 4, 1]),
      relation(21, [['way', 11, 'outline']], { type: 'building', 'addr:housenumber': '11' }),
      relation(20, [['way', 11, 'outer']], {
        type: 'multipolygon',
        building: 'yes',
        'addr:housenumber': '9',
      }),
    );
    expect(features).toMatchObject([
      { kind: 'house', key: 'osm:node/5#12', number: '12', street: 'Lê Lợi', units: { district: 'Quận 1' } },
      { kind: 'house', key: 'osm:node/5#14', number: '14' },
      {
        kind: 'house',
        key: 'osm:way/10#7',
        name: 'Nhà Bảy',
        position: { lat: expect.closeTo(10.005, 9) as number, lon: expect.closeTo(106.005, 9) as number },
      },
      { kind: 'house', key: 'osm:relation/20#9', number: '9' },
    ]);
    expect(summary.features).toEqual({ streets: 0, houses: 4, interpolated: 0, pois: 0, areas: 0, water: 0 });
    expect(skipped).toEqual({ 'house number without a digit': 1, 'relation of another type': 1 });
  });

  it('take their street from a relation, or from their interpolation line', async () => {
    const { features, summary } = await read(
      node(1, 10, 106, { 'addr:housenumber': '2' }),
      node(2, 10, 106.001),
      node(3, 10, 106.003, { 'addr:housenumber': '8' }),
      node(4, 10, 106.01, { 'addr:housenumber': '1' }),
      way(10, [1, 2, 3], { 'addr:interpolation': 'even', 'addr:street': 'Trần Phú' }),
      way(11, [1, 3], { 'addr:interpolation': 'odd' }),
      relation(20, [['node', 4, 'house']], { type: 'associatedStreet', name: 'Hai Bà Trưng' }),
    );
    expect(features).toMatchObject([
      { key: 'osm:node/1#2', street: 'Trần Phú' },
      { key: 'osm:node/3#8', street: 'Trần Phú' },
      { key: 'osm:node/4#1', street: 'Hai Bà Trưng' },
      {
        key: 'osm:way/10#4',
        street: 'Trần Phú',
        isInterpolated: true,
        position: { lon: expect.closeTo(106.001, 7) as number },
      },
      { key: 'osm:way/10#6', street: 'Trần Phú', isInterpolated: true },
    ]);
    expect(summary.features).toMatchObject({ houses: 5, interpolated: 2 });
    expect(countsOf(summary.skipped)).toEqual({ 'interpolation line whose numbers do not fit': 1 });
  });
});

describe('places', () => {
  it('come with their outline where they hold others, and with a house where they have a number', async () => {
    const { features } = await read(
      ...SQUARE,
      node(5, 10.002, 106.002, {
        amenity: 'cafe',
        name: 'Cá Chép',
        'addr:housenumber': '5',
        'addr:street': 'Lê Lợi',
      }),
      way(10, [1, 2, 3, 4, 1], { amenity: 'hospital', name: 'Bệnh viện A' }),
      way(11, [1, 2, 3, 4, 1], { amenity: 'restaurant', name: 'Quán A' }),
    );
    expect(features).toMatchObject([
      { kind: 'poi', key: 'osm:node/5', categories: ['cafe'], number: '5', street: 'Lê Lợi' },
      { kind: 'house', key: 'osm:node/5#5', number: '5' },
      { kind: 'poi', key: 'osm:way/10', categories: ['hospital'], outline: [[{ length: 10 }]] },
      { kind: 'poi', key: 'osm:way/11', categories: ['restaurant'] },
    ]);
    // A café in a house is not what the house is called, nor does a restaurant hold others.
    expect(features[1]).not.toHaveProperty('name');
    expect(features[3]).not.toHaveProperty('outline');
  });

  it('belong to the site that lists them', async () => {
    const campus = { type: 'site', amenity: 'university', name: 'Đại học A' };
    const { features } = await read(
      ...SQUARE,
      node(5, 10.02, 106.02, { amenity: 'library', name: 'Thư viện A' }),
      way(10, [1, 2, 3, 4, 1], { building: 'university', name: 'Nhà B' }),
      relation(
        20,
        [
          ['way', 10, ''],
          ['node', 5, ''],
        ],
        campus,
      ),
      relation(21, [['node', 99, '']], { ...campus, name: 'Đại học B' }),
    );
    expect(features).toMatchObject([
      { key: 'osm:node/5', parentKey: 'osm:relation/20' },
      { key: 'osm:way/10', parentKey: 'osm:relation/20' },
      { key: 'osm:relation/20', name: 'Đại học A', categories: ['university'] },
    ]);
  });

  it('are the relation and not also the way that only draws it', async () => {
    const { features, skipped } = await read(
      ...SQUARE,
      way(10, [1, 2, 3, 4, 1], { leisure: 'park', name: 'Công viên A' }),
      relation(20, [['way', 10, 'outer']], { type: 'multipolygon', leisure: 'park', name: 'Công viên A' }),
    );
    expect(features.map(({ key }) => key)).toEqual(['osm:relation/20']);
    expect(skipped).toEqual({ 'outline of a relation': 1 });
  });

  it('of which parts are missing lie amid what is known, without an outline', async () => {
    const { features, skipped } = await read(
      ...SQUARE,
      way(10, [1, 2]),
      relation(
        20,
        [
          ['way', 10, 'outer'],
          ['way', 11, 'outer'],
        ],
        { type: 'multipolygon', leisure: 'park', name: 'A B' },
      ),
      relation(21, [['way', 12, 'outer']], { type: 'multipolygon', leisure: 'park', name: 'C D' }),
    );
    expect(features).toMatchObject([
      { key: 'osm:relation/20', position: { lat: 10, lon: expect.closeTo(106.005, 9) as number } },
    ]);
    expect(features[0]).not.toHaveProperty('outline');
    expect(skipped).toEqual({ 'relation with missing members': 1 });
  });
});

describe('administrative areas', () => {
  const ward = { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Phường 1' };

  it('come whole, from relations and closed ways, or are counted', async () => {
    const { features, skipped } = await read(
      ...SQUARE,
      way(10, [1, 2, 3]),
      way(11, [1, 4, 3]),
      way(12, [1, 2, 3, 4, 1], { boundary: 'administrative', admin_level: '6', name: 'Quận 1' }),
      way(13, [1, 3, 2, 4, 1]),
      relation(
        20,
        [
          ['way', 10, 'outer'],
          ['way', 11, ''],
        ],
        ward,
      ),
      relation(21, [['way', 10, 'outer']], ward),
      relation(
        22,
        [
          ['way', 10, 'outer'],
          ['way', 99, 'outer'],
        ],
        ward,
      ),
      relation(23, [['way', 13, 'outer']], ward),
      relation(24, [['way', 12, 'outer']], { ...ward, admin_level: '2' }),
    );
    expect(features).toMatchObject([
      { kind: 'area', key: 'osm:relation/20', name: 'Phường 1', adminLevel: 8, polygons: [[{ length: 10 }]] },
    ]);
    expect(skipped).toEqual({
      'administrative area: open': 1,
      'administrative area: incomplete': 1,
      'administrative area: crosses itself': 1,
      'administrative area of another level': 1,
    });
  });

  it('come from a closed way that no relation uses', async () => {
    const { features } = await read(
      ...SQUARE,
      way(12, [1, 2, 3, 4, 1], { boundary: 'administrative', admin_level: '6', name: 'Quận 1' }),
    );
    expect(features).toMatchObject([{ kind: 'area', key: 'osm:way/12', adminLevel: 6 }]);
    const crossed = await read(
      ...SQUARE,
      way(12, [1, 3, 2, 4, 1], { boundary: 'administrative', admin_level: '6', name: 'Quận 1' }),
    );
    expect(crossed.features).toEqual([]);
    expect(crossed.skipped).toEqual({ 'administrative area: crosses itself': 1 });
  });
});

describe('readOsmFile', () => {
  const objects = [
    ...SQUARE,
    node(5_000_000_005, 10.002, 106.002, { amenity: 'atm', brand: 'Vietcombank', opening_hours: '24/7' }),
    node(6, 95, 106, { amenity: 'atm', brand: 'Vietcombank' }),
    way(10, [1, 2, 3, 4, 1], { leisure: 'park', name: 'Công viên A' }),
    way(11, [1, 5_000_000_005], { highway: 'residential', name: 'Ngõ 12 Cát Linh' }),
    relation(20, [['way', 10, 'outer']], {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: '4',
      name: 'Tỉnh A',
    }),
  ];

  it('gives the same features in whatever order and format the file is', async () => {
    const first = await read(...objects);
    expect(first.features.map(({ kind }) => kind)).toEqual(['poi', 'poi', 'street', 'area']);
    const reversed = await read(...objects.toReversed());
    const byKey = (features: Feature[]) => features.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect(byKey(reversed.features)).toEqual(byKey(first.features));
    await sortOsmFiles([path], join(folder, 'city.osm.pbf'));
    const features: Feature[] = [];
    const summary = await readOsmFile(join(folder, 'city.osm.pbf'), (feature) => features.push(feature));
    expect(features).toEqual(first.features);
    expect(summary.features).toEqual(first.summary.features);
  });

  it('sums up, and tells how far it is', async () => {
    const { summary, skipped } = await read('<meta osm_base="2025-07-01T00:00:00Z"/>', ...objects);
    expect(summary).toMatchObject({ nodes: 6, ways: 2, relations: 1 });
    expect(skipped).toEqual({ 'node off the earth': 1 });
    const phases = new Map<string, number>();
    await readOsmFile(path, () => undefined, {
      onProgress: ({ phase, bytesRead, bytesTotal }) => phases.set(phase, bytesRead / bytesTotal),
    });
    expect([...phases]).toEqual([
      ['relations', 1],
      ['ways', 1],
      ['nodes', 1],
      ['shapes', 1],
    ]);
  });

  it('reads a file without anything, and stops at what the sink throws', async () => {
    const { features, summary } = await read();
    expect(features).toEqual([]);
    expect(summary).toMatchObject({ nodes: 0, ways: 0, relations: 0 });
    await read(...objects);
    const slip = new RangeError('the sink is full');
    await expect(
      readOsmFile(path, () => {
        throw slip;
      }),
    ).rejects.toBe(slip);
  });
});

describe('water', () => {
  const water = async (...objects: string[]) =>
    (await read(...SQUARE, ...objects)).features.filter((feature) => feature.kind === 'water');

  it('comes as rings of areas and lines of rivers, without a name; what is under the ground does not', async () => {
    const features = await water(
      way(10, [1, 4, 3, 2, 1], { natural: 'water' }),
      way(11, [1, 2], { waterway: 'canal', name: 'Nhiêu Lộc' }),
      way(12, [1, 2], { waterway: 'river', tunnel: 'culvert' }),
      way(13, [1, 2, 3], { highway: 'residential', name: 'Lê Lợi' }),
    );
    expect(features).toEqual([
      {
        ...{ kind: 'water', key: 'osm:way/10/water', water: 'area' },
        // Counter-clockwise, whatever the direction of the way is.
        lines: [Float64Array.of(10, 106, 10, 106.01, 10.01, 106.01, 10.01, 106, 10, 106)],
      },
      {
        kind: 'water',
        key: 'osm:way/11/water',
        water: 'canal',
        lines: [Float64Array.of(10, 106, 10, 106.01)],
      },
    ]);
  });

  it('has islands clockwise, and remains a lake to be searched', async () => {
    const island = [node(5, 10.004, 106.004), node(6, 10.004, 106.006), node(7, 10.006, 106.005)];
    const { features } = await read(
      ...SQUARE,
      ...island,
      way(10, [1, 2, 3, 4, 1]),
      way(11, [5, 6, 7, 5]),
      relation(
        20,
        [
          ['way', 10, 'outer'],
          ['way', 11, 'inner'],
        ],
        { type: 'multipolygon', natural: 'water', water: 'lake', name: 'Hồ Tây' },
      ),
    );
    expect(features.map(({ kind }) => kind)).toEqual(['poi', 'water']);
    expect(features[1]).toMatchObject({
      lines: [
        Float64Array.of(10, 106, 10, 106.01, 10.01, 106.01, 10.01, 106, 10, 106),
        Float64Array.of(10.004, 106.004, 10.006, 106.005, 10.004, 106.006, 10.004, 106.004),
      ],
    });
  });

  it('is a shore where the file does not have the whole area, as far as its nodes are known', async () => {
    const features = await water(
      way(10, [1, 2, 99, 3, 4], { natural: 'coastline' }),
      way(11, [1, 2, 3]),
      relation(
        20,
        [
          ['way', 11, 'outer'],
          ['way', 98, 'outer'],
        ],
        { type: 'multipolygon', waterway: 'riverbank' },
      ),
    );
    expect(features).toMatchObject([
      { key: 'osm:way/10/water', water: 'shore', lines: [{ length: 4 }, { length: 4 }] },
      { key: 'osm:relation/20/water', water: 'shore', lines: [{ length: 6 }] },
    ]);
  });
});
