import { expect, it } from 'vitest';
import { levelOfCodes, useOf, type RowStanding } from './uses.ts';

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
  expect(levelOfCodes('26740', '79')).toBe('ward');
  expect(levelOfCodes('', '79')).toBe('province');
  expect(levelOfCodes('', '')).toBe('');
});
