import { expect, it } from 'vitest';
import { useFigures, useOf, useOfCells, type RowStanding, type UseColumn } from './uses.ts';

const ok: RowStanding = { status: 'ok', level: 'house', verdict: '', probability: 0.95 };

it.each<[Partial<RowStanding>, ReturnType<typeof useOf>]>([
  [{}, 'house_or_street'],
  [{ level: 'poi' }, 'house_or_street'],
  [{ level: 'interpolated' }, 'house_or_street'],
  [{ level: 'ward' }, 'ward'],
  [{ level: 'district' }, 'district_or_province'],
  [{ level: 'province', verdict: 'check' }, 'district_or_province'],
  [{ status: 'ambiguous' }, 'to_decide'],
  [{ status: 'ambiguous', level: 'province' }, 'to_decide'],
  [{ probability: 0.4 }, 'to_decide'],
  // Without a probability the level says what the row is good for.
  [{ probability: undefined }, 'house_or_street'],
  [{ verdict: 'accept', probability: 0.4 }, 'house_or_street'],
  [{ verdict: 'check' }, 'to_decide'],
  [{ verdict: 'reject', level: 'ward' }, 'to_decide'],
  [{ status: 'not_found', level: '' }, 'not_found'],
  [{ status: 'skipped', level: '' }, 'skipped'],
  [{ status: 'error', level: '' }, 'error'],
  [{ level: '' }, undefined],
])('%j is good for %s', (change, use) => {
  expect(useOf({ ...ok, ...change })).toBe(use);
});

it('reads the level from codes of units', () => {
  const useOf = (cells: Partial<Record<UseColumn, string>>, hasLevel = false) =>
    useOfCells((name) => cells[name] ?? '', { hasLevel, hasProbability: true });
  expect(useOf({ status: 'ok', ward_code: '26740', province_code: '79' })).toBe('ward');
  expect(useOf({ status: 'ok', province_code: '79' })).toBe('district_or_province');
  expect(useOf({ status: 'ok' })).toBeUndefined();
  expect(useOf({ status: 'ok', level: 'ward', confidence: '0.2' }, true)).toBe('to_decide');
});

it('counts rows at more than a ward as right at their ward', () => {
  expect(useFigures({ house_or_street: 31, ward: 144, to_decide: 25, error: 0 })).toEqual([
    { name: 'right_ward', rows: 175, isWithin: false },
    { name: 'house_or_street', rows: 31, isWithin: true },
    { name: 'to_decide', rows: 25, isWithin: false },
  ]);
  expect(useFigures({})).toEqual([]);
});
