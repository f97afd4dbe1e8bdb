import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '../../../base/geo/position.ts';
import { BASE_CELL_COUNT } from '../../../base/geo/h3-tree.ts';
import { baseCellOf, cellAt, splitCell } from '../../../base/geo/h3.ts';
import { encodeCover, NO_WARD } from './cover-codec.ts';
import { DATASET_FORMAT, DATASET_VERSION, MANIFEST_FILE } from '../store/manifest.ts';
import { ADMIN_FILES } from '../store/admin-files.ts';
import { openAdminDataset } from './open-admin-dataset.ts';

const STARTER = new URL('../../../../fixtures/starter/', import.meta.url);
const HANOI = { lat: 21.0285, lon: 105.8542 };

function tinyFiles(): Record<string, Buffer> {
  const cover = new Int32Array(BASE_CELL_COUNT).fill(NO_WARD);
  cover[baseCellOf(splitCell(cellAt(HANOI, 0)).high)] = 1;
  const figures = '21.000000,105.800000,2.97,1100';
  return {
    [ADMIN_FILES.provinces]: Buffer.from(
      `code,name,full_name,type,forcode_prefix,lat,lon,area_km2,radius_m\n01,Hà Nội,Thành phố Hà Nội,Thành phố,HN,${figures}\n`,
    ),
    [ADMIN_FILES.wards]: Buffer.from(
      'code,name,full_name,type,province_code,lat,lon,area_km2,radius_m\n' +
        `00004,Ba Đình,Phường Ba Đình,Phường,01,${figures}\n00008,Ngọc Hà,Phường Ngọc Hà,Phường,01,${figures}\n`,
    ),
    [ADMIN_FILES.formerWards]: Buffer.from(
      'code,full_name,district,province,ward_codes\n00016,Phường Ngọc Hà,Quận Ba Đình,Thành phố Hà Nội,00004|00008\n',
    ),
    [ADMIN_FILES.cells]: encodeCover(cover, 0),
  };
}

