import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminMatch } from './admin-match.ts';
import { createAdminSearch, type AdminSearch } from './admin-search.ts';

let dataset: AdminDataset;
let search: AdminSearch;

beforeAll(async () => {
  dataset = await openAdminDataset(fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url)));
  search = createAdminSearch(dataset);
});

const ask = (text: string): AdminMatch | undefined => search.search(text, { size: 1 })[0];
const oldLine = (text: string): string => {
  const match = ask(text);
  return match === undefined ? '' : search.labelOf(match, 'old').label;
};
const newLine = (text: string): string => {
  const match = ask(text);
  return match === undefined ? '' : search.labelOf(match, 'new').label;
};

describe('units as people write them', () => {
  it.each([
    ['Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội', 'Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['phuong truc bach quan ba dinh ha noi', 'Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['Hà Nội, Ba Đình, Trúc Bạch', 'Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['P.12, Q.Gò Vấp, TPHCM', 'Phường 12, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['p12 q gv hcm', 'Phường 12, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['p10q5 tphcm', 'Phường 10, Quận 5, Thành phố Hồ Chí Minh'],
    ['F.05, Q.10, Sài Gòn', 'Phường 5, Quận 10, Thành phố Hồ Chí Minh'],
    ['TT.Ta Lung, H.Quang Hoa, T.Cao Bang', 'Thị trấn Tà Lùng, Huyện Quảng Hòa, Tỉnh Cao Bằng'],
    ['P3, TP Tay Ninh', 'Phường 3, Thành phố Tây Ninh, Tỉnh Tây Ninh'],
    ['P. Thảo Điền, Q2, HCM', 'Phường Thảo Điền, Quận 2, Thành phố Hồ Chí Minh'],
    ['Binh Thanh District, Ho Chi Minh City, Vietnam', 'Quận Bình Thạnh, Thành phố Hồ Chí Minh'],
    ['District 1, Saigon 700000', 'Quận 1, Thành phố Hồ Chí Minh'],
    ['TP Huế, Thừa Thiên Huế', 'Thành phố Huế, Tỉnh Thừa Thiên Huế'],
    ['Hà Đông, Hà Tây', 'Quận Hà Đông, Thành phố Hà Nội'],
    ['12 Trần Phú, Vũng Tàu, BRVT', 'Thành phố Vũng Tàu, Tỉnh Bà Rịa - Vũng Tàu'],
    // Two former districts are called so for short, but only a ward in force has the name.
    ['15 Phạm Hùng, Từ Liêm, Hà Nội', 'Phường Từ Liêm, Thành phố Hà Nội'],
  ])('%s', (text, line) => {
    expect(oldLine(text)).toBe(line);
    expect(oldLine(text.normalize('NFD'))).toBe(line);
  });

  it.each([
    ['949 Vĩnh Mỹ Châu Đốc An Giang', 'Phường Vĩnh Mỹ, Thành phố Châu Đốc, Tỉnh An Giang'],
    ['31 Tân Thái 4 Mân Thái Sơn Trà Đà Nẵng', 'Phường Mân Thái, Quận Sơn Trà, Thành phố Đà Nẵng'],
    ['so 11 ea kmut ea kar dak lak', 'Xã Ea Kmút, Huyện Ea Kar, Tỉnh Đắk Lắk'],
    ['Chợ chanh Nguyễn Úy Kim Bảng Hà Nam', 'Xã Nguyễn Úy, Thị xã Kim Bảng, Tỉnh Hà Nam'],
    // Streets of many cities are called so.
    ['12 Trần Phú Vũng Tàu BRVT', 'Thành phố Vũng Tàu, Tỉnh Bà Rịa - Vũng Tàu'],
    ['Trường THCS Trần Phú Hà Tĩnh', 'Tỉnh Hà Tĩnh'],
  ])('without commas, behind a number or a building: %s', (text, line) => {
    expect(oldLine(text)).toBe(line);
  });

  it.each([
    ['Phường Ba Đình, Hà Nội', 'Phường Ba Đình, Thành phố Hà Nội'],
    ['Thành phố Hà Nội, Phường Ba Đình', 'Phường Ba Đình, Thành phố Hà Nội'],
    ['Phường Sài Gòn, TP HCM', 'Phường Sài Gòn, Thành phố Hồ Chí Minh'],
    ['Thủ Dầu Một, Thành phố Hồ Chí Minh', 'Phường Thủ Dầu Một, Thành phố Hồ Chí Minh'],
    ['huyện đảo Lý Sơn, Quảng Ngãi', 'Đặc khu Lý Sơn, Tỉnh Quảng Ngãi'],
    ['P.An Mỹ, Tam Kỳ, Đà Nẵng', 'Phường Tam Kỳ, Thành phố Đà Nẵng'],
    ['Phường Thạnh Mỹ Tây, Bình Thạnh, HCM', 'Phường Thạnh Mỹ Tây, Thành phố Hồ Chí Minh'],
    ['Tây Cốc, Tỉnh Phú Thọ, Phú Thọ', 'Xã Tây Cốc, Tỉnh Phú Thọ'],
    ['Ngọc Chiến, Tỉnh Sơn La, Sơn La', 'Xã Ngọc Chiến, Tỉnh Sơn La'],
    ['XãIa Tul,TỉnhGia Lai', 'Xã Ia Tul, Tỉnh Gia Lai'],
    ['Xax Quangr La, Tinhr Quangr Ninh', 'Xã Quảng La, Thành phố Quảng Ninh'],
  ])('%s, in units in force', (text, line) => {
    expect(newLine(text)).toBe(line);
  });
});

describe('words that are no units', () => {
  it.each([
    [
      'đường Lê Lợi, Phường Bến Nghé, Quận 1, TP.HCM',
      'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh',
      'đường Lê Lợi',
    ],
    ['Đường 3/2, Phường 12, Quận 10, TP.HCM', 'Phường 12, Quận 10, Thành phố Hồ Chí Minh', 'Đường 3/2'],
    ['Nguyễn Trãi, Thanh Xuân, Hà Nội', 'Quận Thanh Xuân, Thành phố Hà Nội', 'Nguyễn Trãi'],
    ['45 Nguyễn Thị Minh Khai, Hà Nội', 'Thành phố Hà Nội', '45 Nguyễn Thị Minh Khai'],
    ['Số 5, Lê Lợi, Vinh, Nghệ An', 'Thành phố Vinh, Tỉnh Nghệ An', 'Số 5|Lê Lợi'],
    ['Xa lộ Hà Nội, Thủ Đức, TPHCM', 'Thành phố Thủ Đức, Thành phố Hồ Chí Minh', 'Xa lộ Hà Nội'],
    ['Hanoi Highway, Thu Duc', 'Thành phố Thủ Đức, Thành phố Hồ Chí Minh', 'Hanoi Highway'],
    // A ward of the district bears the name of the street.
    ['phố Huế, Hai Bà Trưng, Hà Nội', 'Phường Phố Huế, Quận Hai Bà Trưng, Thành phố Hà Nội', ''],
    ['phố Huế, Hoàn Kiếm, Hà Nội', 'Quận Hoàn Kiếm, Thành phố Hà Nội', 'phố Huế'],
    ['đường Hải Phòng, Đà Nẵng', 'Thành phố Đà Nẵng', 'đường Hải Phòng'],
    ['Quốc lộ 1A, huyện Thường Tín, Hà Nội', 'Huyện Thường Tín, Thành phố Hà Nội', 'Quốc lộ 1A'],
    ['Bến xe Miền Đông, Bình Thạnh', 'Quận Bình Thạnh, Thành phố Hồ Chí Minh', 'Bến xe Miền Đông'],
    ['KCN Tân Bình, TPHCM', 'Thành phố Hồ Chí Minh', 'KCN Tân Bình'],
    ['59 Phố Xã Đàn, Đống Đa, Hà Nội', 'Quận Đống Đa, Thành phố Hà Nội', '59 Phố Xã Đàn'],
    [
      'ấp Tân Lập, xã Tân Phú, huyện Thanh Bình, Đồng Tháp',
      'Xã Tân Phú, Huyện Thanh Bình, Tỉnh Đồng Tháp',
      'ấp Tân Lập',
    ],
  ])('%s', (text, line, unexplained) => {
    expect(oldLine(text)).toBe(line);
    expect(ask(text)?.unexplained.join('|')).toBe(unexplained);
    expect(ask(text)?.contradicted).toEqual([]);
  });

  it('reads the province out of the name of a hospital, and the ward beside it', () => {
    expect(oldLine('Bệnh viện Đa khoa tỉnh Hà Nam, phường Quang Trung, Phủ Lý')).toBe(
      'Phường Quang Trung, Thành phố Phủ Lý, Tỉnh Hà Nam',
    );
    expect(oldLine('Bệnh viện Đa khoa tỉnh Hà Nam')).toBe('Tỉnh Hà Nam');
  });

  it.each([
    '',
    ' , ',
    'abc xyz',
    'Bến xe Miền Đông',
    '5 Lê Lợi',
    '12/3',
    'Việt Nam',
    '😀😀',
    '5 Phố Phan Chu Trinh',
  ])('answers nothing to %j', (text) => {
    expect(search.search(text, { size: 5 })).toEqual([]);
  });

  it('survives long and strange text', () => {
    const long = `${'Lê Lợi, '.repeat(1250)}Phường Bến Nghé, Quận 1, TP.HCM`;
    expect(oldLine(long)).toBe('Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh');
    for (const text of [
      'p1'.repeat(5000),
      'x'.repeat(100_000),
      '\ud800\u0301/-,'.repeat(500),
      'phường '.repeat(500),
    ]) {
      expect(search.search(text, { size: 3 }).every((match) => match.score <= 1)).toBe(true);
    }
  });
});

describe('names that several places share', () => {
  it('answers the unit above, then the places', () => {
    const [first, ...places] = search.search('Xã Phú Cường, Thành phố Hà Nội', { size: 5 });
    expect(first).toMatchObject({
      level: 'province',
      margin: 0,
      unexplained: ['Xã Phú Cường'],
      contradicted: [],
    });
    expect(first?.score).toBeLessThan(0.75);
    expect(places.length).toBeGreaterThan(1);
    for (const place of places) {
      expect(place.oldUnits.ward).toBe('Xã Phú Cường');
      expect(place.score).toBeLessThan(first?.score ?? 0);
    }
  });

  it('returns the places with low scores if no unit contains all of them', () => {
    const places = search.search('Huyện Châu Thành', { size: 4 });
    expect(places.length).toBe(4);
    expect(ask('Huyện Châu Thành')).toEqual(places[0]);
    expect(new Set(places.map((place) => place.newUnits.province)).size).toBeGreaterThan(1);
    for (const { score, margin, tied = 1 } of places) {
      expect(tied).toBeGreaterThan(4);
      expect(score).toBeLessThanOrEqual(1 / tied);
      expect(margin).toBe(0);
    }
  });

  it('returns nothing if several units have nearly the name and no unit contains them', () => {
    for (const size of [1, 5]) expect(search.search('Cháo Lòng Phố Cổ', { size })).toEqual([]);
  });

  it('lets a focus settle it', () => {
    const longAn = ask('Huyện Châu Thành, Tỉnh Long An');
    const near = search.search('Huyện Châu Thành', {
      size: 1,
      focus: longAn?.position ?? { lat: 0, lon: 0 },
    })[0];
    expect(near?.unitId).toBe(longAn?.unitId);
  });

  it('chooses by diacritics, and by the province without them', () => {
    expect(oldLine('Thanh Trì, Hà Nội')).toBe('Huyện Thanh Trì, Thành phố Hà Nội');
    expect(oldLine('Huyện Thạnh Trị')).toBe('Huyện Thạnh Trị, Tỉnh Sóc Trăng');
    expect(oldLine('Huyện Thanh Trì')).toBe('Huyện Thanh Trì, Thành phố Hà Nội');
    expect(oldLine('thanh tri soc trang')).toBe('Huyện Thạnh Trị, Tỉnh Sóc Trăng');
  });

  it('keeps several answers in order, each place once', () => {
    const matches = search.search('Thanh Xuân, Hà Nội', { size: 5 });
    expect(matches[0]?.unitId).toBe(ask('Thanh Xuân, Hà Nội')?.unitId);
    expect(new Set(matches.map((match) => match.unitId)).size).toBe(matches.length);
    for (let i = 1; i < matches.length; i += 1) {
      expect(matches[i]?.score).toBeLessThanOrEqual(matches[i - 1]?.score ?? 0);
    }
  });
});

describe('contradictions', () => {
  it('lets a ward beside the district win over it, at a lower score, where the province has one of that name', () => {
    const match = ask('Phường Bến Nghé, Quận 3, TP.HCM');
    expect(match).toMatchObject({ level: 'ward', contradicted: ['Quận 3'] });
    expect(match?.oldUnits).toMatchObject({ ward: 'Phường Bến Nghé', district: 'Quận 1' });
    expect(match?.score).toBeLessThan(0.75);
    expect(match?.score).toBeLessThan(ask('Phường Bến Nghé, Quận 1, TP.HCM')?.score ?? 0);
  });

  it('lets the district win over a ward that is far from it', () => {
    const match = ask('Phường Bến Nghé, Huyện Phú Giáo, Bình Dương');
    expect(match).toMatchObject({ level: 'district', contradicted: ['Phường Bến Nghé'] });
    expect(match?.oldUnits.district).toBe('Huyện Phú Giáo');
  });

  it('lets ward and district together win over a province', () => {
    const match = ask('Phường Bến Nghé, Quận 1, Hà Nội');
    expect(match?.oldUnits).toMatchObject({ ward: 'Phường Bến Nghé', district: 'Quận 1' });
    expect(match?.contradicted).toEqual(['Hà Nội']);
  });
});

describe('misspellings', () => {
  it.each([
    ['Phường Bến Ngé, Quận 1, HCM', 'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['phường trcú bạch, ba đình, hà nội', 'Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['Phường Trúc Bạch, Quận Ba Đìh, Hà Nội', 'Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['xã Pờ Y, H.Ngọc Hồi, Quảng Ngãi', 'Xã Pờ Y, Huyện Ngọc Hồi, Tỉnh Kon Tum'],
    ['phuowngf Truc Bach, Ba DDinhf, Haf Nooij', 'Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['phuongtrucbach, badinh, hanoi', 'Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['Tân Thạnh, Thới cai, Cần Thơ', 'Xã Tân Thạnh, Huyện Thới Lai, Thành phố Cần Thơ'],
  ])('%s', (text, line) => {
    expect(oldLine(text)).toBe(line);
    expect(ask(text)?.score).toBeGreaterThan(0.7);
  });

  it('trusts a misspelt name less', () => {
    expect(ask('Phường Bến Ngé, Quận 1, HCM')?.score).toBeLessThan(
      ask('Phường Bến Nghé, Quận 1, HCM')?.score ?? 0,
    );
  });
});

describe('answers', () => {
  it('places a former ward in the ward it became', () => {
    const match = ask('Phường 12, Quận Gò Vấp, TP.HCM');
    const ward = dataset.wards.findIndex((known) => known.code === '26882');
    expect(match).toMatchObject({ unitId: 'former-ward:26881', level: 'ward', newUnits: { ward } });
    expect(match?.position).toEqual(dataset.wards[ward]?.position);
    expect(match?.oldUnits).toEqual({
      province: 'Thành phố Hồ Chí Minh',
      district: 'Quận Gò Vấp',
      ward: 'Phường 12',
      wardCode: '26881',
    });
  });

  it('names the former district of a new ward only where all of it came from one', () => {
    const districts = (code: string): Set<string> => {
      const ward = dataset.wards.findIndex((known) => known.code === code);
      return new Set(
        dataset.formerWards
          .filter(({ wards, code, fullName }) => wards.includes(ward) && (code !== '' || fullName === ''))
          .map(({ district }) => district),
      );
    };
    let single = 0;
    let mixed = 0;
    for (const ward of dataset.wards) {
      const { oldUnits } = search.lookupUnit(`ward:${ward.code}`) as AdminMatch;
      const from = districts(ward.code);
      if (from.size === 1 && oldUnits.district !== undefined) single += 1;
      if (from.size > 1) mixed += 1;
      if (oldUnits.district !== undefined) expect([...from]).toEqual([oldUnits.district]);
      if (single > 100 && mixed > 20) break;
    }
    expect(single).toBeGreaterThan(100);
    expect(mixed).toBeGreaterThan(20);
  });

  it('lists the wards that a divided former ward became, and answers the likeliest', () => {
    const divided = dataset.formerWards.filter(({ wards }) => wards.length > 1);
    expect(divided.length).toBeGreaterThan(400);
    let listed = 0;
    for (const former of divided) {
      const match = ask(`${former.fullName}, ${former.district}, ${former.province}`) as AdminMatch;
      expect(match.level).toBe('ward');
      expect(match.newUnits.ward).toBeDefined();
      if (match.candidates === undefined) continue;
      listed += 1;
      expect(match.candidates.map(({ ward }) => ward)).toEqual(former.wards);
      expect(match.newUnits.ward).toBe(former.wards[0]);
      expect(match.candidates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
      // By law all of the population is in one successor, or else the choice is an estimate.
      if (match.candidates[0]?.share !== 1) expect(match.score).toBeLessThanOrEqual(0.95);
    }
    // Some former wards are not divided inside of the province that is named.
    expect(listed).toBeGreaterThan(0.97 * divided.length);
  });

  it('places a former district amid its wards', () => {
    const match = ask('Quận Ba Đình, Hà Nội') as AdminMatch;
    expect(match).toMatchObject({ level: 'district', newUnits: { province: 0 } });
    expect(match.newUnits.ward).toBeUndefined();
    const ward = dataset.wards[dataset.wardAt(match.position)];
    expect(['Phường Ba Đình', 'Phường Ngọc Hà', 'Phường Giảng Võ']).toContain(ward?.fullName);
    expect(match.accuracyRadiusMeters).toBeGreaterThan(1000);
    expect(match.accuracyRadiusMeters).toBeLessThan(6000);
  });

  it('finds every unit again by its id', () => {
    for (const text of [
      'Phường 12, Quận Gò Vấp',
      'Phường Ba Đình, Hà Nội',
      'Quận 1, HCM',
      'Hà Nội',
      'tỉnh Hà Nam',
    ]) {
      const match = ask(text) as AdminMatch;
      const again = search.lookupUnit(match.unitId) as AdminMatch;
      expect(search.labelOf(again, 'old')).toEqual(search.labelOf(match, 'old'));
      expect(again.position).toEqual(match.position);
      expect(again).toMatchObject({ level: match.level, score: 1, margin: 1 });
    }
    expect(search.lookupUnit('ward:nowhere')).toBeUndefined();
    const ids = search.unitIds();
    expect(ids.length).toBeGreaterThan(14_000);
    expect(ids.filter((id) => search.lookupUnit(id)?.unitId !== id)).toEqual([]);
  });

  it('keeps no state between questions', () => {
    const text = 'Phường Trúc Bạch, Quận Ba Đình, Hà Nội';
    const before = ask(text);
    ask('Phường Bến Ngé, Quận 1, HCM');
    expect(ask(text)).toEqual(before);
  });
});

describe('answers that are kept', () => {
  it('are the same with and without a unit that contains all of another one', () => {
    const long = ask('Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội');
    const short = ask('Phường Trúc Bạch, Thành phố Hà Nội');
    expect(long?.newUnits).toBeDefined();
    expect(short?.newUnits).toBe(long?.newUnits);
  });
});
