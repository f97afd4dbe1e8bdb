import { PROVINCES } from '../geo/admin-codes.ts';
import { foldKey } from './fold.ts';
import { ABOLISHED_PROVINCES, PROVINCE_ALIASES } from './unit-aliases.ts';

/** Provinces that were merged into others on 1 July 2025. Source: Resolution 202/2025/QH15. */
const FORMER_PROVINCES =
  'Hà Giang|Yên Bái|Bắc Kạn|Hòa Bình|Vĩnh Phúc|Bắc Giang|Hải Dương|Thái Bình|Hà Nam|Nam Định|Quảng Bình|Quảng Nam|Kon Tum|Bình Định|Phú Yên|Ninh Thuận|Bình Thuận|Đắk Nông|Bình Phước|Long An|Bình Dương|Bà Rịa - Vũng Tàu|Tiền Giang|Kiên Giang|Bến Tre|Trà Vinh|Sóc Trăng|Hậu Giang|Bạc Liêu'.split(
    '|',
  );
const PROVINCE_KEYS: ReadonlySet<string> = new Set([
  ...[...PROVINCES.map(({ name }) => name), ...FORMER_PROVINCES].map(foldKey),
  ...ABOLISHED_PROVINCES.map(({ key }) => key),
  ...PROVINCE_ALIASES.filter(({ weak }) => !weak).map(({ key }) => key),
]);

const FORMER_KEYS: ReadonlySet<string> = new Set([
  ...FORMER_PROVINCES.map(foldKey),
  ...ABOLISHED_PROVINCES.map(({ key }) => key),
]);

/** Reports whether a text is the name of a province that ended before or on 1 July 2025. */
export function isFormerProvinceName(text: string): boolean {
  return FORMER_KEYS.has(foldKey(text));
}

/** Reports whether a text is the name of a province, old or new, in full or one of its usual abbreviations. */
export function isProvinceName(text: string): boolean {
  return PROVINCE_KEYS.has(foldKey(text));
}
