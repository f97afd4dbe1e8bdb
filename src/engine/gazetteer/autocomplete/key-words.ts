import { tokenize, type Token } from '../../../base/text/tokens.ts';

/**
 * Splits a text into the words by which autocomplete compares names.
 *
 * Shape: folded, `y` as `i`, split at every sign (`3/2` is two words), numbers of two digits without leading zero.
 */
export function keyWords(text: string): string[] {
  const words: string[] = [];
  for (const token of tokenize(text)) pushKeyWords(words, token.text);
  return words;
}

/** Appends the words of one token, in the form of {@link keyWords}. */
export function pushKeyWords(words: string[], tokenText: string): void {
  let word = '';
  for (let i = 0; i <= tokenText.length; i += 1) {
    const code = i < tokenText.length ? tokenText.charCodeAt(i) : SLASH;
    if (code === SLASH || code === HYPHEN) {
      if (word !== '') words.push(isPadded(word) ? word.slice(1) : word);
      word = '';
    } else word += code === LETTER_Y ? 'i' : tokenText[i];
  }
}

const SLASH = 0x2f;
const HYPHEN = 0x2d;
const LETTER_Y = 0x79;
const ZERO = 0x30;

function isPadded(word: string): boolean {
  const second = word.charCodeAt(1);
  return word.length === 2 && word.charCodeAt(0) === ZERO && second > ZERO && second <= ZERO + 9;
}

/** Reports whether a text ends inside a word, so more letters of it may follow. */
export function endsInsideWord(text: string, tokens: readonly Token[]): boolean {
  return tokens.at(-1)?.end === text.length;
}
