import { foldWithOffsets } from './fold-offsets.ts';
import { isWordCode } from './fold.ts';

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

/** Returns a token with another text, and another end or gap. Cost: without it, `{ ...token }` has a shape of its own at each place of the source. */
export function tokenWith(token: Token, text: string, end = token.end, gap = token.gap): Token {
  return { text, start: token.start, end, gap };
}

/** Separators that end a part of an address. */
const HARD = Array.from(',;|_>()[]{}/\\\u3001\u3002', (char) => char.charCodeAt(0));
const LINE_BREAKS = [0x0a, 0x0d];
const SPACE = 0x20;
const SLASH = 0x2f;
const HYPHEN = 0x2d;

/**
 * Splits a text into folded words and numbers with offsets and the separators between them.
 *
 * Shape: words are those of {@link eachWord}; a `-` between them has gap 1, so `Bà Rịa - Vũng Tàu` can still be one name. A combining mark belongs to
 * the letter before it.
 */
export function tokenize(text: string): Token[] {
  const { folded, offsets } = foldWithOffsets(text);
  const offsetOf = (at: number): number => (offsets === undefined ? at : (offsets[at] as number));
  const tokens: Token[] = [];
  let last = 0;
  eachWord(folded, (start, end) => {
    let gap: Token['gap'] = 0;
    for (let at = last; at < start; at += 1) {
      const code = folded.charCodeAt(at);
      const isHard =
        code === SPACE ? LINE_BREAKS.includes(text.charCodeAt(offsetOf(at))) : HARD.includes(code);
      if (isHard) gap = 2;
      else if (code === HYPHEN && gap === 0) gap = 1;
    }
    tokens.push({ text: folded.slice(start, end), start: offsetOf(start), end: offsetOf(end), gap });
    last = end;
  });
  return tokens;
}

/**
 * Calls a function with start and end of each word and number of a folded text.
 *
 * Shape: house numbers and dates are one word with their signs (`12/3/45`, `47-49`, `3/2`, `12A/5`); elsewhere `/` and `-` separate.
 */
export function eachWord(folded: string, visit: (start: number, end: number) => void): void {
  let start = -1;
  let isNumber = false;
  for (let at = 0; at <= folded.length; at += 1) {
    // Behind the end there is no number that V8 compiles for.
    const code = at < folded.length ? folded.charCodeAt(at) : SPACE;
    if (isWordCode(code) || isBroken(folded, at, code)) {
      if (start === -1) start = at;
      if (isDigit(code)) isNumber = true;
    } else if (start !== -1 && !(isNumber && joins(folded, at, code))) {
      visit(start, at);
      start = -1;
      isNumber = false;
    }
  }
}

/** The sign that stands for letters which a program could not write: `Ph??ng`, `Ph��ng`. */
const QUESTION = 0x3f;
const REPLACEMENT = 0xfffd;

/** Reports whether a sign stands for a letter of a word that is lost: such a word is no name, and its rest no word of its own. */
function isBroken(folded: string, at: number, code: number): boolean {
  if (code === REPLACEMENT) return true;
  if (code !== QUESTION) return false;
  let next = at + 1;
  while (folded.charCodeAt(next) === QUESTION) next += 1;
  return isLetterAt(folded, next);
}

/** Reports whether a token has letters that are lost. */
export function isBrokenWord(word: string): boolean {
  return word.includes('?') || word.includes('\ufffd');
}

/** Reports whether the sign at a position of a folded text joins two parts of one number. */
function joins(folded: string, at: number, sign: number): boolean {
  if (sign !== SLASH && sign !== HYPHEN) return false;
  if (isDigit(folded.charCodeAt(at + 1))) return true;
  // "12/A" and "K12/H5" are numbers, "12/Quận" is not.
  return sign === SLASH && isLetterAt(folded, at + 1) && !isLetterAt(folded, at + 2);
}

function isLetterAt(folded: string, at: number): boolean {
  const code = folded.charCodeAt(at);
  return isWordCode(code) && !isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
