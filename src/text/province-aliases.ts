import { foldKey } from './fold.ts';

/**
 * Lists other names of provinces: abbreviations, initials, old and foreign spellings.
 *
 * Shape: alias, name as of today or as of before 1 July 2025; `weak` where the letters mean other things as well.
 */
const ALIASES: [aliases: string, name: string, weak?: 'weak'][] = [
  ['hcm|tphcm|tp hcm|hcmc|sai gon|sg|tp sg|tpsg|ho chi minh city|saigon|sgn|hochiminh', 'Hồ Chí Minh'],
  ['hn|tphn|tp hn|hnoi|ha noi city|ha tay', 'Hà Nội'],
  ['hp|tphp|hphong|hai phong city', 'Hải Phòng', 'weak'],
  ['dng|tpdn|d nang|dnang|da nang city|danang', 'Đà Nẵng'],
  ['dn', 'Đà Nẵng', 'weak'],
  ['ct|tpct|can tho city', 'Cần Thơ', 'weak'],
  ['thua thien hue|tt hue|tth|t t hue|thua thien', 'Huế'],
  ['brvt|br vt|ba ria vt|vung tau', 'Bà Rịa - Vũng Tàu', 'weak'],
  ['dak lak|dac lac|dac lak|dak lac|darlac|daklac|dlk|dl', 'Đắk Lắk', 'weak'],
  ['dac nong|dak nong', 'Đắk Nông'],
  ['bac can', 'Bắc Kạn'],
  ['kon tum|con tum', 'Kon Tum'],
  ['bd|b duong', 'Bình Dương', 'weak'],
  ['qnh|q ninh', 'Quảng Ninh', 'weak'],
  ['th', 'Thanh Hóa', 'weak'],
  ['na', 'Nghệ An', 'weak'],
];

/** Names that a district has or had besides its own: reorganised before 2025, or spelled otherwise. */
const DISTRICT_ALIASES: [aliases: string, name: string][] = [
  ['2|9|thu duc', 'Thủ Đức'],
  ['buon me thuot|ban me thuot|bmt|buon ma thuoc', 'Buôn Ma Thuột'],
  ['phan rang', 'Phan Rang-Tháp Chàm'],
  ['qui nhon', 'Quy Nhơn'],
];

/** Another name of a unit; `key` and `nameKey` as made by foldKey. */
export interface Alias {
  key: string;
  nameKey: string;
  weak: boolean;
}

function listAliases(rows: readonly [string, string, ('weak' | undefined)?][]): Alias[] {
  return rows.flatMap(([aliases, name, weak]) =>
    aliases.split('|').map((alias) => ({
      key: foldKey(alias),
      nameKey: foldKey(name),
      weak: weak === 'weak' && alias.length <= 3,
    })),
  );
}

/** Lists the other names of provinces, old and new. */
export const PROVINCE_ALIASES: readonly Alias[] = listAliases(ALIASES);

/** Lists the other names of former districts. */
export const DISTRICT_ALIAS_LIST: readonly Alias[] = listAliases(DISTRICT_ALIASES);
