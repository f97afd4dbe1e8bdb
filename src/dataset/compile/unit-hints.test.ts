import { beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { buildUnits } from '../../engine/gazetteer/unit-table/units.ts';
import type { UnitNames } from '../features.ts';
import { readUnit } from '../read-unit.ts';
import { createUnitHints } from './unit-hints.ts';

describe('readUnit', () => {
  it('reads the ways to write one unit as one', () => {
    for (const text of ['Phường 13', 'P.13', 'p13', 'P. 13', 'phường 13'.normalize('NFD'), 'Phường 013'])
      expect(readUnit(text), text).toEqual({ type: 'phuong', name: '13' });
    expect(readUnit('13')).toEqual({ type: '', name: '13' });
    expect(readUnit('Q1')).toEqual({ type: 'quan', name: '1' });
    expect(readUnit('Thị trấn Trâu Quỳ')).toEqual({ type: 'thitran', name: 'trauqui' });
    expect(readUnit('')).toEqual({ type: '', name: '' });
  });
});

describe('createUnitHints', () => {
  let hint: (wardCode: string, names: UnitNames) => { known: boolean; wards: (string | undefined)[] };
  let codesOf: (wardCode: string, names: UnitNames) => (string | undefined)[];
  beforeAll(async () => {
    const admin = await openAdminDataset('fixtures/starter');
    const units = buildUnits(admin);
    const choose = createUnitHints(admin, units);
    hint = (wardCode, names) => {
      const { isKnown, baseWards } = choose(
        admin.wards.findIndex(({ code }) => code === wardCode),
        names,
      );
      const formerOf = (baseWard: number) => admin.formerWards[units.formerOf[baseWard] as number]?.fullName;
      return { known: isKnown, wards: baseWards.map(formerOf) };
    };
    codesOf = (wardCode, names) =>
      choose(
        admin.wards.findIndex(({ code }) => code === wardCode),
        names,
      ).baseWards.map((baseWard) => admin.formerWards[units.formerOf[baseWard] as number]?.code);
  });

  // Phường Ba Đình was formed of Quán Thánh, Trúc Bạch, and parts of others: the centres of Ngọc Hà and Điện Biên are in it, that of Đội Cấn is
  // not. Nguyễn Trung Trực had been merged away long before.
  const BA_DINH = '00004';

  it('takes the former ward that an address names', () => {
    for (const ward of ['Phường Trúc Bạch', 'P. Trúc Bạch', 'truc bach'])
      expect(hint(BA_DINH, { ward }), ward).toEqual({ known: true, wards: ['Phường Trúc Bạch'] });
    expect(hint(BA_DINH, { ward: 'Nguyễn Trung Trực' }).wards).toEqual(['Phường Nguyễn Trung Trực']);
  });

  it('leaves several where nothing or something else is named, without those that ended before 2025', () => {
    const wards = ['Phường Ngọc Hà', 'Phường Quán Thánh', 'Phường Trúc Bạch', 'Phường Điện Biên'];
    for (const names of [
      {},
      { ward: 'Phường Ba Đình' },
      { ward: 'Phường Hàng Bài' },
      { district: 'Quận Ba Đình' },
    ])
      expect(hint(BA_DINH, names), JSON.stringify(names)).toEqual({ known: false, wards });
  });

  it('takes the ward that a former ward of an ended district went on as', () => {
    const HIEP_BINH = '26809';
    const wards = ['Phường Hiệp Bình Chánh'];
    for (const district of ['Quận Thủ Đức', 'Thành phố Thủ Đức', undefined]) {
      expect(hint(HIEP_BINH, { ward: wards[0], district })).toEqual({ known: true, wards });
      expect(codesOf(HIEP_BINH, { ward: wards[0], district })).toEqual(['26812']);
    }
    const recent = hint(HIEP_BINH, { district: 'Thành phố Thủ Đức' });
    expect(hint(HIEP_BINH, { district: 'Quận Thủ Đức' })).toEqual(recent);
  });

  it('takes the only former ward there was', () => {
    expect(hint('23938', {})).toEqual({ known: true, wards: ['Xã Ia Mơ'] });
  });
});
