import { editDistance } from '../../../base/text/edit-distance.ts';
import { tokenWith, type Token } from '../../../base/text/tokens.ts';
import { hasWrittenBoundary, splitAtTypeWord } from './written-boundaries.ts';

/** Unit letters glued to their numbers, one or several: `p10`, `q5`, `p10q5`, `phuong12`, `quan1hcm`. */
const GLUED = /^(?:phuong|ward|quan|district|dist|p|f|q)0*\d{1,2}(?!\d|[/-]\d)/;

/**
 * Type words glued to a name: `tpvinh`. `tphcm` stays whole because it is a name of its own, `xang` is a word, and `quangr` without a vowel behind "quan"
 * is "quảng" in Telex.
 */
const GLUED_WORD =
  /^(?:(thanhpho|thitran|thixa|dackhu|phuong|huyen|quan|tinh)(?=[a-z]*[aeiouy])(?=[a-z]{2})|(tp|tx)(?=[a-z]{2})|(xa)(?=[a-z]{3}))/;

/** A house number glued to a name: `161nguyenthiminhkhai`. */
const GLUED_HOUSE = /^\d{1,4}(?=[a-z]{4})/;

/** A post code glued to the name of a city: `noi10000`. */
const GLUED_POST_CODE = /^([a-z]{2,})\d{5,6}$/;

/** First letters of GLUED_WORD and of {@link gluedLetters}; most words have another one. */
const GLUED_FIRST = new Set('tdphqx');

/** Most words of a name behind a glued unit word. */
const LONGEST_NAME = 4;

/** Longest word that is split. Units: letters. */
const LONGEST_GLUED = 40;

/** Words in front of a telephone number. */
const PHONE_WORDS = new Set(['sdt', 'dt', 'tel', 'phone', 'hotline', 'lh', 'mobile', 'zalo']);

/**
 * Repairs the tokens of an address: drops telephone numbers, post codes and the country, splits `p10q5`, `tpvinh` and `12leloi`, reads `thàhn phố` as `tp`.
 *
 * Shape: a new list; the comma in front of a dropped token moves to the next one. `isName` reports whether a word without spaces
 * is a known name: a known name is never split, a word is only split if its rest is a known name, and the country stays at the end of a known name.
 */
export function repairTokens(
  tokens: readonly Token[],
  isName: (word: string) => boolean,
  text = '',
): Token[] {
  const repaired: Token[] = [];
  const dropped = markDropped(tokens, isName);
  const hasBoundary = hasWrittenBoundary(text);
  let gap: Token['gap'] = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    let token = tokens[i];
    if (token.gap < gap) token = tokenWith(token, token.text, token.end, gap);
    if (dropped[i] === 1) {
      gap = token.gap;
      continue;
    }
    gap = 0;
    if (isMisspeltCity(tokens, i)) {
      i += 1;
      repaired.push(tokenWith(token, 'tp', tokens[i].end));
    } else if (hasBoundary || mayBeGlued(token))
      pushSplit(repaired, tokens, i, token, isName, text, hasBoundary);
    else repaired.push(token);
  }
  return repaired;
}

/** Pushes the parts of a token that may be several words, or the token. */
function pushSplit(
  out: Token[],
  tokens: readonly Token[],
  index: number,
  token: Token,
  isName: (word: string) => boolean,
  text: string,
  hasBoundary: boolean,
): void {
  const isRest = (word: string): boolean => beginsName(word, tokens, index + 1, isName);
  const split = hasBoundary
    ? splitAtTypeWord(text, token, tokens[index - 1], (rest) => !isName(token.text) && isRest(rest))
    : undefined;
  if (split !== undefined) out.push(...split);
  else if (!mayBeGlued(token) || !pushParts(out, token, isName, isRest, text)) out.push(token);
}

/** Reports whether a part begins with "thành phố" with one wrong letter in "thành"; else "phố Hồ Chí Minh" would be read as a street. */
function isMisspeltCity(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  if (next?.text !== 'pho' || next.gap !== 0) return false;
  const { text, gap } = tokens[index];
  const isInside = index > 0 && gap !== 2;
  return !isInside && text !== 'thanh' && /^[a-z]{4,6}$/.test(text) && editDistance(text, 'thanh', 1) === 1;
}

