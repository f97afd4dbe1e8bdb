import { describe, expect, it } from 'vitest';
import type { MatchDescription } from '../../contract/match.ts';
import { isInsideUnit, isNamedInside, withConstraint } from './unit-constraint.ts';

type Names = Partial<Record<'ward' | 'ward_code' | 'district' | 'province', string>>;

function match(
  level: MatchDescription['level'],
  old: Names | undefined,
  now: Names | undefined,
): MatchDescription {
  const units = (names: Names | undefined) =>
    names && {
      ward: names.ward ?? null,
      ward_code: names.ward_code ?? null,
      district: names.district ?? null,
      province: names.province ?? null,
      province_code: null,
    };
  const rest = {
    confidence: null,
    score: null,
    accuracyMeters: null,
    margin: null,
    wardCandidates: undefined,
    parts: undefined,
    distanceChances: undefined,
    ambiguity: undefined,
  };
  return { level, ...rest, old: units(old), new: units(now) };
}

const street = match(
  'street',
  { ward: 'Phường Bến Nghé', district: 'Quận 1', province: 'Thành phố Hồ Chí Minh' },
  { ward: 'Phường Sài Gòn', ward_code: '26740', province: 'Thành phố Hồ Chí Minh' },
);

describe('withConstraint', () => {
  it('adds the units that are no part of the text', () => {
    expect(withConstraint('12 Lê Lợi', { ward: 'Bến Nghé', province: 'TP.HCM' })).toBe(
      '12 Lê Lợi, Bến Nghé, TP.HCM',
    );
    expect(withConstraint('12 Lê Lợi, Phường Bến Nghé', { ward: 'Bến Nghé' })).toBe(
      '12 Lê Lợi, Phường Bến Nghé',
    );
  });
});

describe('isNamedInside', () => {
  it('compares old and new units without their types', () => {
    expect(isNamedInside(street, { ward: 'Bến Nghé' })).toBe(true);
    expect(isNamedInside(street, { ward: 'phuong sai gon', province: 'Hồ Chí Minh' })).toBe(true);
    expect(isNamedInside(street, { ward: 'Bến Thành' })).toBe(false);
    expect(isNamedInside(street, { ward: 'Bến Nghé', district: 'Quận 3' })).toBe(false);
    expect(isNamedInside(street, { district: 'Quận 10' })).toBe(false);
  });

  it('is false for a match that names no unit of the kind', () => {
    expect(isNamedInside(match('province', undefined, { province: 'Hà Nội' }), { ward: 'Hà Nội' })).toBe(
      false,
    );
  });
});

describe('isInsideUnit', () => {
  it('compares the units of a generation that both name', () => {
    const ward = match('ward', undefined, { ward: 'Phường Sài Gòn', province: 'Thành phố Hồ Chí Minh' });
    expect(isInsideUnit(street, ward)).toBe(true);
    const other = match('ward', undefined, { ward: 'Phường Tân Định', province: 'Thành phố Hồ Chí Minh' });
    expect(isInsideUnit(street, other)).toBe(false);
  });

  it('takes every ward that a divided ward became', () => {
    const divided = match(
      'ward',
      { ward: 'Phường 1', district: 'Quận 3', province: 'X' },
      { ward: 'Phường A' },
    );
    divided.wardCandidates = [{ ward: 'Phường Sài Gòn', ward_code: '26740', share: 0.2 }];
    expect(isInsideUnit(street, divided)).toBe(true);
  });

  it('is false for units of different generations', () => {
    const old = match('ward', { ward: 'Phường Bến Nghé' }, undefined);
    const now = match('street', undefined, { ward: 'Phường Sài Gòn' });
    expect(isInsideUnit(now, old)).toBe(false);
  });
});
