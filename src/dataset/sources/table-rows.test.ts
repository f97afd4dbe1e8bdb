import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_ENDINGS, tableFiles } from '../../../test/support/table-formats.ts';
import type { Feature } from '../features.ts';
import { readAddressesFile } from './addresses.ts';
import { readFormerWards } from './former-wards.ts';
import { readPlacesFile } from './places.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-tables-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(ending: string, names: string[], rows: unknown[][]): Promise<string> {
  const path = join(folder, `table.${ending}`);
  await writeFile(path, (await tableFiles(names, rows))[ending] ?? '');
  return path;
}

describe.each(TABLE_ENDINGS)('a table as %s', (ending) => {
  it('has addresses', async () => {
    const names = ['ma', 'số nhà', 'đường', 'vĩ độ', 'kinh độ'];
    const path = await write(ending, names, [
      ['007', '12A', 'Phố Huế', 21.01, 105.85],
      ['008', 5, 'Lò Đúc', 21.02, 105.86],
      ['009', '', 'Lò Đúc', 21.02, 105.86],
    ]);
    const features: Feature[] = [];
    const report = await readAddressesFile(path, (feature) => features.push(feature));
    expect(features).toMatchObject([
      { key: 'addresses:007', number: '12A', street: 'Phố Huế', position: { lat: 21.01, lon: 105.85 } },
      { key: 'addresses:008', number: '5', street: 'Lò Đúc', position: { lat: 21.02, lon: 105.86 } },
      { key: 'addresses:009', number: '', street: 'Lò Đúc', radiusMeters: 500 },
    ]);
    expect(report).toMatchObject({ rows: 3, used: 3, columns: { number: 'số nhà' } });
    expect([...report.remarks.keys()]).toEqual(['dataset.noHouseNumber']);
  });

  it('has places', async () => {
    const path = await write(ending, ['name', 'category', 'lat', 'lon'], [['Chợ Mơ', 'market', 21, 105.8]]);
    const features: Feature[] = [];
    await readPlacesFile(path, (feature) => features.push(feature));
    expect(features).toMatchObject([{ kind: 'poi', name: 'Chợ Mơ', categories: ['market'] }]);
  });

  it('has former units', async () => {
    const names = ['province', 'district', 'ward', 'newWardCode'];
    const path = await write(ending, names, [['Tỉnh A', 'Huyện B', 'Xã C', '00004']]);
    const province = { name: 'A', fullName: 'Tỉnh A', code: '01' };
    const ward = { name: 'D', fullName: 'Xã D', code: '00004', province: 0 };
    const below = { provinces: [province], wards: [ward], formerWards: [] } as never;
    const { formerWards } = await readFormerWards(path, below);
    expect(formerWards).toMatchObject([{ fullName: 'Xã C', wards: [0] }]);
  });
});

it('is refused as a workbook too where columns are missing', async () => {
  const path = await write('xlsx', ['number', 'street'], [['1', 'A']]);
  await expect(readAddressesFile(path, () => undefined)).rejects.toThrow(/no two columns have latitude/);
});

it('is read in UTF-16, and with ragged rows under an unclear delimiter', async () => {
  const path = join(folder, 'utf16.csv');
  await writeFile(path, Buffer.from('\uFEFFnumber;street;lat;lon\r\n1;Phố Huế;21,5;105,5\r\n', 'utf16le'));
  const features: Feature[] = [];
  await readAddressesFile(path, (feature) => features.push(feature));
  expect(features).toMatchObject([{ street: 'Phố Huế', position: { lat: 21.5, lon: 105.5 } }]);
  const ends = 'number,street,lat,lon\n1,A,21,105,\n2,A,21,105,\n';
  await writeFile(path, ends);
  const report = await readAddressesFile(path, () => undefined);
  expect([...report.skipped.keys()]).toEqual(['dataset.otherCells']);
});
