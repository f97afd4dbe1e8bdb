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
