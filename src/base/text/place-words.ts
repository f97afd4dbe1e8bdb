import { diacriticKey } from './diacritics.ts';
import { fold } from './fold.ts';
import type { Token } from './tokens.ts';

/**
 * A word in front of the name of a place that is not an administrative unit.
 *
 * Shape: `street` for streets, numbers and the hamlets below a ward, `site` for buildings and institutions; `length` in tokens;
 * `spelling` as of diacriticKey; `bare` words are followed by a number only.
 */
export interface PlaceWord {
  kind: 'street' | 'site';
  length: number;
  spelling: string;
  bare: boolean;
}

/** Words of streets and of hamlets and quarters below a ward; with diacritics, because "Cầu" is a bridge and "Cau" is not. */
const STREET =
  'đường|đ|đg|phố|ngõ|ngách|hẻm|kiệt|hxh|quốc lộ|ql|tỉnh lộ|tl|đt|hương lộ|hl|đại lộ|đl|xa lộ|xalo|cao tốc|đường số|nhà số|' +
  'vòng xoay|ngã tư|ngã ba|ngã năm|ngã sáu|ngã bảy|bùng binh|hầm chui|ấp|thôn|xóm|khóm|khối phố|khu phố|kp|tổ dân phố|tdp|tiểu khu|' +
  'bản|plei|phum|khu vực|kv|thửa đất|street|road|alley|lane|hamlet';

/** Words in front of a number only; the street may follow after a comma. */
const NUMBERED = 'số|số nhà|sn|nhà|km|lô|tổ|tầng|lầu|phòng|căn|căn hộ|block|đội|khối|thửa';

const SITE =
  'bệnh viện|bv|bvdk|bvđk|đa khoa|phòng khám|trạm y tế|trung tâm|tttm|trường|thpt|thcs|tiểu học|mầm non|mẫu giáo|đại học|đh|cao đẳng|học viện|' +
  'viện|chợ|siêu thị|bến xe|bến phà|bến cảng|bến tàu|nhà ga|ga|sân bay|cảng hàng không|sân vận động|svd|svđ|chung cư|cc|tòa nhà|tòa|khu đô thị|kđt|kdt|' +
  'khu công nghiệp|kcn|khu dân cư|kdc|khu tập thể|ktt|tập thể|cụm công nghiệp|ccn|khu chế xuất|kcx|khu công nghệ|khu du lịch|kdl|khu nghỉ dưỡng|' +
  'khu di tích|khu lưu niệm|công viên|quảng trường|cửa khẩu|bưu cục|bưu điện|chùa|nhà thờ|thánh thất|giáo xứ|bảo tàng|thư viện|nhà hát|rạp|công ty|cty|' +
  'tnhh|tập đoàn|xí nghiệp|nhà máy|khách sạn|ks|nhà hàng|nhà nghỉ|cà phê|cafe|cửa hàng|shop|ngân hàng|ubnd|ủy ban|ủy ban nhân dân|' +
  'hđnd|công an|tòa án|viện kiểm sát|cục thuế|chi cục|kho bạc|hồ chứa nước|bãi biển|bãi tắm|vườn quốc gia|di tích|nghĩa trang|cầu|hospital|university|' +
  'school|college|market|station|hotel|airport|park|museum|pagoda|church|tower|building|plaza|mall';

const TRAILING = new Set([
  'street',
  'st',
  'str',
  'road',
  'rd',
  'highway',
  'hwy',
  'avenue',
  'ave',
  'boulevard',
  'blvd',
  'lane',
  'alley',
  'bridge',
  'expressway',
]);

const byFirst = new Map<string, { words: string[]; word: PlaceWord }[]>();
for (const [list, kind, bare] of [
  [STREET, 'street', false],
  [NUMBERED, 'street', true],
  [SITE, 'site', false],
] as const) {
  for (const phrase of list.split('|')) {
    const words = fold(phrase).split(' ');
    const word = { kind, length: words.length, spelling: diacriticKey(phrase), bare };
    const first = words[0] as string;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, word }]);
  }
}
for (const phrases of byFirst.values()) phrases.sort((a, b) => b.words.length - a.words.length);

/** Returns the street, hamlet or site word that begins at a token (`đường`, `quốc lộ`, `ấp`, `bệnh viện`), the longest first. */
export function placeWordAt(tokens: readonly Token[], index: number): PlaceWord | undefined {
  const phrases = byFirst.get((tokens[index] as Token).text);
  if (phrases === undefined) return undefined;
  for (const { words, word } of phrases) {
    let length = 1;
    while (length < words.length && follows(tokens[index + length], words[length])) length += 1;
    if (length < words.length) continue;
    // "Lô", "Đội" or "Tổ" without a number is the start of a name.
    if (word.bare && !/^[a-z]{0,2}\d/.test(tokens[index + length]?.text ?? '')) continue;
    return word;
  }
  return undefined;
}

function follows(token: Token | undefined, word: string | undefined): boolean {
  return token !== undefined && token.gap === 0 && token.text === word;
}

/** Reports whether a token is an English street word that follows the name (`Hanoi Highway`). */
export function isTrailingStreetWord(token: Token | undefined): boolean {
  return token !== undefined && token.gap !== 2 && TRAILING.has(token.text);
}
