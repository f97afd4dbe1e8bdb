import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GeoService } from '../../src/contract/service.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';

interface Row {
  text: string;
  kind: string;
  expectedProvince: string;
  expectedWard: string;
  namesWard: boolean;
  province?: string | null;
  ward?: string | null;
}

const rows: Row[] = [];
let service: GeoService;

async function readTable(path: string): Promise<Record<string, string>[]> {
  return parse(await readFile(path), { columns: true });
}

beforeAll(async () => {
  ({ service } = await createLocalService({ datasetDir: 'fixtures/starter' }));
  const [addresses, expected] = await Promise.all([
    readTable('fixtures/addresses.csv'),
    readTable('fixtures/addresses.expected.csv'),
  ]);
  for (const [at, { address = '' }] of addresses.entries()) {
    const truth = expected[at] ?? {};
    const { features } = await service.geocodeForward({ text: address, admin_v2: true });
    const units = features[0]?.properties.geomill?.new;
    rows.push({
      text: address,
      kind: truth.kind ?? '',
      expectedProvince: truth.province_code ?? '',
      expectedWard: truth.ward_code ?? '',
      namesWard: truth.names_ward === 'true',
      ...(units ? { province: units.province_code ?? null, ward: units.ward_code ?? null } : {}),
    });
  }
});

const share = (part: readonly Row[], right: (row: Row) => boolean) => part.filter(right).length / part.length;
const wrong = (part: readonly Row[], right: (row: Row) => boolean) =>
  part.filter((row) => !right(row)).map(({ text }) => text);

describe('fixtures/addresses.csv, answered by the starter dataset', () => {
  it('holds 200 addresses of all 34 provinces, old, new and messy', () => {
    expect(rows).toHaveLength(200);
    expect(new Set(rows.map(({ expectedProvince }) => expectedProvince)).size).toBe(34);
    for (const kind of ['old', 'new', 'messy']) {
      expect(rows.filter((row) => row.kind === kind).length).toBeGreaterThanOrEqual(60);
    }
  });

  it('finds at least 98 %', () => {
    expect(share(rows, ({ province }) => province !== undefined)).toBeGreaterThanOrEqual(0.98);
  });

  it('finds the right province for at least 98 %', () => {
    const right = ({ province, expectedProvince }: Row) => province === expectedProvince;
    expect(share(rows, right), wrong(rows, right).join('\n')).toBeGreaterThanOrEqual(0.98);
  });

  it('finds the right ward for at least 95 % of those that name one', () => {
    const named = rows.filter(({ namesWard }) => namesWard);
    expect(named.length).toBeGreaterThan(150);
    const right = ({ ward, expectedWard }: Row) => ward === expectedWard;
    expect(share(named, right), wrong(named, right).join('\n')).toBeGreaterThanOrEqual(0.95);
  });
});
