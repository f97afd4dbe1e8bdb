import { diacriticKey } from './diacritics.ts';
import { foldKey } from './fold.ts';

/**
 * Other names of provinces: abbreviations, initials, old and foreign spellings.
 *
 * Shape: aliases (spaces do not matter), current name or name before 1 July 2025; `weak` marks aliases of up to three letters that have
 * other meanings too.
 */
const PROVINCE_ROWS: [aliases: string, name: string, weak?: 'weak'][] = [
  ['hcm|tphcm|hcmc|sai gon|sg|tpsg|sgn', 'Hồ Chí Minh'],
  ['hn|tphn|hnoi|ha tay', 'Hà Nội'],
  ['hp|tphp|hphong', 'Hải Phòng', 'weak'],
  ['dng|tpdn|d nang', 'Đà Nẵng'],
  ['dn', 'Đà Nẵng', 'weak'],
  ['ct|tpct', 'Cần Thơ', 'weak'],
  ['thua thien hue|tt hue|tth|thua thien', 'Huế'],
  ['brvt|ba ria vt', 'Bà Rịa - Vũng Tàu'],
  ['dac lac|dac lak|dak lac|darlac|dlk', 'Đắk Lắk', 'weak'],
  ['dac nong', 'Đắk Nông'],
  ['bac can', 'Bắc Kạn'],
  ['con tum', 'Kon Tum'],
  ['bd|b duong', 'Bình Dương', 'weak'],
  ['qnh|q ninh', 'Quảng Ninh', 'weak'],
  ['th', 'Thanh Hóa', 'weak'],
  ['na', 'Nghệ An', 'weak'],
];

/** Other names of districts: from before a reorganisation, or other spellings. */
const DISTRICT_ROWS: [aliases: string, name: string][] = [
  ['2|9', 'Thủ Đức'],
  // Divided in 2013; most addresses with this name are older than the phường of that name.
  ['tu liem', 'Bắc Từ Liêm'],
  ['tu liem', 'Nam Từ Liêm'],
  ['buon me thuot|ban me thuot|bmt|buon ma thuoc', 'Buôn Ma Thuột'],
  ['phan rang', 'Phan Rang-Tháp Chàm'],
  // Merged or renamed between 2018 and 2025.
  ['long dien|dat do', 'Long Đất'],
  ['tan thanh', 'Phú Mỹ'],
  ['hoanh bo', 'Hạ Long'],
  ['ky son', 'Hòa Bình'],
  ['quang uyen|phuc hoa', 'Quảng Hòa'],
  ['tra linh', 'Trùng Khánh'],
  ['thong nong', 'Hà Quảng'],
  ['tay tra', 'Trà Bồng'],
  ['dong son', 'Thanh Hóa'],
  ['yen dung', 'Bắc Giang'],
  ['my loc', 'Nam Định'],
  ['da teh|cat tien', 'Đạ Huoai'],
  ['cua lo', 'Vinh'],
  ['loc ha', 'Thạch Hà'],
];

/** Another name of a unit; `key` and `nameKey` are results of foldKey, `spelling` is the diacriticKey of the unit. */
export interface Alias {
  key: string;
  nameKey: string;
  spelling: string;
  weak: boolean;
}

function listAliases(rows: readonly [string, string, ('weak' | undefined)?][]): Alias[] {
  return rows.flatMap(([aliases, name, weak]) =>
    aliases.split('|').map((alias) => ({
      key: foldKey(alias),
      nameKey: foldKey(name),
      spelling: diacriticKey(name),
      weak: weak === 'weak' && alias.length <= 3,
    })),
  );
}

/** The other names of provinces, old and new. */
export const PROVINCE_ALIASES: readonly Alias[] = listAliases(PROVINCE_ROWS);

/** The other names of former districts. */
export const DISTRICT_ALIASES: readonly Alias[] = listAliases(DISTRICT_ROWS);
