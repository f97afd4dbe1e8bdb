import { hasDiacritics } from '../../../base/text/diacritics.ts';
import { editDistance } from '../../../base/text/edit-distance.ts';
import { repairTokens } from './repair.ts';
import { writeNumberWords } from './number-words.ts';
import { untelex } from './telex.ts';
import { isBrokenWord, tokenize, tokenWith, type Token } from '../../../base/text/tokens.ts';
import { trailingUnitWordAt } from '../../../base/text/unit-words.ts';

/** Most tokens of a question: of a longer one only the beginning and the end are parsed, where the units are written. */
const MOST_TOKENS = 64;

/** Letters that occur in words typed in Telex: 1 for one that is enough, 2 for one that must be there twice in a row. */
const TELEX = new Uint8Array(128);
for (const letter of 'fjwzsrx') TELEX[letter.charCodeAt(0)] = 1;
for (const letter of 'aeod') TELEX[letter.charCodeAt(0)] = 2;

/** Splits a question into tokens; separates joined words and decodes Telex input if the result is a known word. */
export function readTokens(
  text: string,
  isWord: (word: string) => boolean,
  isName: (word: string) => boolean,
): Token[] {
  let tokens = withoutDoubled(repairTokens(tokenize(text), isName, text));
  if (tokens.length > MOST_TOKENS) {
    tokens = [...tokens.slice(0, MOST_TOKENS / 2), ...tokens.slice(-MOST_TOKENS / 2)];
  }
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    // A token with diacritics was typed with an input method, so its letters are no Telex codes.
    if (!mayBeTelex(token.text) || isWord(token.text.replaceAll('y', 'i'))) continue;
    const read = untelex(token.text);
    if (read === undefined || !isWord(read.replaceAll('y', 'i'))) continue;
    // "Axan" is a name and "town" a type word; decoded they would be "an" and "ton".
    if (isName(token.text) || trailingUnitWordAt(tokens, i) !== undefined) continue;
    if (!hasDiacritics(text.slice(token.start, token.end))) tokens[i] = tokenWith(token, read);
  }
  mendBroken(tokens);
  correctTypeWords(tokens);
  writeNumberWords(tokens, text, isName);
  return tokens;
}

/** Reports whether a word has letters that occur in Telex. Cost: every word is tested, so without an expression. */
function mayBeTelex(word: string): boolean {
  let before = 0;
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    const is = TELEX[code];
    if (is === 1 || (is === 2 && code === before)) return true;
    before = code;
  }
  return false;
}

/** Leaves out the second half of a part between commas that says the same words twice: "Lạng Giang Lạng Giang". */
function withoutDoubled(tokens: Token[]): Token[] {
  let kept: Token[] | undefined;
  for (let from = 0; from < tokens.length;) {
    let to = from + 1;
    while (to < tokens.length && tokens[to].gap !== 2) to += 1;
    const half = (to - from) / 2;
    const isDoubled = half >= 2 && Number.isInteger(half) && isRepeated(tokens, from, half);
    if (isDoubled) kept ??= tokens.slice(0, from);
    kept?.push(...tokens.slice(from, isDoubled ? from + half : to));
    from = to;
  }
  return kept ?? tokens;
}

function isRepeated(tokens: readonly Token[], from: number, half: number): boolean {
  for (let i = from; i < from + half; i += 1) if (tokens[i].text !== tokens[i + half].text) return false;
  return true;
}

/** The type word of numbered units that is long enough to be recognised with a wrong letter. */
const TYPE_WORD = 'phuong';

/** Corrects a misspelt "phường" where it and a number of one or two digits are a part between commas: "Phưng 4". */
function correctTypeWords(tokens: Token[]): void {
  for (let i = 0; i + 1 < tokens.length; i += 1) {
    const token = tokens[i];
    if (token.text[0] !== TYPE_WORD[0] || (i > 0 && token.gap !== 2)) continue;
    const next = tokens[i + 1];
    const isLast = i + 2 === tokens.length || tokens[i + 2].gap === 2;
    if (!isLast || next.gap === 2 || token.text === TYPE_WORD) continue;
    if (!/^\d{1,2}$/.test(next.text) || Math.abs(token.text.length - TYPE_WORD.length) > 1) continue;
    if (editDistance(token.text, TYPE_WORD, 1) === 1) tokens[i] = tokenWith(token, TYPE_WORD);
  }
}

/** Type words that are recognised although letters of them are lost. */
const WHOLE_WORDS = ['phuong', 'quan', 'huyen', 'tinh', 'xa', 'thi', 'tran', 'thanh', 'pho', 'duong'];

/** Reads a word with lost letters as the type word that the others fit: "Ph??ng", "Huy?n". Names are never guessed so. */
function mendBroken(tokens: Token[]): void {
  for (let i = 0; i < tokens.length; i += 1) {
    const { text: word } = tokens[i];
    if (!isBrokenWord(word)) continue;
    const fitting = WHOLE_WORDS.filter((whole) => fits(word, whole));
    if (fitting.length === 1) tokens[i] = tokenWith(tokens[i], fitting[0]);
  }
}

/** Reports whether a word is another one of which some letters, but not all, are lost. */
function fits(broken: string, whole: string): boolean {
  if (broken.length !== whole.length) return false;
  let known = 0;
  for (let i = 0; i < whole.length; i += 1) {
    if (broken[i] === whole[i]) known += 1;
    else if (!isBrokenWord(broken.charAt(i))) return false;
  }
  return known > 0;
}
