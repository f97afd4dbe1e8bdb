import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { foldKey } from '../../../src/base/text/fold.ts';
import type { UnitRow } from './unit-rows.ts';

/** The names of streets that addresses are generated with. */
export interface StreetTable {
  /** Returns street names of the former district of a ward, or common ones where none are known. */
  streetsOf(row: UnitRow): readonly string[];
}

/** Street names that most towns of Vietnam have. */
const COMMON_STREETS: readonly string[] = `
Lê Lợi|Trần Hưng Đạo|Nguyễn Huệ|Hai Bà Trưng|Lý Thường Kiệt|Nguyễn Trãi|Quang Trung|Phan Chu Trinh|Phan Bội Châu|Hùng Vương
Lê Duẩn|Nguyễn Văn Cừ|Trần Phú|Lê Hồng Phong|Võ Thị Sáu|Nguyễn Thị Minh Khai|Điện Biên Phủ|Cách Mạng Tháng Tám|Hoàng Hoa Thám|Ngô Quyền
Đinh Tiên Hoàng|Bà Triệu|Hoàng Diệu|Nguyễn Du|Chu Văn An|Nguyễn Đình Chiểu|Phạm Ngũ Lão|Lê Thánh Tông|Ngô Gia Tự|Hồ Xuân Hương`
  .trim()
  .split(/[|\n]/);

/** Names without digits and punctuation: numbered streets have a class of their own. */
const PLAIN_NAME = /^\p{Lu}[\p{L} ]{3,}$/u;
/** Streets whose names begin with a type word of a unit would state a unit that the label does not know of. */
const UNIT_WORD = /^(phường|xã|thị|quận|huyện|thành phố|tỉnh|ấp|thôn|xóm|khu|tổ|hẻm|ngõ|kiệt)\s/iu;

/**
 * Reads a table of streets in former districts; without the file, a small list of common names is used everywhere.
 *
 * Shape: columns `street`, `district`, `province`, without type words; gzip.
 */
export function readStreets(file: string): StreetTable {
  const byDistrict = new Map<string, string[]>();
  if (existsSync(file)) {
    const rows = parse<Record<string, string>>(gunzipSync(readFileSync(file)), { columns: true, bom: true });
    for (const { street = '', district = '', province = '' } of rows) {
      if (!PLAIN_NAME.test(street) || UNIT_WORD.test(street)) continue;
      const key = keyOf(district.replace(/^Quận /u, ''), province);
      byDistrict.set(key, [...(byDistrict.get(key) ?? []), street]);
    }
  }
  return {
    streetsOf(row) {
      const former = row.district === undefined ? row.madeOf[0] : row;
      const key = keyOf(former?.district?.name ?? '', former?.province.name ?? '');
      return byDistrict.get(key) ?? COMMON_STREETS;
    },
  };
}

function keyOf(district: string, province: string): string {
  return `${foldKey(district)}\n${foldKey(province)}`;
}
