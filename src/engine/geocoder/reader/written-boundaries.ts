import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { fold } from '../../../base/text/fold.ts';
import type { Token } from '../../../base/text/tokens.ts';

/** A capital letter right behind a small letter, anywhere in a text: `XãAn`, but also `McDonald`. */
// bounded: each mark belongs to one letter
const BOUNDARY = /\p{Ll}\p{M}*(?=\p{Lu})/u;
const BOUNDARIES = new RegExp(BOUNDARY, 'gu');

/** Type words of units and streets that can be glued to a name; the words of `thành phố`, `thị trấn` and `đặc khu` that end in front of it. */
const TYPE_WORDS = [
  ...[
    'phường',
    'xã',
    'trấn',
    'thị trấn',
    'khu',
    'đặc khu',
    'quận',
    'huyện',
    'thị xã',
    'phố',
    'thành phố',
    'tỉnh',
  ],
  ...['đường', 'ngõ', 'ngách', 'hẻm', 'kiệt', 'thôn', 'xóm', 'ấp'],
];
const SPELLINGS = new Set(TYPE_WORDS.map((word) => diacriticKey(word.replace(' ', ''))));

/** Type words of units without diacritics, with the word that must precede them, if any. */
const UNMARKED = new Map<string, string | undefined>([
  ...['phuong', 'xa', 'quan', 'huyen', 'tinh', 'thitran', 'dackhu', 'thixa', 'thanhpho'].map(
    (word): [string, undefined] => [word, undefined],
  ),
  ['tran', 'thi'],
  ['khu', 'dac'],
  ['pho', 'thanh'],
]);

/** Capital letters of the scripts that addresses are written in, by code; letters behind them are looked up by the expression. */
let capitals: Uint8Array | undefined;
const CAPITAL_CODES = 0x2000;

/** Reports whether a text has a word with a capital letter behind a small one. Cost: one pass, so that other texts skip {@link splitAtTypeWord}. */
export function hasWrittenBoundary(text: string): boolean {
  capitals ??= Uint8Array.from({ length: CAPITAL_CODES }, (_, code) =>
    /\p{Lu}/u.test(String.fromCharCode(code)) ? 1 : 0,
  );
  // Most capitals begin a word or follow another capital: the expression is slow, and needed for the others only.
  for (let i = 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < CAPITAL_CODES && capitals[code] === 0) continue;
    const before = text.charCodeAt(i - 1);
    const isSmall =
      before > 0x7f ? before >= CAPITAL_CODES || capitals[before] === 0 : before >= 0x61 && before <= 0x7a;
    if (isSmall) return BOUNDARY.test(text);
  }
  return false;
}

/**
 * Splits a token where a capital letter shows the end or the start of a type word: `XãAn`, `trấnYên`, `LợiPhường`.
 *
 * Shape: undefined if no part of the token is a type word, so `McDonald` and `NguyễnHuệ` stay whole; other parts stay joined. A type word without
 * diacritics must be the first part, and `isRest` must accept the rest.
 */
export function splitAtTypeWord(
  text: string,
  token: Token,
  previous: Token | undefined,
  isRest: (rest: string) => boolean,
): Token[] | undefined {
  const written = text.slice(token.start, token.end);
  const parts = splitAtCapitals(written);
  if (parts.length < 2) return undefined;
  const isType = parts.map((part, at) => {
    if (hasDiacritics(part)) return SPELLINGS.has(diacriticKey(part));
    return at === 0 && isUnmarkedType(fold(part), previous) && isRest(fold(written.slice(part.length)));
  });
  if (!isType.includes(true)) return undefined;
  const tokens: Token[] = [];
  let start = token.start;
  parts.forEach((part, at) => {
    const end = start + part.length;
    const last = tokens.at(-1);
    if (last !== undefined && isType[at] !== true && isType[at - 1] !== true) {
      last.text += fold(part);
      last.end = end;
    } else tokens.push({ text: fold(part), start, end, gap: at === 0 ? token.gap : 0 });
    start = end;
  });
  return tokens;
}

function splitAtCapitals(written: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: letter, index } of written.matchAll(BOUNDARIES)) {
    parts.push(written.slice(from, index + letter.length));
    from = index + letter.length;
  }
  return [...parts, written.slice(from)];
}

function isUnmarkedType(word: string, previous: Token | undefined): boolean {
  if (!UNMARKED.has(word)) return false;
  const first = UNMARKED.get(word);
  return first === undefined || first === previous?.text;
}
