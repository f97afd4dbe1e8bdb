import { describe, expect, it } from 'vitest';
import type { UnitTables } from './unit-rows.ts';
import { listUnitRows } from './unit-rows.ts';
import { createConsistentWards } from './consistent-wards.ts';

const place = { position: { lat: 0, lon: 0 }, areaKm2: 1, radiusMeters: 1 };
const ward = (code: string, fullName: string, type: string, province: number) => ({
  ...{ code, fullName, type, name: fullName.slice(type.length + 1), province },
  ...place,
});
const former = (code: string, fullName: string, district: string, province: string, wards: number[]) => ({
  ...{ code, fullName, district, province, wards },
});

/** Two provinces in force, one made of two former ones. */
const TABLES: UnitTables = {
  provinces: [
    { code: '01', name: 'Bắc', fullName: 'Tỉnh Bắc', type: 'Tỉnh', forcodePrefix: 'BA', ...place },
    { code: '02', name: 'Nam', fullName: 'Thành phố Nam', type: 'Thành phố', forcodePrefix: 'NA', ...place },
  ],
  wards: [
    ward('00001', 'Phường Lê Lợi', 'Phường', 0),
    ward('00002', 'Xã Sa Pa', 'Xã', 0),
    ward('00003', 'Phường Lê Lợi', 'Phường', 1),
    ward('00004', 'Xã Hoà Bình', 'Xã', 1),
  ],
  formerWards: [
    former('00001', 'Phường 1', 'Thành phố Bắc', 'Tỉnh Bắc', [0]),
    former('00002', 'Phường Sa Pa', 'Thị xã Sa Pa', 'Tỉnh Bắc', [1]),
    former('00005', 'Xã Tả Van', 'Thị xã Sa Pa', 'Tỉnh Bắc', [0]),
    former('00003', 'Phường 1', 'Quận 3', 'Thành phố Nam', [2, 3]),
    former('00006', 'Xã Hóa Bình', 'Huyện Cũ', 'Tỉnh Trung', [2]),
    former('', '', 'Huyện Đảo', 'Thành phố Nam', [3]),
  ],
};

const consistentWards = createConsistentWards(listUnitRows(TABLES));

/** Reads a statement as `Type:Name, Type:Name`; without a type `:Name`. */
function stated(text: string, hasMarks = true): string[] {
  const [first, ...above] = text.split(', ').map((unit) => {
    const [type = '', name = ''] = unit.split(':');
    return { type, name };
  });
  return consistentWards({ ward: first as { type: string; name: string }, above, hasMarks });
}

describe('consistent wards', () => {
  it.each([
    ['a ward in force', 'Phường:Lê Lợi, :Bắc', ['00001']],
    ['a name in two provinces', 'Phường:Lê Lợi', ['00001', '00003']],
    ['a former ward', 'Phường:1, Thành phố:Bắc, Tỉnh:Bắc', ['00001']],
    ['a divided ward: all successors', 'Phường:1, Quận:3, :Nam', ['00003', '00004']],
    ['a ward number in two districts', 'Phường:1', ['00001', '00003', '00004']],
    ['a former ward in its new province', 'Xã:Hóa Bình, Huyện:Cũ, Thành phố:Nam', ['00003']],
    ['a new ward in a former province', 'Phường:Lê Lợi, :Trung', ['00003']],
    ['another type', 'Xã:Lê Lợi, :Bắc', []],
    ['a district that the ward is not in', 'Phường:1, Quận:9, :Nam', []],
    ['both spellings of a tone', 'Xã:Hòa Bình, :Nam', ['00004']],
    ['a bare name of ward and district', ':Sa Pa, :Bắc', ['00001', '00002']],
    ['a typed name of ward and district', 'Phường:Sa Pa, :Bắc', ['00002']],
    ['a bare ward in a district of its name', ':Sa Pa, :Sa Pa, :Bắc', ['00002']],
    ['a bare province', ':Nam', ['00003', '00004']],
  ])('of %s', (_, text, wards) => {
    expect(stated(text)).toEqual(wards);
  });

  it('are more without diacritics', () => {
    expect(stated('Xã:Hóa Bình, :Nam')).toEqual(['00003']);
    expect(stated('Xã:Hóa Bình, :Nam', false)).toEqual(['00003', '00004']);
  });
});
