/**
 * Replaces codes of wards that the source writes unlike every other list: Xã Ia Mơ kept the code it had before.
 */
export const WARD_CODE_CORRECTIONS: ReadonlyMap<string, string> = new Map([['23737', '23938']]);

/** Adds the former ward that the source leaves out: it went on with the same name and extent. */
export const MISSING_FORMER_WARDS: readonly MissingFormerWard[] = [
  {
    code: '23938',
    fullName: 'Xã Ia Mơ',
    district: 'Huyện Chư Prông',
    province: 'Tỉnh Gia Lai',
    wardCode: '23938',
  },
  // Five island districts had no wards; the source has a nameless row for each.
  {
    code: '',
    fullName: '',
    district: 'Huyện Bạch Long Vĩ',
    province: 'Thành phố Hải Phòng',
    wardCode: '11948',
  },
  { code: '', fullName: '', district: 'Huyện Cồn Cỏ', province: 'Tỉnh Quảng Trị', wardCode: '19742' },
  { code: '', fullName: '', district: 'Huyện Hoàng Sa', province: 'Thành phố Đà Nẵng', wardCode: '20333' },
  { code: '', fullName: '', district: 'Huyện Lý Sơn', province: 'Tỉnh Quảng Ngãi', wardCode: '21548' },
  {
    code: '',
    fullName: '',
    district: 'Huyện Côn Đảo',
    province: 'Tỉnh Bà Rịa - Vũng Tàu',
    wardCode: '26732',
  },
];

/** Describes a former ward that is added by hand. */
export interface MissingFormerWard {
  code: string;
  fullName: string;
  district: string;
  province: string;
  wardCode: string;
}
