import { PROVINCES } from '../../base/geo/admin-codes.ts';
import { fold, foldKey } from '../../base/text/fold.ts';
import { PROVINCE_ALIASES } from '../../base/text/unit-aliases.ts';

/** Provinces that were merged into others on 1 July 2025. Source: Resolution 202/2025/QH15. */
const FORMER_PROVINCES =
  'Hà Giang|Yên Bái|Bắc Kạn|Hòa Bình|Vĩnh Phúc|Bắc Giang|Hải Dương|Thái Bình|Hà Nam|Nam Định|Quảng Bình|Quảng Nam|Kon Tum|Bình Định|Phú Yên|Ninh Thuận|Bình Thuận|Đắk Nông|Bình Phước|Long An|Bình Dương|Bà Rịa - Vũng Tàu|Tiền Giang|Kiên Giang|Bến Tre|Trà Vinh|Sóc Trăng|Hậu Giang|Bạc Liêu'.split(
    '|',
  );
const PROVINCE_KEYS: ReadonlySet<string> = new Set([
  ...[...PROVINCES.map(({ name }) => name), ...FORMER_PROVINCES].map(foldKey),
  ...PROVINCE_ALIASES.filter(({ weak }) => !weak).map(({ key }) => key),
]);
const TYPE_WORDS = /^(?:thanh pho|tinh|tp|t\.?p)[. ]+/;
const COUNTRY = /(?:^|[ ,.-]+)viet ?nam[ .]*$/;
/** Words in front of a province name that make it the name of a street: "xa lộ Hà Nội", "phố Huế". */
const STREET_WORD = /(?:^|[ ,.])(?:duong|d|pho|xa lo|dai lo|cau|khu|ngo|quan|q|phuong|p|xa|x|huyen|h)[. ]*$/;
const MOST_WORDS = 4;

/** Returns a text with the default province at its end, where the text names no province itself. */
export function withDefaultProvince(text: string, province: string | undefined): string {
  return province === undefined || namesProvince(text) ? text : `${text}, ${province}`;
}

/** Reports whether a part of a text between commas is a province, old or new, or the text ends with the name of one. */
export function namesProvince(text: string): boolean {
  const folded = fold(text).replace(COUNTRY, '');
  if (folded.split(/[,;]/).some((part) => isProvince(part.trim().replace(TYPE_WORDS, '')))) return true;
  const words = folded.split(/[ ,]+/).filter(Boolean);
  for (let count = 1; count <= Math.min(MOST_WORDS, words.length); count += 1) {
    if (!isProvince(words.slice(-count).join(' '))) continue;
    return !STREET_WORD.test(words.slice(0, -count).join(' '));
  }
  return false;
}

function isProvince(text: string): boolean {
  return PROVINCE_KEYS.has(foldKey(text));
}
