import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import type { Token } from '../../../base/text/tokens.ts';

/** Words of numbers as wards and districts of Sài Gòn are called, with their marks. */
const UNITS: ReadonlyMap<string, [number: number, ...spellings: string[]]> = new Map([
  ['mot', [1, 'một', 'mốt']],
  ['nhat', [1, 'nhất']],
  ['nhut', [1, 'nhứt']],
  ['hai', [2, 'hai']],
  ['nhi', [2, 'nhì']],
  ['ba', [3, 'ba']],
  ['bon', [4, 'bốn']],
  ['tu', [4, 'tư']],
  ['nam', [5, 'năm']],
  ['lam', [5, 'lăm']],
  ['sau', [6, 'sáu']],
  ['bay', [7, 'bảy']],
  ['tam', [8, 'tám']],
  ['chin', [9, 'chín']],
]);
const TEN = 'muoi';
/** Type words of units that have numbers, with their marks. */
const NUMBERED: ReadonlyMap<string, string> = new Map([
  ['phuong', diacriticKey('phường')],
  ['quan', diacriticKey('quận')],
]);
/** Most words of a number: "hai mươi tám". */
const MOST_WORDS = 3;

/**
 * Writes the numbers of wards and districts that are words as digits: "Phường Mười Hai", "Quận Nhì".
 *
 * Shape: in place; a number ends with its part. `isName` reports whether a word without spaces is a known name: "Huyện Quản Bạ" without marks is no Quận 3.
 */
export function writeNumberWords(tokens: Token[], text: string, isName: (word: string) => boolean): void {
  const isMarked = hasDiacritics(text);
  for (let i = 0; i + 1 < tokens.length; i += 1) {
    const spelling = NUMBERED.get(tokens[i].text);
    if (spelling === undefined || tokens[i + 1].gap !== 0) continue;
    const isTyped = isMarked
      ? diacriticKey(text.slice(tokens[i].start, tokens[i].end)) === spelling
      : i === 0 || tokens[i].gap === 2;
    if (!isTyped) continue;
    let end = i + 1;
    while (end < tokens.length && end < i + 1 + MOST_WORDS && (end === i + 1 || tokens[end].gap === 0))
      end += 1;
    const isLast = end === tokens.length || tokens[end].gap === 2;
    const words = tokens.slice(i + 1, end);
    const number = isLast ? numberOf(words, text, isMarked) : undefined;
    if (number === undefined) continue;
    if (!isMarked && isName(tokens[i].text + words.map((word) => word.text).join(''))) continue;
    const [first] = words;
    tokens.splice(i + 1, words.length, {
      text: String(number),
      start: first.start,
      end: tokens[end - 1].end,
      gap: first.gap,
    });
  }
}

/** Returns the number that some words spell; undefined for none. */
function numberOf(words: readonly Token[], text: string, isMarked: boolean): number | undefined {
  const values = words.map((word) => (word.text === TEN ? 10 : valueOf(word, text, isMarked)));
  const [a, b, c] = values;
  if (values.includes(undefined) || a === undefined) return undefined;
  if (words.length === 1) return a;
  if (b === undefined) return undefined;
  if (words.length === 2) return a === 10 && b < 10 ? 10 + b : b === 10 && a < 10 ? 10 * a : undefined;
  return b === 10 && c !== undefined && a < 10 && c < 10 ? 10 * a + c : undefined;
}

function valueOf({ text: word, start, end }: Token, text: string, isMarked: boolean): number | undefined {
  const [value, ...spellings] = UNITS.get(word) ?? [];
  // "Phường Nam" is no Phường Năm where marks are written.
  const raw = diacriticKey(text.slice(start, end));
  return !isMarked || spellings.some((spelling) => diacriticKey(spelling) === raw) ? value : undefined;
}
