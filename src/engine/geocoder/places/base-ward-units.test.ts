import { describe, expect, it } from 'vitest';
import type { AdminDataset, FormerWard } from '../../gazetteer/units/units.ts';
import { buildUnits } from '../../gazetteer/unit-table/units.ts';
import { createBaseWardUnits, labelOf } from './base-ward-units.ts';

const HANOI = { code: '01', name: 'Hà Nội', fullName: 'Thành phố Hà Nội' };
const TUYEN_QUANG = { code: '08', name: 'Tuyên Quang', fullName: 'Tỉnh Tuyên Quang' };

function former(code: string, fullName: string, district: string, wards: number[], province: string) {
  return { code, fullName, district, province, wards } satisfies FormerWard;
}

const OLD_HANOI = 'Thành phố Hà Nội';

/** Six wards in force: made of one ward, of two of a district, of two districts, of an island district, of two provinces, of none. */
const dataset = {
  provinces: [HANOI, TUYEN_QUANG],
  wards: [
    { code: '00001', fullName: 'Phường Một', province: 0 },
    { code: '00002', fullName: 'Phường Hồng Hà', province: 0 },
    { code: '00003', fullName: 'Phường Ba', province: 0 },
    { code: '00004', fullName: 'Đặc khu Bốn', province: 0 },
    { code: '00005', fullName: 'Xã Năm', province: 1 },
    { code: '00006', fullName: 'Xã Sáu', province: 1 },
  ],
  formerWards: [
    former('10001', 'Phường Cũ', 'Quận Một', [0], OLD_HANOI),
    former('10002', 'Phường Phúc Xá', 'Quận Ba Đình', [1], OLD_HANOI),
    former('10003', 'Phường Yên Phụ', 'Quận Ba Đình', [1, 2], OLD_HANOI),
    former('', 'Phường Chương Dương', 'Quận Hoàn Kiếm', [2], OLD_HANOI),
    former('10005', '', 'Huyện Bốn', [3], OLD_HANOI),
    former('10006', 'Xã A', 'Huyện B', [4], 'Tỉnh Hà Giang'),
    former('10007', 'Xã C', 'Huyện D', [4], 'Tỉnh Tuyên Quang'),
  ],
} as unknown as AdminDataset;

const table = buildUnits(dataset);
const unitsOf = createBaseWardUnits(dataset, table);

/** Finds the base ward where a former ward and a ward in force meet. */
function baseWardOf(ward: number, formerWard: number): number {
  return table.wardOf.findIndex((at, baseWard) => at === ward && table.formerOf[baseWard] === formerWard);
}

describe('createBaseWardUnits', () => {
  it('names the former ward where the source knew it', () => {
    const units = unitsOf(baseWardOf(1, 1), true);
    expect(units.line).toEqual({
      old: 'Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
      new: 'Phường Hồng Hà, Thành phố Hà Nội',
    });
    expect(units.parts.old).toEqual({
      ward: 'Phường Phúc Xá',
      district: 'Quận Ba Đình',
      province: OLD_HANOI,
    });
    expect(units.parts.new).toEqual({ ward: 'Phường Hồng Hà', district: '', province: OLD_HANOI });
    expect(units.old).toMatchObject({ ward: 'Phường Phúc Xá', ward_code: '10002', district: 'Quận Ba Đình' });
    expect(units.new).toMatchObject({ ward: 'Phường Hồng Hà', ward_code: '00002', province_code: '01' });
  });

  it.each([
    ['one former ward', 0, 0, 'Phường Cũ, Quận Một, Thành phố Hà Nội'],
    ['several of one district', 1, 2, 'Quận Ba Đình, Thành phố Hà Nội'],
    ['several districts', 2, 2, 'Phường Ba, Thành phố Hà Nội'],
    ['a district without wards', 3, 4, 'Huyện Bốn, Thành phố Hà Nội'],
    ['several provinces', 4, 5, 'Xã Năm, Tỉnh Tuyên Quang'],
    ['nothing', 5, -1, 'Xã Sáu, Tỉnh Tuyên Quang'],
  ])('names what is sure where the ward was made of %s', (_, ward, formerWard, line) => {
    const units = unitsOf(baseWardOf(ward, formerWard), false);
    expect(units.line.old).toBe(line);
    expect(units.new.ward).toBe(dataset.wards[ward]?.fullName);
  });

  it('tells nothing as old that it only guesses', () => {
    expect(unitsOf(baseWardOf(1, 2), false).old).toMatchObject({ ward: null, district: 'Quận Ba Đình' });
    expect(unitsOf(baseWardOf(2, 3), false).old).toMatchObject({
      ward: null,
      district: null,
      province: OLD_HANOI,
    });
    expect(unitsOf(baseWardOf(4, 6), false).old).toMatchObject({ district: null, province: null });
    expect(unitsOf(baseWardOf(2, 3), true).old).toMatchObject({
      ward: 'Phường Chương Dương',
      ward_code: null,
    });
  });

  it('names no unit outside of all wards', () => {
    const units = unitsOf(table.wardOf.length, true);
    expect(units.line).toEqual({ old: '', new: '' });
    expect(units.new.province).toBeNull();
  });

  it('answers with the same frozen object again', () => {
    const units = unitsOf(baseWardOf(1, 1), true);
    expect(unitsOf(baseWardOf(1, 1), true)).toBe(units);
    expect(unitsOf(baseWardOf(1, 1), false)).toBe(unitsOf(baseWardOf(1, 2), false));
    expect(() => ((units.old as { ward: unknown }).ward = 'x')).toThrow(TypeError);
  });
});

describe('labelOf', () => {
  it.each([
    ['131 Đường Hồng Hà', '131 Đường Hồng Hà', 'Quận Ba Đình', '131 Đường Hồng Hà, Quận Ba Đình'],
    ['Chợ', '1 Phố', 'Quận Ba Đình', 'Chợ, 1 Phố, Quận Ba Đình'],
    ['Chợ', '', '', 'Chợ'],
  ])('joins %s, %s and %s', (name, streetLine, line, label) => {
    expect(labelOf(name, streetLine, line)).toBe(label);
  });
});
