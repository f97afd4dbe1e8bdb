import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Conversion } from '../../../contract/records/conversion.ts';
import { loadDataset } from '../../gazetteer/load-dataset.ts';
import { openDataset } from '../../gazetteer/open-dataset.ts';
import { createEngine } from '../engine.ts';
import type { ConvertRequest } from './choose-target.ts';
import type { Converter } from './converter.ts';

const STARTER = fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url));
const BEFORE = '2025-06-30';
const NEWEST = '2026-09-20';
let converter: Converter;

beforeAll(async () => {
  const dataset = openDataset(await loadDataset(STARTER));
  converter = createEngine(dataset).converter();
});

const request = (text: string, more: Partial<ConvertRequest> = {}): ConvertRequest => ({
  ...{ text, diacritics: true, order: 'vietnamese', language: 'en' },
  ...more,
});
const convert = (text: string, more: Partial<ConvertRequest> = {}): Conversion =>
  converter.convert(request(text, more));

describe('a ward of today', () => {
  it('is in the former ward of its street', () => {
    const { to, basis, ambiguity } = convert('12 Lê Lợi, Phường Bến Thành, TP.HCM', { to: BEFORE });
    expect([to?.units, basis, ambiguity]).toEqual([
      'Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh',
      'address',
      null,
    ]);
  });

  it('is ambiguous without a street, with shares that sum to 1', () => {
    const { ambiguity, candidates, to, change, explanation } = convert('12 X, Phường Bến Thành, TP.HCM', {
      to: BEFORE,
    });
    expect(ambiguity).toBe('merged_unit');
    // What all of them have in common is known, none of them is.
    expect([to?.line, to?.ward, to?.district_code, change]).toEqual([
      '12 X, Quận 1, Thành phố Hồ Chí Minh',
      null,
      '760',
      'divided',
    ]);
    expect(explanation).toContain('was made of 4 units: the address can be in any of Phường');
    expect(candidates).toHaveLength(4);
    expect(candidates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 2);
  });
});

it('says that a commune and the town of its name in one district fit equally', () => {
  const { ambiguity, candidates } = convert('Long Phú, Long Phú, Sóc Trăng', { to: BEFORE });
  expect(ambiguity).toBe('several_records');
  expect(candidates.map(({ code }) => code)).toEqual(['31639', '31669']);
  expect(convert('TT. Long Phú, Long Phú, Sóc Trăng', { to: BEFORE }).ambiguity).toBeNull();
});

