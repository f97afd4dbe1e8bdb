/** A post: a text of several lines or sentences that has an address among other words. */
export interface Post {
  /** Name of the template. */
  template: string;
  text: string;
  /** Codes of the wards in force that are right: several where the post has several addresses. */
  wards: readonly string[];
}

/** What a template is filled with. `lines` are the parts of the address between commas; `other` is another address and `otherWard` its ward. */
export interface PostParts {
  address: string;
  lines: readonly string[];
  other: string;
  ward: string;
  otherWard: string;
  pick: (of: readonly string[]) => string;
  number: (least: number, most: number) => number;
}

/** Writes the text of a post, and returns the wards that are right if they are not those of the address alone. */
export interface PostTemplate {
  name: string;
  write: (parts: PostParts) => string | { text: string; wards: readonly string[] };
}

const SURNAMES = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Huỳnh', 'Võ', 'Đặng', 'Bùi'];
const GIVEN = [
  'Thị Mai',
  'Văn Hùng',
  'Minh Tâm',
  'Thanh Hà',
  'Quốc Bảo',
  'Ngọc Lan',
  'Anh Tuấn',
  'Thu Hương',
];

/** Returns the name of a person. */
export const person = ({ pick }: PostParts): string => `${pick(SURNAMES)} ${pick(GIVEN)}`;

/** Returns a telephone number, written in one of several ways. */
export function phone({ number, pick }: PostParts): string {
  const digits = `0${pick(['903', '912', '978', '356', '888', '707'])}${String(number(100000, 999999))}`;
  const [a, b, c] = [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)];
  return pick([digits, `${a} ${b} ${c}`, `${a}.${b}.${c}`, `+84 ${digits.slice(1)}`, `${a}-${b}-${c}`]);
}
