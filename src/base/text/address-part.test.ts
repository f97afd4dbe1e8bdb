import { describe, expect, it } from 'vitest';
import { addressPart } from './address-part.ts';

const ADDRESS = '86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội';

describe('addressPart', () => {
  it.each([
    `Tên: Nguyễn Thị Mai\nSĐT: 0903 123 456\nĐịa chỉ: ${ADDRESS}\nShip giờ hành chính giúp mình`,
    `Người nhận: Lê Hùng\nĐC: ${ADDRESS}\nThu hộ COD: 350.000đ`,
    `🏠 BÁN NHÀ 4x12m, giá 5.2 tỷ\n📍 ${ADDRESS}\n☎️ 0912.345.678`,
    `Mình ở ${ADDRESS}, shop qua lấy giúp mình được không, chiều nay sau 17h mình mới có nhà, gọi mình số 0903123456 nhé, cảm ơn shop nhiều lắm luôn ạ`,
    `Công ty TNHH Hoàng Gia\n${ADDRESS}\nTel: 024 3825 1234 | Email: a@example.com`,
    `Chuyển từ 12 Lê Lợi, Phường Bến Nghé, Quận 1, TP.HCM\nsang địa chỉ mới: ${ADDRESS}\nHotline: 0903123456`,
    `CS1: ${ADDRESS}\nCS2: 12 Lê Lợi, Bến Nghé, Quận 1\nMở cửa 8h - 22h`,
  ])('is the address among other lines and words: %j', (post) => {
    expect(addressPart(post)).toBe(ADDRESS);
  });

  it('keeps the lines of an address together', () => {
    const lines = ADDRESS.replaceAll(', ', '\n');
    expect(addressPart(`Lê Thu Hương\n0903123456\n${lines}\nĐã thanh toán qua Momo, cảm ơn shop`)).toBe(
      lines,
    );
  });

  it('adds the province that another line is', () => {
    const post =
      'Chi nhánh\nĐà Nẵng\nHotline: 0903123456\nĐịa chỉ: 12 Lê Duẩn, phường Hải Châu\nGiờ mở cửa: 8h';
    expect(addressPart(post)).toBe('12 Lê Duẩn, phường Hải Châu, Đà Nẵng');
  });

  it.each([
    ADDRESS,
    ADDRESS.replaceAll(', ', '\n'),
    'Bệnh viện Bạch Mai\n78 Giải Phóng\nHà Nội',
    'Nhà Hàng Dũng Trinh\r\nXã Nhân Cơ, Tỉnh Lâm Đồng',
    '12 Triệu Việt Vương\nHai Bà Trưng\nHà Nội',
    '84 Đông An\nPhường Tân Đông Hiệp',
    '71 Đ. 3/2\nQ10',
    '',
    'Shop ơi mình lấy 2 áo\nsđt 0903123456\ncảm ơn shop',
    '\ud800\n\u0301\n////',
  ])('leaves what is no post with an address as it is: %j', (text) => {
    expect(addressPart(text)).toBe(text);
  });

  it('reads a house number of many parts once', () => {
    const cpuMsOf = (parts: number): number => {
      const text = `${'12/'.repeat(parts)}\nsđt 0903123456\nghi chú`;
      const start = process.cpuUsage();
      addressPart(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    cpuMsOf(8);
    // Three readings of each part are 387 million of 18 parts.
    expect(cpuMsOf(18)).toBeLessThan(8 * cpuMsOf(8) + 50);
  });

  it('takes time in proportion to the text', () => {
    const part = addressPart(`${'mình ở '.repeat(20_000)}\n${ADDRESS}\nsđt 0903123456`);
    expect(part).toContain('86 Bát Đàn');
  });
});
