/** Lists names that streets of Vietnamese towns bear. */
const PEOPLE = [
  'Lê Lợi',
  'Nguyễn Huệ',
  'Trần Hưng Đạo',
  'Hai Bà Trưng',
  'Lý Thường Kiệt',
  'Nguyễn Trãi',
  'Phan Đình Phùng',
  'Hoàng Văn Thụ',
  'Võ Thị Sáu',
  'Nguyễn Văn Cừ',
  'Ngô Quyền',
  'Đinh Tiên Hoàng',
  'Lê Duẩn',
  'Phạm Ngũ Lão',
  'Bùi Thị Xuân',
  'Cách Mạng Tháng Tám',
  'Điện Biên Phủ',
  'Nguyễn Thị Minh Khai',
  'Phan Chu Trinh',
  'Xô Viết Nghệ Tĩnh',
  'Trần Quang Khải',
  'Nguyễn Đình Chiểu',
  'Tôn Đức Thắng',
  'Huỳnh Thúc Kháng',
  'Mạc Đĩnh Chi',
  'Lương Thế Vinh',
  'Chu Văn An',
  'Nguyễn Bỉnh Khiêm',
  'Trưng Nữ Vương',
  'Âu Cơ',
  'Lạc Long Quân',
  'Yết Kiêu',
] as const;

/** A name that would be markup where nobody escapes it. */
export const HOSTILE_STREET = 'Hẻm <b>&"quotes"';

/** Names the n-th street of the town, each differently: `Đường Lê Lợi`, then `Hẻm 1 Lê Lợi`, and so on. */
export function streetName(n: number): string {
  if (n === 77) return HOSTILE_STREET;
  const person = PEOPLE[n % PEOPLE.length] as string;
  const round = Math.floor(n / PEOPLE.length);
  return round === 0 ? `Đường ${person}` : `Hẻm ${round * 12 + 1} ${person}`;
}
