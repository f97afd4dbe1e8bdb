const TONES: Readonly<Record<string, string>> = {
  '\u0300': '1',
  '\u0301': '2',
  '\u0303': '3',
  '\u0309': '4',
  '\u0323': '5',
};

/**
 * Spells a text by letters and tones, so that two ways to write one Vietnamese word compare equal.
 *
 * Shape: lower case; the tone of a word stands as a digit at its end, so `Hoà` and `Hòa` agree while `Hoa` and `Hòa` do not;
 * words are joined without spaces or punctuation.
 */
export function diacriticKey(text: string): string {
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

/** Tells whether a character belongs to a word. Cost: the expression is only asked for what Vietnamese does not use. */
function isLetter(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 0x61 && code <= 0x7a) return true;
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  if (code === 0x111 || (code >= 0x300 && code < 0x370)) return true;
  return /[\p{L}\p{N}\p{M}]/u.test(character);
}

/** Tells whether a text carries any Vietnamese diacritic (or đ), so that its spelling says more than its letters. */
export function hasDiacritics(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0xc0) continue;
    if (code <= 0x1b0 || (code >= 0x300 && code <= 0x323) || (code >= 0x1ea0 && code <= 0x1ef9)) return true;
  }
  return false;
}
