import { foldCode, isWordPiece } from './fold.ts';

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
    const piece = foldCode(code);
    if (piece === '') {
      // A combining mark belongs to the letter before it.
      if (word !== '' && end === i) end = i + 1;
      continue;
    }
    if (isWordPiece(piece)) {
      if (word === '') start = i;
      word += piece;
      end = i + 1;
      if (piece <= '9') number = true;
      continue;
    }
    if (number && word !== '' && joins(text, i, piece)) {
      word += piece;
      end = i + 1;
      continue;
    }
    close();
    if (HARD.includes(piece) || code === 0x0a || code === 0x0d || piece === '/' || piece === '\\') gap = 2;
    else if (piece === '-' && gap === 0) gap = 1;
  }
  close();
  return tokens;
}

/** Reports whether the sign at an offset joins two parts of one number. */
function joins(text: string, at: number, piece: string): boolean {
  if (piece !== '/' && piece !== '-') return false;
  const next = text.charCodeAt(at + 1);
  if (next >= 0x30 && next <= 0x39) return true;
  if (piece === '-') return false;
  // "12/A" and "K12/H5" are numbers, "12/Quận" is not.
  const letter = isLetterAt(text, at + 1);
  return letter && !isLetterAt(text, at + 2);
}

function isLetterAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const piece = foldCode(text.charCodeAt(at));
  return isWordPiece(piece) && !(piece >= '0' && piece <= '9');
}