function markDropped(tokens: readonly Token[], isName: (word: string) => boolean): Uint8Array {
  const dropped = new Uint8Array(tokens.length);
  for (let i = 0; i < tokens.length; i += 1) {
    const run = phoneLength(tokens, i);
    if (run > 0) {
      dropped.fill(1, i, i + run);
      if (PHONE_WORDS.has(tokens[i - 1]?.text ?? '')) dropped[i - 1] = 1;
      i += run - 1;
    } else if (isPostCode(tokens[i].text)) dropped[i] = 1;
  }
  dropCountry(tokens, dropped, isName);
  return dropped;
}

/** Counts the tokens of a telephone number that begins here; 0 where none does. */
function phoneLength(tokens: readonly Token[], index: number): number {
  const first = tokens[index].text;
  if (!startsWithDigit(first)) return 0;
  if (!/^(0|84)\d*$/.test(first)) return 0;
  let digits = 0;
  let length = 0;
  while (index + length < tokens.length && length < 5) {
    const token = tokens[index + length];
    // A bracket may close after the country code.
    if (token.gap === 2 && length > 0 && !(length === 1 && first === '84')) break;
    if (!/^\d{2,}$/.test(token.text)) break;
    digits += token.text.length;
    length += 1;
  }
  return digits >= 9 && digits <= 13 ? length : 0;
}

function isPostCode(word: string): boolean {
  return startsWithDigit(word) && /^\d{5,6}$/.test(word);
}

function startsWithDigit(word: string): boolean {
  return isDigitAt(word, 0);
}

function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) if (isDigitAt(word, i)) return true;
  return false;
}

function isDigitAt(word: string, index: number): boolean {
  const code = word.charCodeAt(index);
  return code >= 0x30 && code <= 0x39;
}

/** Drops "Việt Nam" and "VN" at the end or start of the address; elsewhere, and in "Bảo tàng Mỹ thuật Việt Nam", they belong to a name. */
function dropCountry(tokens: readonly Token[], dropped: Uint8Array, isName: (word: string) => boolean): void {
  let last = tokens.length - 1;
  while (last >= 0 && dropped[last] === 1) last -= 1;
  const ends = countryLength(tokens, last - 1) === 2 ? 2 : countryLength(tokens, last) === 1 ? 1 : 0;
  const country = last + 1 - ends;
  if (ends > 0 && country > 0 && !endsName(tokens, country, last + 1, isName))
    dropped.fill(1, country, last + 1);
  const begins = countryLength(tokens, 0);
  if (begins > 0 && tokens[begins]?.gap === 2) dropped.fill(1, 0, begins);
}

/** Reports whether the country is the end of a name that fills its part between commas. */
function endsName(
  tokens: readonly Token[],
  country: number,
  end: number,
  isName: (word: string) => boolean,
): boolean {
  let start = country;
  while (start > 0 && tokens[start].gap !== 2) start -= 1;
  if (start === country) return false;
  const part = tokens.slice(start, end).map(({ text }) => text);
  return isName(part.join(''));
}

function countryLength(tokens: readonly Token[], index: number): number {
  const word = tokens[index]?.text;
  if (word === 'vietnam' || word === 'vn') return 1;
  return word === 'viet' && tokens[index + 1]?.text === 'nam' ? 2 : 0;
}

/** Reports whether a word is a name, or becomes one with the words behind it. */
function beginsName(
  word: string,
  tokens: readonly Token[],
  next: number,
  isName: (word: string) => boolean,
): boolean {
  if (isName(word)) return true;
  let name = word;
  for (let i = next; i < next + LONGEST_NAME - 1 && tokens[i] !== undefined; i += 1) {
    const { text, gap } = tokens[i];
    if (gap === 2) return false;
    name += text;
    if (isName(name)) return true;
  }
  return false;
}

/** Reports whether a word in its original spelling begins with a capital. */
function isCapital(text: string, at: number): boolean {
  const letter = text.charAt(at);
  return letter !== letter.toLowerCase() && letter === letter.toUpperCase();
}

/** A glued token while it is split. */
interface GluedToken {
  out: Token[];
  /** The part of the token that is not yet pushed. */
  rest: string;
  start: number;
  gap: Token['gap'];
  /** The text of the token as it was written. */
  text: string;
  isName: (word: string) => boolean;
  beginsKnown: (word: string) => boolean;
}

