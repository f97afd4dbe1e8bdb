import { describe, expect, it } from 'vitest';
import {
  addressTemplate,
  findColumn,
  LATITUDE_NAMES,
  LONGITUDE_NAMES,
  noColumnLike,
} from './find-columns.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

describe('addressTemplate', () => {
  it.each([
    [['id', 'name', 'address'], '{address}'],
    [['Mã KH', 'Địa chỉ'], '{Địa chỉ}'],
    [['so_nha', 'duong', 'phuong', 'quan', 'tinh'], '{so_nha} {duong}, {phuong}, {quan}, {tinh}'],
    [['address', 'ward', 'district', 'city'], '{address}, {ward}, {district}, {city}'],
    [['address', 'Address 2', 'city'], '{address}, {Address 2}, {city}'],
    // The second column of one name, as an input names it.
    [['address', 'address_2', 'city'], '{address}, {city}'],
    [['address', 'address_2', 'Address 2'], '{address}, {Address 2}'],
    [['column_1'], '{column_1}'],
    [['Phường/Xã', 'Tỉnh/Thành phố'], '{Phường/Xã}, {Tỉnh/Thành phố}'],
  ])('%j is read as %s', (columns, expected) => {
    expect(addressTemplate(columns)).toBe(expected);
  });

  it('finds nothing among columns that are none of an address', () => {
    expect(addressTemplate(['id', 'amount', '__proto__'])).toBeUndefined();
  });
});

describe('a header without a known column of an address', () => {
  it('names the likeliest', () => {
    const said = inEnglish(noColumnLike('address', ['id', 'Nơi lắp đặt', 'Nội dung']));
    expect(said).toContain('text: "{Nơi lắp đặt}"');
    expect(said).toContain('"id", "Nơi lắp đặt", "Nội dung"');
    expect(inEnglish(noColumnLike('address', ['id', 'Nội dung']))).toContain('{my column}');
  });
});

describe('findColumn', () => {
  it.each([
    [['Vĩ độ', 'Kinh độ'], 'Vĩ độ', 'Kinh độ'],
    [['point.lat', 'point.lon'], 'point.lat', 'point.lon'],
    [['LNG', 'LAT'], 'LAT', 'LNG'],
  ])('finds the coordinates of %j', (columns, lat, lon) => {
    expect(findColumn(columns, LATITUDE_NAMES)).toBe(lat);
    expect(findColumn(columns, LONGITUDE_NAMES)).toBe(lon);
  });
});

describe('names that people give to the columns of an address', () => {
  it.each([
    'Đ/C',
    'dia chi khach hang',
    'Địa chỉ giao hàng',
    'Nơi ở',
    'Địa chỉ nhận',
    'address_line',
    'Địa chỉ lắp đặt',
    'Ship Address',
    'ĐC nhận hàng',
    'Đ/c nhà',
  ])('%s is a whole address', (name) => {
    expect(addressTemplate(['STT', name])).toBe(`{${name}}`);
  });

  it.each(['Địa chỉ email', 'IP address', 'MAC address', 'Địa chỉ web'])('%s is none', (name) => {
    expect(addressTemplate(['STT', name])).toBeUndefined();
    expect(addressTemplate([name, 'Địa chỉ thi công'])).toBe('{Địa chỉ thi công}');
  });

  it('takes the lower name of a header of two rows', () => {
    const [street, ward, province] = ['Địa chỉ / Số nhà, đường', 'Địa chỉ / Phường/Xã', 'Địa chỉ / Tỉnh/TP'];
    expect(addressTemplate(['STT', street, ward, province])).toBe(`{${street}}, {${ward}}, {${province}}`);
  });

  it.each([
    [
      [
        'Người gửi / Địa chỉ',
        'Người gửi / Tỉnh',
        'Người nhận / Địa chỉ',
        'Người nhận / Quận',
        'Người nhận / Tỉnh',
      ],
      '{Người gửi / Địa chỉ}, {Người gửi / Tỉnh}',
    ],
    [
      ['Nơi ở / Đường', 'Đơn vị hành chính / Phường', 'Tỉnh'],
      '{Nơi ở / Đường}, {Đơn vị hành chính / Phường}, {Tỉnh}',
    ],
    [['Địa chỉ', 'Tỉnh', 'Kho / Địa chỉ', 'Kho / Quận'], '{Địa chỉ}, {Tỉnh}'],
  ])('takes no parts of another address: %j', (columns, expected) => {
    expect(addressTemplate(columns)).toBe(expected);
  });
});

describe('noColumnLike', () => {
  it('says which column is the address where the first line is a row', () => {
    const row = ['00001', 'Phan Tèo', '1 Lê Lợi, Phường Bến Nghé, Quận 1'];
    expect(inEnglish(noColumnLike('address', row))).toMatch(
      /--set input\.header=false\), and "\{column_3\}" for the address$/,
    );
  });

  it('says how a lower header is stated', () => {
    expect(inEnglish(noColumnLike('address', ['Ghi chú', 'column_B']))).toMatch(/--set input\.header_row=/);
  });
});