describe('a line', () => {
  it('keeps what is in front of the units', () => {
    const { to, kept } = convert('12/3 hẻm 56  Nguyễn Trãi, P.Bến Thành, Q.1, TP.HCM, Việt Nam');
    expect(kept).toBe('12/3 hẻm 56  Nguyễn Trãi');
    expect(to?.line).toBe('12/3 hẻm 56  Nguyễn Trãi, Phường Bến Thành, Thành phố Hồ Chí Minh, Việt Nam');
    expect(to?.postal_code).toBe('71009');
  });

  it('is written without diacritics or in English order', () => {
    const line = (more: Partial<ConvertRequest>) =>
      convert('5 Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh', more).to?.line;
    expect(line({ diacritics: false })).toBe('5 Lê Lợi, Phuong Sai Gon, Thanh pho Ho Chi Minh');
    expect(line({ order: 'english' })).toBe('5 Lê Lợi, Sài Gòn Ward, Hồ Chí Minh City');
  });

  it('of any day becomes that of any other', () => {
    expect(convert('Xã Bố Hạ, Tỉnh Bắc Ninh').to?.line).toBe('Phường Bố Hạ, Thành phố Bắc Ninh');
    expect(convert('Phường Bố Hạ, Thành phố Bắc Ninh', { to: '2026-09-19' }).to?.line).toBe(
      'Xã Bố Hạ, Tỉnh Bắc Ninh',
    );
    const { change, decree, effective } = convert('Xã Bố Hạ, Tỉnh Bắc Ninh');
    expect([change, decree, effective]).toEqual(['retyped', '388/NQ-UBTVQH16', '2026-09-20']);
  });

  it('has its ward of the street if it names only the district', () => {
    const { to, basis } = convert('86 Bát Đàn, Hoàn Kiếm, Hà Nội');
    expect([to?.line, basis]).toEqual(['86 Bát Đàn, Phường Hoàn Kiếm, Thành phố Hà Nội', 'address']);
    expect(convert('Quận 1, TP.HCM')).toMatchObject({ ambiguity: 'no_ward', level: 'province' });
  });

  it('of a divided ward is in the successor at the position of the row', () => {
    const text = 'Phường Ngọc Hà, Quận Ba Đình, Hà Nội';
    expect(convert(text)).toMatchObject({ ambiguity: 'divided_ward', basis: 'estimate' });
    const placed = convert(text, { position: { lat: 21.0357, lon: 105.83 } });
    expect(placed).toMatchObject({ ambiguity: null, basis: 'position' });
  });

  it('is of the former ward although a ward of today has its code, also if it is misspelt', () => {
    expect(convert('P. Liễu Gai, Q. Ba Đình, Hà Nội')).toMatchObject({
      from: { ward: 'Phường Liễu Giai', ward_code: '00008', day: BEFORE },
      to: { ward: 'Phường Ngọc Hà', ward_code: '00008' },
      change: 'merged',
    });
  });

  it('of a ward that was merged away before 2025 is of its last day', () => {
    const { from, to } = convert('Phường An Cư, Quận Ninh Kiều, Thành phố Cần Thơ');
    expect([from?.day, from?.ward, to?.units]).toEqual([
      '2024-10-31',
      'Phường An Cư',
      'Phường Ninh Kiều, Thành phố Cần Thơ',
    ]);
  });

  it('has no match for a unit of another day, or for none', () => {
    expect(convert('Phường Sài Gòn, TP.HCM', { from: BEFORE }).reason).toContain('no unit of 2025-06-30');
    expect(convert('xyz')).toMatchObject({ status: 'ZERO_RESULTS', to: null });
  });
});

describe('codes', () => {
  const byCode = (columns: ConvertRequest['columns'], more: Partial<ConvertRequest> = {}) =>
    convert('', { columns, ...more });

  it('are never joined without a day: 06799 was a ward and is another one', () => {
    expect(byCode({ ward: '06799' })).toMatchObject({ ambiguity: 'old_or_new' });
    expect(byCode({ ward: '6799' }, { from: BEFORE })).toMatchObject({
      ambiguity: null,
      to: { ward_code: '06886' },
    });
    expect(byCode({ ward: '06799' }, { from: NEWEST })).toMatchObject({ to: { ward_code: '06799' } });
  });

  it('go with names', () => {
    const { to } = convert('5 Lê Lợi', { columns: { ward: 'Bến Nghé', district: '1', province: '79' } });
    expect(to?.line).toBe('5 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh');
  });

  it('that do not exist are said', () => {
    expect(byCode({ ward: '99999' }).reason).toBe('there is no ward with the code 99999');
  });
});

describe('the explanation', () => {
  it('names unit, day, decree, item, and how much of it', () => {
    const text = 'Xã Hải Hòa, Thành phố Cẩm Phả, Tỉnh Quảng Ninh';
    expect(convert(text, { to: '2025-07-01' }).explanation).toBe(
      'Xã Hải Hòa, Thành phố Cẩm Phả became part of Xã Hải Lạng on 1 July 2025: resolution 1679/NQ-UBTVQH15, item 7, the rest of it with all of its population; the Xã Hải Hòa of today got area only (item 3).',
    );
    expect(convert(text, { language: 'vi' }).explanation).toContain('khoản 7 Điều 1');
  });
});

