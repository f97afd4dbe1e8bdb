import type { Conversion } from '../../src/contract/records/conversion.ts';

/** A conversion of a former ward, with some members in place of its own. */
export function conversionOf(changes: Partial<Conversion> = {}): Conversion {
  const codes = { province: 'Thành phố Hồ Chí Minh', province_code: '79' };
  return {
    ...{ status: 'OK', reason: null, ambiguity: null, kept: '12 Lê Lợi', level: 'ward', change: 'merged' },
    from: {
      ...{ day: '2025-06-30', line: '12 Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh' },
      ...{
        units: 'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh',
        ward: 'Phường Bến Nghé',
        ward_code: '26740',
      },
      ...{ district: 'Quận 1', district_code: '760', ...codes, postal_code: null },
    },
    to: {
      ...{ day: '2026-09-20', line: '12 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh' },
      ...{ units: 'Phường Sài Gòn, Thành phố Hồ Chí Minh', ward: 'Phường Sài Gòn', ward_code: '26740' },
      ...{ district: null, district_code: null, ...codes, postal_code: '71016' },
    },
    ...{ decree: '1685/NQ-UBTVQH15', item: '1', effective: '2025-07-01', steps: [], basis: 'only' },
    ...{ confidence: 0.999, candidates: [], explanation: 'Phường Bến Nghé became part of Phường Sài Gòn.' },
    parts: { ward: 'confirmed', district: 'confirmed', province: 'confirmed' },
    ...changes,
  };
}
