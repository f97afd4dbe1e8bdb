import { diacriticKey, hasDiacritics } from '../../text/diacritics.ts';
import { isTrailingStreetWord, placeWordAt } from '../../text/place-words.ts';
import type { Token } from '../../text/tokens.ts';
import { unitWordAt, type UnitWord } from '../../text/unit-words.ts';

/** A name that begins here may be a unit. */
export const FREE = 0;
/** A street or hamlet name begins here: no unit without a type word of its own. */
export const STREET = 1;
/** Behind a street or house number in the same part of the address. */
export const BEHIND_STREET = 2;
/** Inside the name of a building or institution. */
export const SITE = 3;
/** A type word of a unit begins here. */
export const UNIT = 4;

/**
 * Says what the words of an address announce.
 *
 * Shape: `kind` for each token: what an unmarked name beginning there is; `head` STREET or SITE where a word of that kind begins, UNIT where a type
 * word does; `unitWord` the type word that ends right before each token,
 * `unitWordStart` where that begins; `partStart` and `partEnd` the bounds of the part between commas that holds the token.
 */
export interface Context {
  kind: Uint8Array;
  head: Uint8Array;
  unitWord: (UnitWord | undefined)[];
  unitWordStart: Int32Array;
  partStart: Int32Array;
  partEnd: Int32Array;
}

/**
 * Reads the context of every token.
 *
 * Shape: `nameLength` tells how many tokens the longest province or district name at a token has, `streetLength` the longest name of a street
 * that is known, 0 where there is none.
 */
export function readContext(
  text: string,
  tokens: readonly Token[],
  nameLength: (index: number) => number,
  streetLength: (index: number) => number = () => 0,
): Context {
  const count = tokens.length;
  const kind = new Uint8Array(count);
  const head = new Uint8Array(count);
  const unitWord = new Array<UnitWord | undefined>(count + 1);
  const unitWordStart = new Int32Array(count + 1);
  const { partStart, partEnd } = readParts(tokens);
  const marked = hasDiacritics(text);
  let state = FREE;
  let onlyNumber = false;
  // "Phố Xã Đàn": right behind a street word a type word is part of the name.
  let afterStreetWord = false;
  for (let i = 0; i < count; i += 1) {
    const token = tokens[i] as Token;
    if (token.gap === 2) {
      // "Số 5, Lê Lợi": a part that is but a number goes on with its street.
      if (!onlyNumber) state = FREE;
      onlyNumber = false;
    }
    kind[i] = state;
    if (token.gap === 2) afterStreetWord = false;
    // "12 Lý Thường Kiệt", "69 Chùa Láng": words inside the name of a street announce nothing.
    const known = state === STREET ? streetLength(i) : 0;
    if (known > 1) {
      kind.fill(STREET, i, i + known);
      i += known - 1;
      state = BEHIND_STREET;
      onlyNumber = false;
      afterStreetWord = false;
      continue;
    }
    const unit = unitWordAt(tokens, i);
    if (
      unit !== undefined &&
      i + unit.length < (partEnd[i] as number) &&
      !(afterStreetWord && !isNumber((tokens[i + unit.length] as Token).text)) &&
      announces(text, tokens, i, unit, marked)
    ) {
      const named = i + unit.length;
      unitWord[named] = unit;
      unitWordStart[named] = i;
      const numbered = isNumber((tokens[named] as Token).text);
      // One letter in the middle of a part is offered as a type word, but does not end a street: "12 Lê T Riêng".
      if (numbered || token.text.length > 1 || i === partStart[i]) {
        head[i] = UNIT;
        for (let j = i + 1; j < named; j += 1) kind[j] = STREET;
        state = FREE;
        i = numbered ? named : named - 1;
        afterStreetWord = false;
        continue;
      }
    }
    if (isNumber(token.text)) {
      onlyNumber = onlyNumber || i === partStart[i] || state === STREET;
      state = STREET;
      afterStreetWord = false;
      continue;
    }
    const word = placeWordAt(tokens, i);
    if (
      word !== undefined &&
      !spelledOtherwise(text, tokens, i, word.spelling, word.length, marked) &&
      nameLength(i) <= word.length
    ) {
      head[i] = word.kind === 'street' ? STREET : SITE;
      for (let j = i + 1; j < i + word.length; j += 1) kind[j] = STREET;
      i += word.length - 1;
      state = word.kind === 'street' ? STREET : SITE;
      onlyNumber = word.kind === 'street' && word.bare;
      afterStreetWord = word.kind === 'street' && !word.bare;
      continue;
    }
    onlyNumber = false;
    afterStreetWord = false;
    if (state === STREET) state = BEHIND_STREET;
  }
  markTrailingStreets(tokens, kind, partStart);
  return { kind, head, unitWord, unitWordStart, partStart, partEnd };
}

/** Tells whether a token is a number, as houses, dates and numbered units are. */
export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  if (code >= 0x30 && code <= 0x39) return true;
  return word.length > 1 && /^[a-z]{1,2}\d/.test(word);
}

function readParts(tokens: readonly Token[]): { partStart: Int32Array; partEnd: Int32Array } {
  const partStart = new Int32Array(tokens.length);
  const partEnd = new Int32Array(tokens.length);
  for (let i = 0; i < tokens.length; i += 1) {
    partStart[i] = i > 0 && (tokens[i] as Token).gap !== 2 ? (partStart[i - 1] as number) : i;
  }
  for (let i = tokens.length - 1; i >= 0; i -= 1) {
    const last = i === tokens.length - 1 || (tokens[i + 1] as Token).gap === 2;
    partEnd[i] = last ? i + 1 : (partEnd[i + 1] as number);
  }
  return { partStart, partEnd };
}

/** Tells whether a type word is one here: not "Quan Hoa" or "Huyền" by its diacritics, nor the beginning of "xa lộ" or "tỉnh lộ". */
function announces(
  text: string,
  tokens: readonly Token[],
  index: number,
  unit: UnitWord,
  marked: boolean,
): boolean {
  const street = placeWordAt(tokens, index);
  if (street !== undefined && street.length > unit.length) return false;
  return unit.short || !spelledOtherwise(text, tokens, index, unit.spelling, unit.length, marked);
}

function spelledOtherwise(
  text: string,
  tokens: readonly Token[],
  index: number,
  spelling: string,
  length: number,
  marked: boolean,
): boolean {
  if (!marked) return false;
  const raw = text.slice((tokens[index] as Token).start, (tokens[index + length - 1] as Token).end);
  return hasDiacritics(raw) && diacriticKey(raw) !== spelling;
}

/** "Hanoi Highway", "Le Loi street": the whole part before the word is a street. */
function markTrailingStreets(tokens: readonly Token[], kind: Uint8Array, partStart: Int32Array): void {
  for (let i = 1; i < tokens.length; i += 1) {
    if (!isTrailingStreetWord(tokens[i])) continue;
    for (let j = partStart[i] as number; j < i; j += 1) kind[j] = STREET;
  }
}
