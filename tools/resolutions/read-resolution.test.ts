import { describe, expect, it } from 'vitest';
import { itemsThatMake, namesWard, readResolution, type ResolutionItem } from './read-resolution.ts';

const TEXT = `Số: 1679/NQ-UBTVQH15 *Hà Nội, ngày 16 tháng 6 năm 2025*
**QUYẾT NGHỊ:**
**Điều 1. Sắp xếp các đơn vị hành chính cấp xã của tỉnh Quảng Ninh**
Trên cơ sở Đề án số 373/ĐA-CP
1\\. Sắp xếpmột phần diện tích tự nhiên của xã Hải
Hòa và xã Đồng Văn thành xã mới có tên gọi là **xã Hải Lạng**.

2.Sắp xếp toàn bộ Phường 11 và
12. phường Thanh Sơn thành phường mới có tên gọi **là phường Vàng Danh**.

3\\. Sau khi sắp xếp, còn 01 xã không thực hiện sắp xếp là xã Cái Chiên.

**Điều 2. Hiệu lực thi hành**
1\\. Nghị quyết này có hiệu lực`;

describe('a resolution', () => {
  const resolution = readResolution(TEXT);
  const [first, second] = resolution.items as [ResolutionItem, ResolutionItem];

  it('has number, province, day and items that count on', () => {
    expect(resolution).toMatchObject({
      id: '1679/NQ-UBTVQH15',
      province: 'tỉnh Quảng Ninh',
      passed: '2025-06-16',
    });
    expect(resolution.items.map(({ number, makes }) => [number, makes])).toEqual([
      ['1', 'xã Hải Lạng'],
      ['2', 'phường Vàng Danh'],
      ['3', ''],
    ]);
  });

  it('makes a ward of exactly that name, glued to its type word or not', () => {
    const glued: ResolutionItem = { number: '4', text: '', makes: 'xãThanh An' };
    const items = [...resolution.items, glued];
    expect(itemsThatMake({ ...resolution, items }, 'Xã Thanh An')).toEqual([glued]);
    expect(itemsThatMake({ ...resolution, items }, 'Xã Thạnh An')).toEqual([]);
  });

  it('makes and names wards', () => {
    expect(itemsThatMake(resolution, 'Xã Hải Lạng')).toEqual([first]);
    expect(namesWard(first, { type: 'Xã', name: 'Hải Hòa' })).toBe(true);
    expect(namesWard(first, { type: 'Xã', name: 'Hải Lạng' })).toBe(false);
    expect(namesWard(second, { type: 'Phường', name: '11' })).toBe(true);
    expect(namesWard(second, { type: 'Phường', name: '1' })).toBe(false);
  });
});
