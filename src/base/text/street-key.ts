import { foldKey } from './fold.ts';
import { tokenize } from './tokens.ts';

const LEADING = new Set(['duong', 'pho', 'd', 'dg', 'street', 'str']);
const TRAILING = new Set(['street', 'st', 'str', 'road', 'rd']);
const NUMBERING = new Set(['so', 'no']);
const ALLEYS = new Set(['ngo', 'ngach', 'hem', 'kiet']);
const DAY_WORDS = new Set(['ngay', 'mong', 'mung']);
const ONES = ['khong', 'mot', 'hai', 'ba', 'bon', 'nam', 'sau', 'bay', 'tam', 'chin'];
// "Mươi mốt", "tư" and "lăm" are the spoken forms of these digits after a ten.
const ONES_AFTER_TEN: Readonly<Record<string, number>> = { mot: 1, tu: 4, lam: 5 };
const MONTH_WORDS: Readonly<Record<string, number>> = {
  gieng: 1,
  mot: 1,
  hai: 2,
  ba: 3,
  tu: 4,
  bon: 4,
  nam: 5,
  sau: 6,
  bay: 7,
  tam: 8,
  chin: 9,
  muoi: 10,
  chap: 12,
};

/**
 * Returns the key that all spellings of a street name in one ward share.
 *
 * Shape: "Đường Lê Lợi", "Phố Lê Lợi", "Lê Lợi" and "Le Loi Street" share a key; so do "Đường 3/2", "3 Tháng 2" and "Ba Tháng Hai", and "Đường số
 * 5", "Đường 05" and "Street 5". Quốc lộ, đại lộ, ngõ and hẻm are kept: they make it another street. Empty only for a text without
 * letters and digits.
 * Cost: a microsecond or two; used when a dataset is built, not for requests.
 */
export function streetKey(name: string): string {
  const all = writeDates(tokenize(withSlashes(name.normalize('NFC'))).map(({ text }) => dropZeros(text)));
  let words = stripTypes(all);
  if (words.length === 2 && NUMBERING.has(words[0] as string) && isNumber(words[1])) words = words.slice(1);
  return joinWords(words.filter((word, index) => !(isType(word) && isAlleyNumber(words, index - 1))));
}

const QUARTER =
  /^(thôn|ấp|xóm|khóm|bản|buôn|làng|khu phố|khối phố|khối|tổ dân phố|tổ|tiểu khu|khu vực|khu|thon|xom|khom|khu pho|to dan pho|kp|tdp|kv)[\s.\d]/u;

/** Reports whether a name is that of a hamlet, quarter or residential group ("Thôn Đông", "Ấp 3", "KP2"), whose houses are numbered like those of a street. */
export function isQuarterName(name: string): boolean {
  return QUARTER.test(`${name.normalize('NFC').toLowerCase()} `);
}

function stripTypes(words: readonly string[]): string[] {
  let start = 0;
  let end = words.length;
  while (start < end - 1 && LEADING.has(words[start] as string) && !isLetterOfNumber(words, start))
    start += 1;
  while (end > start + 1 && TRAILING.has(words[end - 1] as string)) end -= 1;
  return words.slice(start, end);
}

/** Reports whether a word is the letter of "Đường D 2" and not short for "đường". */
function isLetterOfNumber(words: readonly string[], index: number): boolean {
  return words[index] === 'd' && index > 0;
}

function isType(word: string): boolean {
  return word === 'duong' || word === 'pho';
}

/** Reports whether a word is the number of an alley ("Ngõ 12 Phố Huế"); a type word after it has no meaning. */
function isAlleyNumber(words: readonly string[], index: number): boolean {
  return index >= 1 && /^\d/.test(words[index] as string) && ALLEYS.has(words[index - 1] as string);
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && /^\d+[a-z]?$/.test(word);
}

function withSlashes(name: string): string {
  return name.includes('.') ? name.replace(/(\d)\s*\.\s*(?=\d)/gu, '$1/') : name;
}

function dropZeros(word: string): string {
  return word.startsWith('0') ? word.replace(/^0+(?=\d)/, '') : word;
}

/** Writes dates in digits: "3 tháng 2" and "ba tháng hai" as "3/2", "cách mạng tháng tám" as "cách mạng tháng 8". */
function writeDates(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as string;
    const month = word === 'thang' ? readMonth(words, i + 1) : undefined;
    if (month === undefined) {
      out.push(writeDate(word) ?? word);
      continue;
    }
    const day = takeDay(out);
    if (day === undefined) out.push('thang', String(month.value));
    else out.push(`${day}/${month.value}`);
    i += month.length;
  }
  return out;
}

/** Normalizes a date in one word: "03/02" and "3-2" to "3/2"; undefined if the word is not a date. */
function writeDate(word: string): string | undefined {
  const match = /^(\d{1,2})[/-](\d{1,2})$/.exec(word);
  const [day, month] = [Number(match?.[1]), Number(match?.[2])];
  return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? `${day}/${month}` : undefined;
}

function readMonth(words: readonly string[], index: number): { value: number; length: number } | undefined {
  const word = words[index] ?? '';
  if (word === 'muoi') {
    const next = words[index + 1];
    if (next === 'mot') return { value: 11, length: 2 };
    if (next === 'hai') return { value: 12, length: 2 };
  }
  const value = /^\d{1,2}$/.test(word) ? Number(word) : MONTH_WORDS[word];
  return value === undefined || value < 1 || value > 12 ? undefined : { value, length: 1 };
}

/** Removes the day from the end of the words before a month and returns it; undefined if there is none. */
function takeDay(out: string[]): number | undefined {
  for (let length = Math.min(3, out.length); length >= 1; length -= 1) {
    const value = readNumber(out.slice(-length));
    if (value === undefined || value < 1 || value > 31) continue;
    out.length -= length;
    if (DAY_WORDS.has(out.at(-1) ?? '')) out.length -= 1;
    return value;
  }
  return undefined;
}

/** Parses a number up to 99 in digits or words ("hai mươi bảy", "ba mươi", "mười chín"). */
function readNumber(words: readonly string[]): number | undefined {
  const [first = '', second, third] = words;
  if (words.length === 1 && /^\d{1,2}$/.test(first)) return Number(first);
  const ones = (word: string): number => ONES_AFTER_TEN[word] ?? ONES.indexOf(word);
  if (first === 'muoi') {
    if (second === undefined) return 10;
    return words.length === 2 && ones(second) > 0 ? 10 + ones(second) : undefined;
  }
  const tens = ONES.indexOf(first);
  if (tens < 1) return undefined;
  if (second === undefined) return tens;
  if (second !== 'muoi') return undefined;
  if (third === undefined) return tens * 10;
  return ones(third) > 0 ? tens * 10 + ones(third) : undefined;
}

/** Joins words without spaces, as foldKey does, but keeps the signs of numbers and numbers apart from each other. */
function joinWords(words: readonly string[]): string {
  const parts: string[] = [];
  for (const word of words) {
    const part = /^\d/.test(word) ? word : foldKey(word);
    if (part === '') continue;
    // Asked of the last part: a key that grows is copied each time that it is looked at.
    if (/\d$/.test(parts.at(-1) ?? '') && /^\d/.test(part)) parts.push(' ');
    parts.push(part);
  }
  return parts.join('');
}