describe('the words of a text', () => {
  it.each([
    // A unit once: named again without its type word, beside the whole address again, with the name of an organisation.
    ['Thôn 3, Thị Trấn Đông Phú, Đông Phú, Quế Sơn, Quảng Nam', 'Thôn 3, Xã Quế Sơn, Thành phố Đà Nẵng'],
    [
      'Ấp Bình An, X. Thái Đào, H. Lạng Giang, T. Bắc Giang, Xã Thái Đào, Huyện Lạng Giang, Tỉnh Bắc Giang',
      'Ấp Bình An, Xã Tân Dĩnh, Thành phố Bắc Ninh',
    ],
    ['Bình Minh, Trảng Bom, Trảng Bom, Đồng Nai', 'Xã Bình Minh, Thành phố Đồng Nai'],
    ['Thị Trấn Hòa Bình, Hoà Bình, Hoà Bình, Bạc Liêu', 'Xã Hòa Bình, Tỉnh Cà Mau'],
    [
      'UBND Xã Giang Sơn Tây, Xã Giang Sơn Tây, Huyện Đô Lương, Tỉnh Nghệ An',
      'UBND Xã Giang Sơn Tây, Xã Bạch Ngọc, Tỉnh Nghệ An',
    ],
    ['Sở Y tế Nghệ An, Việt Nam/, Tỉnh Nghệ An', 'Sở Y tế Nghệ An, Tỉnh Nghệ An, Việt Nam'],
    // The country last.
    [
      'Việt Nam > Bắc Giang > Huyện Lạng Giang > Thị trấn Vôi',
      'Phường Lạng Giang, Thành phố Bắc Ninh, Việt Nam',
    ],
    // Districts that have another name since.
    ['12 Lê Lợi, Xã Hải Thanh, Huyện Tĩnh Gia, Thanh Hóa', '12 Lê Lợi, Phường Tĩnh Gia, Tỉnh Thanh Hóa'],
    [
      '12 Lê Lợi, Phường Vân Giang, Thành phố Ninh Bình, Ninh Bình',
      '12 Lê Lợi, Phường Hoa Lư, Tỉnh Ninh Bình',
    ],
    // The name that explains all words of its part.
    ['Phường Tân Sơn Nh, TP HCM', 'Phường Tân Sơn Nhì, Thành phố Hồ Chí Minh'],
    ['Phường Ph Diễn, Hà Nội', 'Phường Phú Diễn, Thành phố Hà Nội'],
    ['Xã Thới An Hộ, Cần Thơ', 'Xã Thới An Hội, Thành phố Cần Thơ'],
    ['Thị trấn NT Liên Sơn, Huyện Văn Chấn, Yên Bái', 'Xã Liên Sơn, Tỉnh Lào Cai'],
    ['Phường Mười Ba, Quận Năm, Sài Gòn', 'Phường Chợ Lớn, Thành phố Hồ Chí Minh'],
  ])('are each used once: %s', (text, line) => {
    expect(convert(text).to?.line).toBe(line);
  });

  it.each([
    ['Phường Chương Dương Độ, Quận Hoàn Kiếm, Hà Nội', { ward: 'unused' }],
    ['Xã Tân Vĩnh Hiệp, Huyện Bắc Tân Uyên, Tỉnh Bình Dương', { district: 'contradicted' }],
    ['Hòa Cuông, Trấn Yên, Lạng Sơn', { ward: 'contradicted' }],
    ['821 Trần Phú, Phường Bảo Lộc, Thành phố Bảo Lộc, Lâm Đồng', { ward: 'unknown' }],
    ['P. Bến Nghé gần nhà thờ Đức Bà, Quận 1, TP HCM', { ward: 'confirmed', district: 'confirmed' }],
  ])('that nothing explains are said: %s', (text, parts) => {
    expect(convert(text).parts).toMatchObject(parts);
  });
});

describe('a column', () => {
  const inColumns = (ward: string, district: string, province: string, text = ''): Conversion =>
    convert(text, { columns: { ward, district, province } });

  it.each([
    ['Mỹ Thuận', 'Tân Sơn', 'Bắc Giang'],
    ['Bình Trị Đông', 'Bình Tân', 'Long An'],
    ['Đức Giang', 'Long Biên', 'Bắc Giang'],
    ['Tân Hiệp', 'Bắc Tân Uyên', 'Bình Dương'],
  ])('of districts is never a ward: %s | %s | %s', (ward, district, province) => {
    const { parts } = inColumns(ward, district, province);
    expect([parts?.district, parts?.province]).toContain('contradicted');
  });

  it('is no part of the line', () => {
    const { to } = inColumns('Đông Phú', 'Quế Sơn', 'Quảng Nam', 'Thôn 3, Thị Trấn Đông Phú');
    expect(to?.line).toBe('Thôn 3, Xã Quế Sơn, Thành phố Đà Nẵng');
  });
});
