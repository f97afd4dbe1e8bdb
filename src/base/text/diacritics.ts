const TONES: Readonly<Record<string, string>> = {
  '\u0300': '1',
  '\u0301': '2',
  '\u0303': '3',
  '\u0309': '4',
  '\u0323': '5',
};

/** First code that the tables do not cover; all Vietnamese letters, composed and decomposed, lie below. */
const TABLE_SIZE = 0x1f00;

/** Letters and marks of a code without its tone, filled at first use; empty for characters that belong to no word. */
const LETTERS = new Array<string | undefined>(TABLE_SIZE).fill(undefined);

/** Tone of each code in LETTERS; empty for none. */
const TONE = new Array<string>(TABLE_SIZE).fill('');

function readCode(code: number): string {
  let letters = '';
  for (const character of String.fromCharCode(code).normalize('NFD').toLowerCase()) {
    const mark = TONES[character];
    if (mark !== undefined) TONE[code] = mark;
    else if (isLetter(character)) letters += character;
  }
  LETTERS[code] = letters;
  return letters;
}

/**
 * Returns the letters and tones of a text, so that two spellings of one Vietnamese word compare equal.
 *
 * Shape: lower case; the tone of a word is a digit at its end, so `Hoà` and `Hòa` agree while `Hoa` and `Hòa` do not;
 * words are joined without spaces or punctuation.
 * Cost: two table look-ups a character; other scripts are decomposed first.
 */
export function diacriticKey(text: string): string {
  let key = '';
  let tone = '';
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= TABLE_SIZE) return decomposedKey(text);
    const letters = LETTERS[code] ?? readCode(code);
    const mark = TONE[code] as string;
    if (letters !== '') key += letters;
    if (mark !== '') tone = mark;
    else if (letters === '') {
      key += tone;
      tone = '';
    }
  }
  return key + tone;
}

/** Returns the key of any text by decomposing it. */
function decomposedKey(text: string): string {
  let key = '';
  let tone = '';
  for (const character of text.normalize('NFD').toLowerCase()) {
    const mark = TONES[character];
    if (mark !== undefined) tone = mark;
    else if (isLetter(character)) key += character;
    else {
      key += tone;
      tone = '';
    }
  }
  return key + tone;
}

/** Reports whether a character belongs to a word. Cost: the expression is only tested for characters that Vietnamese does not use. */
function isLetter(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 0x61 && code <= 0x7a) return true;
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  if (code === 0x111 || (code >= 0x300 && code < 0x370)) return true;
  return /[\p{L}\p{N}\p{M}]/u.test(character);
}

/** Reports whether a text has any Vietnamese diacritic (or đ), so its spelling has more information than its letters. */
export function hasDiacritics(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0xc0) continue;
    if (code <= 0x1b0 || (code >= 0x300 && code <= 0x323) || (code >= 0x1ea0 && code <= 0x1ef9)) return true;
  }
  return false;
}
