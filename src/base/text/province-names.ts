import { PROVINCES } from '../geo/admin-codes.ts';
import { foldKey } from './fold.ts';
import { ABOLISHED_PROVINCES, PROVINCE_ALIASES } from './unit-aliases.ts';

/** Provinces that were merged into others on 1 July 2025, by what they became. Source: Resolution 202/2025/QH15. */
const FORMER_PROVINCES: Readonly<Record<string, string>> = {
  'Tuyên Quang': 'Hà Giang',
  'Lào Cai': 'Yên Bái',
  'Thái Nguyên': 'Bắc Kạn',
  'Phú Thọ': 'Hòa Bình|Vĩnh Phúc',
  'Bắc Ninh': 'Bắc Giang',
  'Hải Phòng': 'Hải Dương',
  'Hưng Yên': 'Thái Bình',
  'Ninh Bình': 'Hà Nam|Nam Định',
  'Quảng Trị': 'Quảng Bình',
  'Đà Nẵng': 'Quảng Nam',
  'Quảng Ngãi': 'Kon Tum',
  'Gia Lai': 'Bình Định',
  'Đắk Lắk': 'Phú Yên',
  'Khánh Hòa': 'Ninh Thuận',
  'Lâm Đồng': 'Bình Thuận|Đắk Nông',
  'Đồng Nai': 'Bình Phước',
  'Tây Ninh': 'Long An',
  'Hồ Chí Minh': 'Bình Dương|Bà Rịa - Vũng Tàu',
  'Đồng Tháp': 'Tiền Giang',
  'An Giang': 'Kiên Giang',
  'Vĩnh Long': 'Bến Tre|Trà Vinh',
  'Cần Thơ': 'Sóc Trăng|Hậu Giang',
  'Cà Mau': 'Bạc Liêu',
};

const FORMER_KEYS: ReadonlySet<string> = new Set([
  ...Object.values(FORMER_PROVINCES).flatMap((names) => names.split('|').map(foldKey)),
  ...ABOLISHED_PROVINCES.map(({ key }) => key),
]);

/** Reports whether a text is the name of a province that ended before or on 1 July 2025. */
export function isFormerProvinceName(text: string): boolean {
  return FORMER_KEYS.has(foldKey(text));
}

/** Codes of the provinces of today by the keys of all their names. */
const CODES = new Map(PROVINCES.map(({ name, provinceCode }) => [foldKey(name), provinceCode]));
for (const [name, former] of Object.entries(FORMER_PROVINCES))
  for (const each of former.split('|')) CODES.set(foldKey(each), CODES.get(foldKey(name)) ?? '');
for (const { key, nameKey } of [...PROVINCE_ALIASES.filter(({ weak }) => !weak), ...ABOLISHED_PROVINCES])
  if (!CODES.has(key)) CODES.set(key, CODES.get(nameKey) ?? '');

/** Returns the code of the province of today whose name a text is, old or new, in full or one of its usual abbreviations; of a divided one, the first. */
export function provinceOfName(text: string): string | undefined {
  return CODES.get(foldKey(text));
}

/** Reports whether a text is the name of a province, as {@link provinceOfName} knows them. */
export function isProvinceName(text: string): boolean {
  return provinceOfName(text) !== undefined;
}
