import { describe, expect, it } from 'vitest';
import { categoryOfName } from './categories-of-name.ts';

describe('categoryOfName', () => {
  it.each([
    ['Trường Tiểu học Lê Lợi', 'primary_school'],
    ['Trường THPT Nguyễn Trãi', 'high_school'],
    ['Trường Đại học Bách Khoa', 'university'],
    ['Trung tâm Anh ngữ ILA', 'language_school'],
    ['Chợ Bến Thành', 'market'],
    ['CHÙA MỘT CỘT', 'temple'],
    ['Ga Sài Gòn', 'station'],
    ['Khu công nghiệp Tân Tạo', 'industrial'],
    ['UBND Phường 5', 'townhall'],
    ['Nhà thuốc Long Châu', 'pharmacy'],
    ['Bệnh viện Chợ Rẫy', 'hospital'],
    ['Nhà văn hóa Thanh Niên'.normalize('NFD'), 'arts_centre'],
  ])('%s is a %s', (name, slug) => {
    expect(categoryOfName(name)).toBe(slug);
  });

  it.each(['Trường Chinh', 'Cho thuê xe', 'Gà rán', 'Phở Hòa', 'Cầu Mống', 'Coopmart', '', '😀'])(
    'says nothing of %j',
    (name) => {
      expect(categoryOfName(name)).toBeUndefined();
    },
  );
});
