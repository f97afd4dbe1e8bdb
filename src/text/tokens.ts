import { foldCode, isWordChar } from './fold.ts';

/**
 * A word or number of a text.
 *
 * Shape: `text` folded; `start` and `end` offsets into the text as given (`end` exclusive); `gap` is the separator in front:
 * 0 only spaces or dots, 1 a hyphen, 2 a comma, semicolon, bracket, slash or line break.
 */
export interface Token {
  text: string;
  start: number;
  end: number;
  gap: 0 | 1 | 2;
}

/** Separators that end a part of an address; offsets are looked up by folded character, line breaks by code. */
const HARD = ',;|()[]{}\u3001\u3002';

/**
 * Splits a text into folded words and numbers with offsets and the separators between them.
 *
 * Shape: house numbers and dates are one token with their signs (`12/3/45`, `47-49`, `3/2`, `12A/5`); elsewhere `/` separates like a comma
 * and `-` has gap 1, so `Bà Rịa - Vũng Tàu` can still be one name.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let word = '';
  let start = 0;
  let end = 0;
  let gap: 0 | 1 | 2 = 0;
  let number = false;
  const close = (): void => {
    if (word === '') return;
    tokens.push({ text: word, start, end, gap });
    word = '';
    number = false;
    gap = 0;
  };
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const char = foldCode(code);
    if (char === '') {
      // A combining mark belongs to the letter before it.
      if (word !== '' && end === i) end = i + 1;
      continue;
    }
    if (isWordChar(char)) {
      if (word === '') start = i;
      word += char;
      end = i + 1;
      if (char <= '9') number = true;
      continue;
    }
    if (number && word !== '' && joins(text, i, char)) {
      word += char;
      end = i + 1;
      continue;
    }
    close();
    if (HARD.includes(char) || code === 0x0a || code === 0x0d || char === '/' || char === '\\') gap = 2;
    else if (char === '-' && gap === 0) gap = 1;
  }
  close();
  return tokens;
}

/** Reports whether the sign at an offset joins two parts of one number. */
function joins(text: string, at: number, char: string): boolean {
  if (char !== '/' && char !== '-') return false;
  const next = text.charCodeAt(at + 1);
  if (next >= 0x30 && next <= 0x39) return true;
  if (char === '-') return false;
  // "12/A" and "K12/H5" are numbers, "12/Quận" is not.
  const letter = isLetterAt(text, at + 1);
  return letter && !isLetterAt(text, at + 2);
}

function isLetterAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const char = foldCode(text.charCodeAt(at));
  return isWordChar(char) && !(char >= '0' && char <= '9');
}
