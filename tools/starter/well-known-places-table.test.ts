import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import type { PoiFeature } from '../../src/dataset/features.ts';
import { readWellKnownPlaces } from './well-known-places.ts';

const TABLE = 'tools/starter/well-known-places.csv';
/** Piers, beaches and peaks lie a little outside of simplified boundaries, the airport of Cam Ranh in a gap of theirs. */
const OUTSIDE_METERS = 2000;

interface Row {
  name: string;
  lat: string;
  lon: string;
  address: string;
}

describe('the table of well-known places', () => {
  let rows: Row[];
  let starter: AdminDataset;
  const places: PoiFeature[] = [];
  beforeAll(async () => {
    rows = parse(await readFile(TABLE), { columns: true });
    starter = await openAdminDataset('fixtures/starter');
    await readWellKnownPlaces(TABLE, (feature) => places.push(feature as PoiFeature));
  });

  it('can be read, and is long', () => {
    expect(places).toHaveLength(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(350);
    const square = places.find(({ name }) => name === 'Nhà thờ Đức Bà Sài Gòn');
    expect(square).toMatchObject({ number: '1', street: 'Công xã Paris' });
    const bare = places.find(({ name }) => name === 'Thác Bản Giốc');
    expect([bare?.number, bare?.street]).toEqual([undefined, undefined]);
  });

  it('has every place in the province that its address ends with', () => {
    const wrong = rows.flatMap(({ name, lat, lon, address }) => {
      const position = { lat: Number(lat), lon: Number(lon) };
      const inside = starter.wardAt(position);
      const ward = inside >= 0 ? inside : starter.wardsNear(position, OUTSIDE_METERS)[0]?.ward;
      const province = starter.provinces[starter.wards[ward ?? -1]?.province ?? -1]?.name;
      return province === address.split(', ').at(-1) ? [] : [`${name} is in ${province}`];
    });
    expect(wrong).toEqual([]);
  });

  it('has places in all provinces, and hardly any outside of all wards', () => {
    const provinces = new Set(rows.map(({ address }) => address.split(', ').at(-1)));
    expect([...provinces].sort()).toEqual(starter.provinces.map(({ name }) => name).sort());
    const outside = rows.filter(({ lat, lon }) => starter.wardAt({ lat: Number(lat), lon: Number(lon) }) < 0);
    expect(outside.length).toBeLessThan(10);
  });

  it('says positions to four decimals, and no name twice in other words', () => {
    for (const { lat, lon } of rows) expect(`${lat} ${lon}`).toMatch(/^\d+\.\d{4} \d+\.\d{4}$/);
    for (const { name, otherNames } of places) {
      expect(new Set([name, ...otherNames]).size).toBe(otherNames.length + 1);
    }
  });
});