describe('openAdminDataset', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'geomill-admin-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  /** Writes the tiny dataset, with some files or members of the manifest replaced, and a manifest that vouches for all of it. */
  async function write(
    files: Record<string, Buffer> = {},
    manifest: Record<string, unknown> = {},
  ): Promise<void> {
    const all = { ...tinyFiles(), ...files };
    const entries = Object.entries(all).map(([name, bytes]) => [
      name,
      { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length },
    ]);
    for (const [name, bytes] of Object.entries(all)) await writeFile(join(dir, name), bytes);
    const whole = {
      format: DATASET_FORMAT,
      version: DATASET_VERSION,
      id: 'abc',
      edition: '2025-07-01',
      counts: {},
      attribution: [
        { text: 'someone', license: 'MIT' },
        { text: 'another', license: 'MIT' },
      ],
      arrays: [],
      files: Object.fromEntries(entries) as unknown,
      ...manifest,
    };
    await writeFile(join(dir, MANIFEST_FILE), JSON.stringify(whole));
  }

  it('reads units, figures and cover', async () => {
    await write();
    const dataset = await openAdminDataset(dir);
    expect(dataset).toMatchObject({ id: 'abc', edition: '2025-07-01', attribution: 'someone another' });
    expect(dataset.provinces).toEqual([
      {
        code: '01',
        name: 'Hà Nội',
        fullName: 'Thành phố Hà Nội',
        type: 'Thành phố',
        forcodePrefix: 'HN',
        position: { lat: 21, lon: 105.8 },
        areaKm2: 2.97,
        radiusMeters: 1100,
      },
    ]);
    expect(dataset.wards[1]).toMatchObject({ code: '00008', name: 'Ngọc Hà', type: 'Phường', province: 0 });
    const { code, fullName, district, province, wards, extents } = dataset.formerWards[0]!;
    expect({ code, fullName, district, province, wards, extents }).toEqual({
      code: '00016',
      fullName: 'Phường Ngọc Hà',
      district: 'Quận Ba Đình',
      province: 'Thành phố Hà Nội',
      wards: [0, 1],
    });
    expect(dataset.wardAt(HANOI)).toBe(1);
    expect(dataset.wardAt({ lat: 0, lon: 0 })).toBe(-1);
    expect(dataset.wardsNear(HANOI, 100)).toEqual([{ ward: 1, distanceMeters: 0, nearest: HANOI }]);
  });

  it('finds the wards of positions in more regions than are read one by one, before and after the whole map is read', async () => {
    const dataset = await openAdminDataset(fileURLToPath(STARTER));
    const provinceAt = (position: Position) =>
      dataset.provinces[dataset.wards[dataset.wardAt(position)]?.province ?? -1]?.name;
    for (let turn = 0; turn < 2; turn++)
      for (const [position, name] of [
        [HANOI, 'Hà Nội'],
        [{ lat: 20.86, lon: 106.68 }, 'Hải Phòng'],
        [{ lat: 10.78, lon: 106.7 }, 'Hồ Chí Minh'],
        [{ lat: 0, lon: 0 }, undefined],
        [{ lat: 16.06, lon: 108.21 }, 'Đà Nẵng'],
        [{ lat: 18.67, lon: 105.69 }, 'Nghệ An'],
        [{ lat: 21.39, lon: 103.02 }, 'Điện Biên'],
        [{ lat: 9.18, lon: 105.15 }, 'Cà Mau'],
      ] as const)
        expect(provinceAt(position)).toBe(name);
  });

  it('refuses a folder without a dataset, and says what to name', async () => {
    await expect(openAdminDataset(join(dir, 'none'))).rejects.toMatchObject({
      code: 'DATASET_BAD',
      message: expect.stringMatching(/manifest\.json cannot be read \(ENOENT\)/u) as string,
    });
  });

  it.each(Object.values(ADMIN_FILES))('refuses a flipped bit in %s, and says which file', async (name) => {
    await write();
    const bytes = await readFile(join(dir, name));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(join(dir, name), bytes);
    await expect(openAdminDataset(dir)).rejects.toMatchObject({
      code: 'DATASET_BAD',
      message: expect.stringContaining(name) as string,
    });
  });

  it.each([
    ['another version', { version: 0 }],
    ['another format', { format: 'geomill-streets' }],
    ['no hashes', { files: undefined }],
    ['a hash left out', { files: { [ADMIN_FILES.cells]: { sha256: '', bytes: 0 } } }],
    ['a file outside of the folder', { files: { '../cells.bin': { sha256: 'a'.repeat(64), bytes: 0 } } }],
  ])('refuses a manifest with %s', async (_, manifest) => {
    await write({}, manifest);
    await expect(openAdminDataset(dir)).rejects.toMatchObject({ code: 'DATASET_BAD' });
  });

  it('refuses a manifest that is no JSON', async () => {
    await write();
    await writeFile(join(dir, MANIFEST_FILE), '{');
    await expect(openAdminDataset(dir)).rejects.toMatchObject({ code: 'DATASET_BAD' });
  });

  it.each([
    ['other columns', ADMIN_FILES.wards, 'code,name\n00004,Ba Đình\n'],
    [
      'a province that is not there',
      ADMIN_FILES.provinces,
      'code,name,full_name,type,forcode_prefix,lat,lon,area_km2,radius_m\n',
    ],
    [
      'a ward that is not there',
      ADMIN_FILES.formerWards,
      'code,full_name,district,province,ward_codes\n1,a,b,c,09999\n',
    ],
    [
      'a latitude off the earth',
      ADMIN_FILES.provinces,
      'code,name,full_name,type,forcode_prefix,lat,lon,area_km2,radius_m\n01,Hà Nội,Thành phố Hà Nội,Thành phố,HN,91,105,1,1\n',
    ],
  ])('refuses a table with %s', async (_, name, text) => {
    await write({ [name]: Buffer.from(text) });
    const formerWards = openAdminDataset(dir).then((dataset) =>
      dataset.formerWards.map(({ wards }) => wards),
    );
    await expect(formerWards).rejects.toMatchObject({ code: 'DATASET_BAD' });
  });
});