/** Reports whether a token can be glued. Cost: most are not, so that nothing is made for them. */
function mayBeGlued({ text, start, end }: Token): boolean {
  // Offsets inside the word are only known if folding kept its length.
  if (text.length < 2 || text.length > LONGEST_GLUED || text.length !== end - start) return false;
  return GLUED_FIRST.has(text.charAt(0)) || hasDigit(text);
}

/** Pushes the parts of a token that may be glued; returns false if it is not. */
function pushParts(
  out: Token[],
  token: Token,
  isName: (word: string) => boolean,
  beginsKnown: (word: string) => boolean,
  text: string,
): boolean {
  const { text: rest, start, gap } = token;
  const glued: GluedToken = { out, rest, start, gap, text, isName, beginsKnown };
  return (hasDigit(rest) && pushNumbered(glued)) || pushWord(glued);
}

/** Pushes the first letters of the rest of a token. */
function take(glued: GluedToken, length: number): void {
  if (length === 0) return;
  const { rest, start, gap } = glued;
  glued.out.push({ text: rest.slice(0, length), start, end: start + length, gap });
  glued.rest = rest.slice(length);
  glued.start += length;
  glued.gap = 0;
}

/** Splits `p10q5`, `161nguyenthiminhkhai` and `noi10000`. */
function pushNumbered(glued: GluedToken): boolean {
  const { rest, isName } = glued;
  const unit = GLUED.exec(rest)?.[0];
  if (unit !== undefined && isUnitsTail(rest.slice(unit.length), isName)) {
    pushUnits(glued);
    return true;
  }
  const house = GLUED_HOUSE.exec(rest)?.[0];
  if (house !== undefined && isName(rest.slice(house.length))) {
    take(glued, house.length);
    take(glued, glued.rest.length);
    return true;
  }
  const city = GLUED_POST_CODE.exec(rest)?.[1];
  if (city === undefined) return false;
  take(glued, city.length);
  return true;
}

/** Pushes units with their numbers, one after the other, and the name behind them. */
function pushUnits(glued: GluedToken): void {
  for (let match = GLUED.exec(glued.rest); match !== null; match = GLUED.exec(glued.rest)) {
    take(glued, match[0].search(/\d/));
    take(glued, /^\d+/.exec(glued.rest)?.[0].length ?? 0);
    if (glued.rest.startsWith('/') || glued.rest.startsWith(',')) {
      glued.rest = glued.rest.slice(1);
      glued.start += 1;
      glued.gap = 2;
    }
  }
  take(glued, glued.rest.length);
}

/** Returns how many letters of a word may stand for a unit, glued to a name that is written with a capital of its own: `XAn`, `PTân`, `TTHà`; 0 for none. */
function gluedLetters(word: string): number {
  if (word.startsWith('tt')) return isLetterAt(word, 2) ? 2 : 0;
  return 'pxqh'.includes(word.charAt(0)) && isLetterAt(word, 1) && isLetterAt(word, 2) ? 1 : 0;
}

function isLetterAt(word: string, index: number): boolean {
  const code = word.charCodeAt(index);
  return code >= 0x61 && code <= 0x7a;
}

/** Splits `tpvinh` and `XAn`. */
function pushWord(glued: GluedToken): boolean {
  const { rest, text, start, isName, beginsKnown } = glued;
  if (!GLUED_FIRST.has(rest.charAt(0))) return false;
  const word = GLUED_WORD.exec(rest)?.[0].length ?? 0;
  const length = word === 0 ? gluedLetters(rest) : word;
  if (length === 0) return false;
  const isWritten = isCapital(text, start + length) && !isCapital(text, start + length + 1);
  // Letters, or a word that more words must complete, are only split if a capital letter shows the boundary.
  if (word === 0 && !isWritten) return false;
  const name = rest.slice(length);
  if (isName(rest) || !(isWritten ? beginsKnown(name) : isName(name))) return false;
  take(glued, length);
  take(glued, glued.rest.length);
  return true;
}

/** Reports whether the rest of a glued token is empty, more glued units, or a name. */
function isUnitsTail(rest: string, isName: (word: string) => boolean): boolean {
  if (rest === '') return true;
  const bare = rest.startsWith('/') ? rest.slice(1) : rest;
  const next = GLUED.exec(bare);
  if (next !== null) return isUnitsTail(bare.slice(next[0].length), isName);
  return isName(bare);
}
