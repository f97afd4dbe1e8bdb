import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { editDistance } from '../../../base/text/edit-distance.ts';
import { repairTokens } from './repair.ts';
import { isBrokenWord, type Token, tokenize, tokenWith } from '../../../base/text/tokens.ts';
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

/** Vowels of the folded alphabet. */
const VOWEL = /[aeiouy]/;

/**
 * Converts a word typed in Telex with the input method off (`phuwowngf`, `ddoongs`) to its folded form.
 *
 * Shape: undefined if the word has no Telex letters. Only for words outside the vocabulary, because Telex letters are ordinary letters too.
 */
export function untelex(word: string): string | undefined {
  const first = word.search(VOWEL);
  if (first < 0 && !word.includes('w')) return undefined;
  const onset = first < 0 ? 0 : first;
  // No Vietnamese word has these letters after its vowel, so they are tones there.
  const rhyme = word.slice(onset).replace(/[sfrxjz]/g, '');
  const plain = (word.slice(0, onset) + rhyme)
    .replace(/^dd/, 'd')
    .replace(/^d(.*)d$/, 'd$1')
    .replace(/(a)a|(e)e|(o)o/g, '$1$2$3')
    .replace(/([uoa])w/g, '$1')
    .replace(/w/g, 'u')
    .replace(/uou/g, 'uo');
  return plain === word ? undefined : plain;
}

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
function writeNumberWords(tokens: Token[], text: string, isName: (word: string) => boolean): void {
  const isMarked = hasDiacritics(text);
  for (let i = 0; i + 1 < tokens.length; i += 1) {
    const spelling = NUMBERED.get(tokens[i].text);
    const { text: next, gap } = tokens[i + 1];
    if (spelling === undefined || gap !== 0 || (next !== TEN && !UNITS.has(next))) continue;
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
