import { beforeAll, describe, expect, it } from 'vitest';
import { houseAt, openWorld, streetAlong } from '../../../../test/support/place-world.ts';
import type { Feature } from '../../../dataset/features.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';
import type { AdminSearch } from '../reader/admin-search.ts';
import { nameOf, featureOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { PlaceSearch } from './place-search.ts';

let tables: PlaceTables;
let adminSearch: AdminSearch;
let search: PlaceSearch;

const features: Feature[] = [];

/** Adds a street between two points of Ha Noi, or of its surroundings. */
function street(name: string, lat: number, lon: number): void {
  features.push(streetAlong(name, 3, lat, lon, lat + 0.002, lon + 0.001));
}

function house(number: string, streetName: string, lat: number, lon: number): void {
  features.push(houseAt(number, streetName, lat, lon));
}

street('Phố Trần Phú', 21.031, 105.839);
street('Đường Trần Phú', 20.98, 105.79);
street('Phố Lê Hồng Phong', 21.034, 105.836);
street('Phố Lê Hồng Phong', 20.965, 105.77);
house('3', 'Phố Lê Hồng Phong', 20.9655, 105.7703);
house('5', 'Phố Lê Hồng Phong', 20.9656, 105.7704);
street('Phố Phan Huy Chú', 21.0205, 105.854);
street('Phố Phan Huy Chú', 20.972, 105.774);
street('Phố Hàm Nghi', 21.034, 105.766);
street('Phố Quang Trung', 20.97, 105.775);
street('Trung Yên 5', 21.014, 105.8);
street('Trung Yên 11', 21.015, 105.799);
street('Đường số 5', 21.05, 105.74);
street('Đường số 6', 20.96, 105.83);
street('Đường Ỷ Lan', 21.01, 105.96);
street('Đường Hùng Long', 21.02, 105.97);
street('Đường Nguyễn Văn Huyên', 21.04, 105.797);
house('19', 'Đường Nguyễn Văn Huyên', 21.0405, 105.7973);

beforeAll(async () => {
  ({ tables, adminSearch, search } = await openWorld(features));
});

const ask = (text: string): Match | undefined => search.search(text, { size: 1 })[0];

/** Names what was found: street and house, or the unit. */
function shown(text: string): string {
  const match = ask(text);
  if (match === undefined) return '';
  if (isPlaceMatch(match))
    return `${match.houseNumber} ${nameOf(tables, featureOf(tables, match.place))}`.trim();
  const { ward, district } = adminSearch.labelOf(match, 'old');
  return `${match.level} ${ward || adminSearch.labelOf(match, 'new').ward}${district === '' ? '' : `, ${district}`}`;
}

describe('the ward that an unknown street or estate is named after', () => {
  it.each([
    ['383 Đường Kiêu Kỵ, huyện Gia Lâm', 'ward Xã Kiêu Kỵ, Huyện Gia Lâm'],
    ['212 Đường Kiêu Kỵ', 'ward Xã Kiêu Kỵ, Huyện Gia Lâm'],
    ['27-BT2 Khu đô thị Trung Văn, Nam Từ Liêm', 'ward Phường Trung Văn, Quận Nam Từ Liêm'],
    ['Lô NT1 Khu Đô Thị Mới Định Công, Hoàng Mai, Hà Nội', 'ward Phường Định Công'],
    ['Thôn Quỳnh Đô Đường Vĩnh Quỳnh, Huyện Thanh Trì', 'ward Xã Vĩnh Quỳnh, Huyện Thanh Trì'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('trusts it modestly, says what was not understood, and lists the unit above behind it', () => {
    const [first, second] = search.search('383 Đường Kiêu Kỵ, huyện Gia Lâm', { size: 2 });
    expect(first).toMatchObject({ level: 'ward', score: 0.7, unexplained: ['383 Đường'], contradicted: [] });
    expect(second).toMatchObject({ level: 'district', score: 0.7 });
    expect(ask('212 Đường Kiêu Kỵ')?.score).toBeLessThan(0.7);
  });

  it('needs the ward to be inside the units that are named, and the name to be spelled so', () => {
    expect(ask('383 Đường Kiêu Kỵ, quận Hà Đông')?.level).toBe('district');
    expect(ask('383 Đường Kiều Kỳ, huyện Gia Lâm')?.level).toBe('district');
  });

  it('without units needs the data to be there', () => {
    // Xã Vĩnh Ninh is in Quảng Bình; the village of that name is no ward.
    expect(ask('13 Đường Vĩnh Ninh')).toBeUndefined();
  });

  it('is the ward that is written alone behind an alley, although another province has a street of that name', () => {
    expect(shown('Ngõ 421, Hùng Long, Huyện Đoan Hùng, Phú Thọ')).toBe('ward Xã Hùng Long, Huyện Đoan Hùng');
    expect(shown('Ngõ 421, Hùng Long, Hà Nội')).toBe('Đường Hùng Long');
  });

  it('gives way to a street of that name', () => {
    expect(shown('12 Phố Quang Trung, Hà Đông')).toBe('Phố Quang Trung');
  });
});

describe('streets of one name', () => {
  it('are told apart by their type word', () => {
    expect(shown('38 Phố Trần Phú')).toBe('Phố Trần Phú');
    expect(shown('38 Đường Trần Phú')).toBe('Đường Trần Phú');
  });

  it('are told apart by the houses that are known of them, and trusted less', () => {
    const match = ask('163 Phố Lê Hồng Phong');
    expect(match?.position.lat).toBeCloseTo(20.965, 2);
    expect(match?.score).toBeLessThan(0.65);
    expect(match?.margin).toBe(0);
  });

  it('are answered by the unit above where nothing tells them apart', () => {
    expect(ask('13 Phố Phan Huy Chú')?.level).toBe('province');
  });
});

describe('what stands around the name of a street', () => {
  it.each([
    ['Shophouse B2-06, KĐT Vinhomes Gardenia Hàm Nghi, Nam Từ Liêm, Hà Nội', 'Phố Hàm Nghi'],
    ['19 Nguyễn Văn Huyên kéo dài', '19 Đường Nguyễn Văn Huyên'],
    ['đối diện 19 Đường Nguyễn Văn Huyên', '19 Đường Nguyễn Văn Huyên'],
    ['19, 3rd floor Nguyễn Văn Huyên', 'Đường Nguyễn Văn Huyên'],
    ['Tầng 2, số 19 Nguyễn Văn Huyên', '19 Đường Nguyễn Văn Huyên'],
    ['19 Nguyễn Văn Huyên, Thàhn phố Hà Nội', '19 Đường Nguyễn Văn Huyên'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('is trusted less where a building bears the name', () => {
    const building = ask('Công viên Hàm Nghi, Nam Từ Liêm')?.score ?? 0;
    expect(building).toBeLessThan(ask('KĐT Gardenia Hàm Nghi, Nam Từ Liêm')?.score ?? 0);
  });
});
