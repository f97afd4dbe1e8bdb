import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from './open-admin-dataset.ts';
import { isDay, type UnitHistory } from './unit-history.ts';

const STARTER = fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url));
let history: UnitHistory;

beforeAll(async () => {
  history = (await openAdminDataset(STARTER)).history as UnitHistory;
});

const nameOf = (level: 'province' | 'ward', code: string, day: string): string | undefined =>
  history.unitOf(level, code, day)?.fullName;

describe('the units of a day', () => {
  it('never joins a code without a day: 26740 was Bến Nghé and is Sài Gòn', () => {
    expect(nameOf('ward', '26740', '2025-06-30')).toBe('Phường Bến Nghé');
    expect(nameOf('ward', '26740', '2025-07-01')).toBe('Phường Sài Gòn');
  });

  it.each([
    ['province', '75', '2026-04-29', 'Tỉnh Đồng Nai', 'Thành phố Đồng Nai'],
    ['ward', '25270', '2026-04-29', 'Xã Lộc Ninh', 'Phường Lộc Ninh'],
    ['province', '22', '2026-08-31', 'Tỉnh Quảng Ninh', 'Thành phố Quảng Ninh'],
    ['province', '24', '2026-09-19', 'Tỉnh Bắc Ninh', 'Thành phố Bắc Ninh'],
    ['ward', '07294', '2026-09-19', 'Xã Bố Hạ', 'Phường Bố Hạ'],
  ] as const)('%s %s changes its name the day after %s', (level, code, dayBefore, before, after) => {
    const day = new Date(Date.parse(dayBefore) + 86_400_000).toISOString().slice(0, 10);
    expect(nameOf(level, code, dayBefore)).toBe(before);
    expect(nameOf(level, code, day)).toBe(after);
  });

  it('has the names of all amendments on the day before and on the day itself', () => {
    const later = history.edges.filter(({ effective }) => effective > '2025-07-01');
    expect(later).toHaveLength(25);
    for (const { from, to, effective } of later) {
      const dayBefore = new Date(Date.parse(effective) - 86_400_000).toISOString().slice(0, 10);
      expect(history.unitOf(from.level, from.code, dayBefore)).toBe(from);
      expect(history.unitOf(to.level, to.code, effective)).toBe(to);
      expect(from.fullName).not.toBe(to.fullName);
    }
  });

  it('has the units of every decree on the day before and on the day itself', () => {
    const counts = new Map<string, number>();
    for (const { from, to, effective, decree } of history.edges) {
      const dayBefore = new Date(Date.parse(effective) - 86_400_000).toISOString().slice(0, 10);
      expect(history.unitOf(from.level, from.code, dayBefore)).toBe(from);
      expect(history.unitOf(to.level, to.code, effective)).toBe(to);
      if (effective >= '2025-07-01') counts.set(decree, (counts.get(decree) ?? 0) + 1);
    }
    // The 34 resolutions on wards and the one on provinces of 2025, five of 2026; the end of districts has no successors.
    expect(counts.size).toBe(40);
    const later = [...history.decrees.values()].filter(({ effective }) => effective >= '2025-07-01');
    expect(later.map(({ id }) => id).filter((id) => !counts.has(id))).toEqual(['203/2025/QH15']);
    const districts = (day: string): number => history.unitsOn('district', day).length;
    expect([districts('2025-06-30'), districts('2025-07-01')]).toEqual([696, 0]);
  });

  it.each([
    ['2025-06-30', 63, 10_035],
    ['2025-07-01', 34, 3321],
    ['2026-11-01', 34, 3321],
  ])('has the units of %s', (day, provinces, wards) => {
    expect(history.unitsOn('province', day)).toHaveLength(provinces);
    expect(history.unitsOn('ward', day)).toHaveLength(wards);
    for (const ward of history.unitsOn('ward', day))
      expect(history.parentsOf(ward, day)).toHaveLength(day < '2025-07-01' ? 2 : 1);
  });

  it('tells the newest day and the last decree', () => {
    expect(history.newestDay).toBe('2026-09-20');
    expect(history.lastDecree.id).toBe('388/NQ-UBTVQH16');
  });

  it('writes the line of a unit of a day', () => {
    const ward = history.unitOf('ward', '07294', '2026-11-01');
    expect(ward && history.lineOf(ward)).toBe('Phường Bố Hạ, Thành phố Bắc Ninh');
    const former = history.unitOf('ward', '26740', '2025-06-30');
    expect(former && history.lineOf(former)).toBe('Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh');
  });
});

describe('edges', () => {
  it('says why Xã Hải Hòa is in Xã Hải Lạng', () => {
    const former = history.unitOf('ward', '06799', '2025-06-30');
    const links = former === undefined ? [] : history.successors(former, '2026-11-01');
    expect(links.map(({ unit, share }) => [unit.fullName, share])).toEqual([
      ['Xã Hải Lạng', 1],
      ['Xã Hải Hòa', 0],
    ]);
    expect(links.map(({ isDecided }) => isDecided)).toEqual([true, false]);
    expect(links.map(({ edges }) => edges.at(0)?.item)).toEqual(['7', '3']);
    expect(links[0]?.edges[0]?.decree).toBe('1679/NQ-UBTVQH15');
  });

  it('leads through several days', () => {
    const [link] = history.successors(
      history.unitOf('ward', '25270', '2025-06-30') ?? history.units[0]!,
      '2026-05-01',
    );
    expect(link?.edges.map(({ effective }) => effective)).toEqual(['2025-07-01', '2026-04-30']);
    expect(link?.unit.fullName).toBe('Phường Lộc Ninh');
  });

  it('has a decree for each, and origins that mirror the successors for all 3,321 wards', () => {
    for (const ward of history.unitsOn('ward', '2026-11-01')) {
      const origins = history.origins(ward, '2025-06-30');
      expect(origins.length).toBeGreaterThan(0);
      for (const { unit, edges } of origins) {
        expect(edges.every(({ decree }) => history.decrees.has(decree))).toBe(true);
        expect(history.successors(unit, '2026-11-01').some((link) => link.unit === ward)).toBe(true);
      }
    }
  });
});

it.each([
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['2026-2-3', false],
  ['', false],
])('isDay %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
