/** A province of Vietnam since 1 July 2025, with the code that its forcodes begin with. */
export interface Province {
  /** Official two-digit code, `01` to `96`. */
  provinceCode: string;
  /** Name without the type of unit, with diacritics. */
  name: string;
  /** The beginning of forcodes: two or three capital letters. */
  adminCode: string;
}

/**
 * The 34 provinces in the order of their official codes.
 *
 * Source: section 4.10 of the interface document for `adminCode`; the official list of 2025 for code and name.
 */
export const PROVINCES: readonly Readonly<Province>[] = [
  { provinceCode: '01', name: 'Hà Nội', adminCode: 'HN' },
  { provinceCode: '04', name: 'Cao Bằng', adminCode: 'CB' },
  { provinceCode: '08', name: 'Tuyên Quang', adminCode: 'TQ' },
  { provinceCode: '11', name: 'Điện Biên', adminCode: 'DB' },
  { provinceCode: '12', name: 'Lai Châu', adminCode: 'LCU' },
  { provinceCode: '14', name: 'Sơn La', adminCode: 'SL' },
  { provinceCode: '15', name: 'Lào Cai', adminCode: 'LCI' },
  { provinceCode: '19', name: 'Thái Nguyên', adminCode: 'TN' },
  { provinceCode: '20', name: 'Lạng Sơn', adminCode: 'LS' },
  { provinceCode: '22', name: 'Quảng Ninh', adminCode: 'QNH' },
  { provinceCode: '24', name: 'Bắc Ninh', adminCode: 'BN' },
  { provinceCode: '25', name: 'Phú Thọ', adminCode: 'PT' },
  { provinceCode: '31', name: 'Hải Phòng', adminCode: 'HP' },
  { provinceCode: '33', name: 'Hưng Yên', adminCode: 'HY' },
  { provinceCode: '37', name: 'Ninh Bình', adminCode: 'NB' },
  { provinceCode: '38', name: 'Thanh Hoá', adminCode: 'TH' },
  { provinceCode: '40', name: 'Nghệ An', adminCode: 'NA' },
  { provinceCode: '42', name: 'Hà Tĩnh', adminCode: 'HT' },
  { provinceCode: '44', name: 'Quảng Trị', adminCode: 'QT' },
  { provinceCode: '46', name: 'Huế', adminCode: 'HUE' },
  { provinceCode: '48', name: 'Đà Nẵng', adminCode: 'DNG' },
  { provinceCode: '51', name: 'Quảng Ngãi', adminCode: 'QNG' },
  { provinceCode: '52', name: 'Gia Lai', adminCode: 'GL' },
  { provinceCode: '56', name: 'Khánh Hoà', adminCode: 'KH' },
  { provinceCode: '66', name: 'Đắk Lắk', adminCode: 'DLK' },
  { provinceCode: '68', name: 'Lâm Đồng', adminCode: 'LD' },
  { provinceCode: '75', name: 'Đồng Nai', adminCode: 'DN' },
  { provinceCode: '79', name: 'Hồ Chí Minh', adminCode: 'HCM' },
  { provinceCode: '80', name: 'Tây Ninh', adminCode: 'TNH' },
  { provinceCode: '82', name: 'Đồng Tháp', adminCode: 'DT' },
  { provinceCode: '86', name: 'Vĩnh Long', adminCode: 'VL' },
  { provinceCode: '91', name: 'An Giang', adminCode: 'AG' },
  { provinceCode: '92', name: 'Cần Thơ', adminCode: 'CT' },
  { provinceCode: '96', name: 'Cà Mau', adminCode: 'CM' },
];

const byProvinceCode = new Map(PROVINCES.map((province) => [province.provinceCode, province]));
const byAdminCode = new Map(PROVINCES.map((province) => [province.adminCode, province]));

// Another list of the service has QN for Quảng Ninh: it is decoded, but never encoded.
const ALIASES: ReadonlyMap<string, string> = new Map([['QN', 'QNH']]);

/** Returns a province by its official two-digit code. */
export function provinceByCode(provinceCode: string): Readonly<Province> | undefined {
  return byProvinceCode.get(provinceCode);
}

/** Returns the province of an admin code, `QN` included. */
export function provinceByAdminCode(adminCode: string): Readonly<Province> | undefined {
  return byAdminCode.get(ALIASES.get(adminCode) ?? adminCode);
}

/** Reports whether new forcodes may begin with a code: one of the 34, not `QN`. */
export function isAdminCode(adminCode: string): boolean {
  return byAdminCode.has(adminCode);
}
