import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import type { AdminMatch } from './admin-match.ts';
import type { UnitClues } from './evidence.ts';
import { createAdminSearch, type AdminSearch } from './admin-search.ts';

let search: AdminSearch;

beforeAll(async () => {
  const dataset = await openAdminDataset(
    fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url)),
  );
  search = createAdminSearch(dataset);
});

const ask = (text: string): AdminMatch | undefined => search.search(text, { size: 1 })[0];

const NAMED: UnitClues = { isBare: false, isMisspelt: false, isBeside: false, touching: 0 };

describe('clues of a unit', () => {
  it.each<[string, Partial<UnitClues>]>([
    ['Phường Sài Gòn, Thành phố Hồ Chí Minh', {}],
    ['Sài Gòn, Thành phố Hồ Chí Minh', { isBare: true }],
    ['12 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh', {}],
    ['Saigon scooter center, Thành phố Hồ Chí Minh', { isBare: true, isBeside: true, touching: 1 }],
    ['12 Lê Lợi Phường Sài Gòn Thành phố Hồ Chí Minh', { isBeside: true, touching: 1 }],
    ['Phường Trúc Bạch, Quận Ba Đình, Hà Nội', {}],
    ['Phường Trúc Bạhc, Quận Ba Đình, Hà Nội', { isMisspelt: true }],
    ['Trường Tiểu học Phường Trúc Bạch, Hà Nội', { isBeside: true, touching: 1 }],
  ])('%s', (text, clues) => {
    expect(ask(text)?.unitClues).toEqual({ ...NAMED, ...clues });
  });

  it('are absent for the district of wards that match equally well, which the text does not name', () => {
    const match = ask('Phường 16');
    expect(match?.level).toBe('province');
    expect(match?.unitClues).toBeUndefined();
  });

  it('are absent if a unit is looked up by its id', () => {
    expect(search.lookupUnit('ward:26740')?.level).toBe('ward');
    expect(search.lookupUnit('ward:26740')?.unitClues).toBeUndefined();
  });
});
