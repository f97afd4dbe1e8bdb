import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import { createAdminSearch, type AdminSearch } from './admin-search.ts';

const STARTER = fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url));

let search: AdminSearch;

beforeAll(async () => {
  search = createAdminSearch(await openAdminDataset(STARTER));
});

const labelsOf = (text: string): string[] =>
  search.search(text, { size: 5 }).map((match) => search.labelOf(match, 'new').label);

describe('a part that is the name of a unit with its type word', () => {
  it('names no district with some of its words', () => {
    // Nam Bình was a ward of the city of Hoa Lư.
    const [first] = labelsOf('486 Nguyễn Huệ, Nam Bình, Phường Nam Hoa Lư, Tỉnh Ninh Bình');
    expect(first).toBe('Phường Nam Hoa Lư, Tỉnh Ninh Bình');
  });

  it('names no shorter ward', () => {
    expect(labelsOf('52, Phường Từ Liêm, Thành Phố Hà Nội')).toEqual(['Phường Từ Liêm, Thành phố Hà Nội']);
  });

  it('is read in full without commas too', () => {
    expect(labelsOf('486 Nguyễn Huệ Phường Hoa Lư Tỉnh Ninh Bình')[0]).toBe('Phường Hoa Lư, Tỉnh Ninh Bình');
  });
});

describe('initials beside a province', () => {
  const oldOf = (text: string): string | undefined => {
    const [match] = search.search(text, { size: 1 });
    return match && search.labelOf(match, 'old').label;
  };

  it('are those of a district of that province', () => {
    expect(oldOf('P.Tân Hiệp - BH - ĐN')).toBe('Phường Tân Hiệp, Thành phố Biên Hòa, Tỉnh Đồng Nai');
    expect(oldOf('P. Hồng Hà - HL - QN')).toBe('Phường Hồng Hà, Thành phố Hạ Long, Tỉnh Quảng Ninh');
    expect(oldOf('37 NAM KY KHOI NGHIA P4 MT, TIEN GIANG')).toBe(
      'Phường 4, Thành phố Mỹ Tho, Tỉnh Tiền Giang',
    );
  });

  it('are none in small letters, or of several districts', () => {
    expect(oldOf('P.Tân Hiệp - bh - đn')).not.toContain('Biên Hòa');
    expect(oldOf('P. 4 - TT, Tiền Giang')).not.toContain('Phường 4,');
  });
});

describe('a whole type word', () => {
  it('is that of the ward, where its province has another one of the name', () => {
    const text = 'Phường Chi Lăng, Chi Lăng, Lạng Sơn, Lạng Sơn';
    expect(search.search(text, { size: 1 })[0]?.oldUnits.ward).toBe('Phường Chi Lăng');
  });
});
