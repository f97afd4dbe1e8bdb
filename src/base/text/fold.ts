/** First code that the table does not cover; Vietnamese and other Latin letters lie below. */
export const FOLDED_CODES = 0x2100;

/** Folded form of every code below FOLDED_CODES; an empty string for marks that are removed. */
const FOLDED: readonly string[] = buildTable();

function buildTable(): string[] {
  const table: string[] = [];
  for (let code = 0; code < FOLDED_CODES; code += 1) {
    const bare = String.fromCharCode(code).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    // The fraction slash of ½ too.
    const folded = bare.normalize('NFD').replace(/\p{M}/gu, '').replace('\u2044', '/');
    table.push(/\s/u.test(bare) ? ' ' : folded);
  }
  const exceptions: [string, string][] = [
    ['đĐðÐ', 'd'],
    ['łŁ', 'l'],
    ['øØ', 'o'],
    ['ı', 'i'],
    ['ß', 'ss'],
    ['æÆ', 'ae'],
    ['œŒ', 'oe'],
    ['\u2010\u2011\u2012\u2013\u2014\u2015', '-'],
    ['\u2018\u2019\u201b\u2032\u00b4`ʼ', "'"],
    ['\u201c\u201d\u201e\u2033', '"'],
    ['\u2044\u2215', '/'],
    // Zero-width characters and the soft hyphen have no meaning in names.
    ['\u00ad\u200b\u200c\u200d\u200e\u200f\u2060', ''],
  ];
  for (const [characters, folded] of exceptions) {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      if (code < FOLDED_CODES) table[code] = folded;
    }
  }
  return table;
}

/**
 * Folds one UTF-16 code unit: lower case, no diacritics, đ to d; an empty string for a combining mark.
 *
 * Shape: punctuation is kept, any white space is a space, full-width forms are ASCII, other scripts are unchanged.
 */
export function foldCode(code: number): string {
  if (code < FOLDED_CODES) return FOLDED[code] as string;
  if (code >= 0xff01 && code <= 0xff5e) return FOLDED[code - 0xfee0] as string;
  if (code === 0x3000) return ' ';
  if (code === 0xfeff || (code >= 0xfe00 && code <= 0xfe0f)) return '';
  return String.fromCharCode(code);
}

/**
 * Folds a text: lower case, no diacritics, NFC and NFD alike, đ to d, runs of white space to one space, ends trimmed.
 *
 * Shape: punctuation is kept, so commas and the `/` and `-` of house numbers remain.
 * Cost: a table look-up a character.
 */
export function fold(text: string): string {
  let folded = '';
  let space = true;
  for (let i = 0; i < text.length; i += 1) {
    const char = foldCode(text.charCodeAt(i));
    if (char === ' ') {
      if (!space) folded += char;
      space = true;
    } else if (char !== '') {
      folded += char;
      space = false;
    }
  }
  return space ? folded.trimEnd() : folded;
}

let lastText = '';
let lastWords = '';

/** Folds a text to its words, letters and digits alone, with one space between them. Cost: the last text is kept, since an answer asks for its words twice. */
export function foldedWords(text: string): string {
  if (text !== lastText) {
    // Single spaces, which most words have between them, stay as they are.
    const words = fold(text).replace(/ ?[^\p{L}\p{N} ][^\p{L}\p{N}]*/gu, ' ');
    [lastText, lastWords] = [text, words.trim()];
  }
  return lastWords;
}

/** Reports whether folded words have others in a row. Cost: what is in no text is seen without the spaces around it, which every text has. */
export function hasWords(words: string, wanted: string): boolean {
  return words.includes(wanted) && ` ${words} `.includes(` ${wanted} `);
}

/**
 * Folds a text to the key that names are compared by: letters and digits only, `y` as `i`.
 *
 * Shape: `Bà Rịa - Vũng Tàu` and `ba ria vung tau` share a key, and so do the spellings `Mỹ` and `Mĩ`.
 */
export function foldKey(text: string): string {
  let key = '';
  for (let i = 0; i < text.length; i += 1) {
    const char = foldCode(text.charCodeAt(i));
    if (char === 'y') key += 'i';
    else if (isWordChar(char)) key += char;
  }
  return key;
}

/** Reports whether a folded character belongs to a word: a letter or a digit of any script. */
export function isWordChar(char: string): boolean {
  return isWordCode(char.charCodeAt(0));
}

/** As {@link isWordChar}, for the code of the character; false for NaN, the code of no character. */
export function isWordCode(code: number): boolean {
  if (code >= 0x61 && code <= 0x7a) return true;
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  // Characters of a surrogate pair are usually symbols, not letters.
  return (
    code >= 0x80 && !(code >= 0xd800 && code <= 0xdfff) && /[\p{L}\p{N}]/u.test(String.fromCharCode(code))
  );
}
