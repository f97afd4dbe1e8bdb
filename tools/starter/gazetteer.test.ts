import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { readGazetteer, type WardMappingRow } from './gazetteer.ts';
import { TABLES } from '../../test/support/starter-tiny-map.ts';

const row = (
  old: [string | null, string | null, string | null, string | null],
  became: [string, string],
): WardMappingRow => ({
  old_ward_code: old[0],
  old_ward_name: old[1],
  old_district_name: old[2],
  old_province_name: old[3],
  new_ward_code: became[0],
  new_ward_name: became[1],
  new_province_name: 'Thành phố Hà Nội',
});
const former = (...wardMappings: WardMappingRow[]) => readGazetteer({ ...TABLES, wardMappings }).formerWards;

describe('readGazetteer', () => {
  it('splits names into type and name, and adds the type that provinces lack', () => {
    const { provinces, wards } = readGazetteer(TABLES);
    expect(provinces).toEqual([
      { code: '01', name: 'Hà Nội', fullName: 'Thành phố Hà Nội', type: 'Thành phố' },
      { code: '33', name: 'Hưng Yên', fullName: 'Tỉnh Hưng Yên', type: 'Tỉnh' },
    ]);
    expect(wards.map(({ code, type, name }) => `${code} ${type} ${name}`)).toEqual([
      '00001 Phường Tây',
      '00002 Xã Đông',
      '00003 Đặc khu Đảo',
    ]);
  });

  it('composes decomposed letters and drops spare spaces', () => {
    const [only] = former(
      row(['00010', ' Xã  Ðoài'.normalize('NFD'), 'Huyện A', 'Tỉnh B'], ['00001', 'Phường Tây']),
    );
    expect(only?.fullName).toBe('Xã Ðoài'.normalize('NFC'));
  });

  it('joins the rows of a former ward that was split', () => {
    const name: [string, string, string] = ['Xã Cũ', 'Huyện A', 'Tỉnh B'];
    const rows = former(
      row([null, ...name], ['00002', 'Xã Đông']),
      row(['00010', ...name], ['00001', 'Phường Tây']),
    );
    expect(rows).toEqual([
      {
        code: '00010',
        fullName: 'Xã Cũ',
        district: 'Huyện A',
        province: 'Tỉnh B',
        wardCodes: ['00001', '00002'],
      },
    ]);
  });

  it('believes the name of the new ward before its code', () => {
    const [only] = former(row([null, 'Xã Cũ', 'Huyện A', 'Tỉnh B'], ['00001', 'Xã Đông']));
    expect(only?.wardCodes).toEqual(['00002']);
  });

  it('leaves out rows without names', () => {
    expect(former(row(['', null, null, null], ['00001', 'Phường Tây']))).toEqual([]);
  });

  it('refuses a new ward that does not exist', () => {
    const wrong = (): unknown =>
      former(row(['00010', 'Xã Cũ', 'Huyện A', 'Tỉnh B'], ['09999', 'Xã Không Có']));
    expect(wrong).toThrow(/Xã Không Có.*09999/u);
  });

  it('refuses a unit without a type word', () => {
    const wards = [{ ward_code: '00001', name: 'Tây', province_code: '01' }];
    let thrown: unknown;
    try {
      readGazetteer({ ...TABLES, wards });
    } catch (error) {
      thrown = error;
    }
    expect(isGeomillError(thrown, 'INPUT_BAD')).toBe(true);
  });
});
