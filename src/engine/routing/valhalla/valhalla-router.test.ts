import { expect, it } from 'vitest';
import { correctVietnamese } from './valhalla-router.ts';

// The left column was said by Valhalla 3.6.1.
it.each([
  ['Đạp xe về phíatây nam trên Lê Lợi.', 'Đạp xe về phía tây nam trên Lê Lợi.'],
  ['Lái về phía bắc trên Lê Lợi.', 'Lái về phía bắc trên Lê Lợi.'],
  ['Điểm đến của bạn nằm ở phải.', 'Điểm đến của bạn nằm ở bên phải.'],
  ['Rẽ trái hình chữ U tại Hoàng Diệu vào Lê Lợi.', 'Quay đầu bên trái tại Hoàng Diệu vào Lê Lợi.'],
  ['Đi lên Phà Cát Lái chuyến Phà.', 'Lên Phà Cát Lái.'],
  ['Đi lên Tàu Cánh Ngầm Sài Gòn - Vũng Tàu chuyến Phà.', 'Lên phà Tàu Cánh Ngầm Sài Gòn - Vũng Tàu.'],
  [
    'Đi vào vòng xoay Thái Bình và rẽ ra ngoài tại đoạn rẽ thứ 2 vào Cống Quỳnh.',
    'Đi vào vòng xoay Thái Bình và rẽ ra tại lối rẽ thứ 2 vào Cống Quỳnh.',
  ],
  ['Rẽ ra ngoài tại đoạn rẽ trái.', 'Rẽ vào lối ra bên trái.'],
  ['Rẽ ra ngoài tại đoạn rẽ Nguyễn Văn Linh phía trái.', 'Rẽ vào lối ra Nguyễn Văn Linh bên trái.'],
  ['Rẽ ra ngoài tại đoạn rẽ Võ Chí Công.', 'Rẽ vào lối ra Võ Chí Công.'],
  ['Rẽ ra ngoài.', 'Rẽ vào lối ra.'],
])('%s', (said, corrected) => {
  expect(correctVietnamese(said)).toBe(corrected);
});
