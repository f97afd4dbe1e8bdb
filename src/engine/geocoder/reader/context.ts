import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { fold } from '../../../base/text/fold.ts';
import { isTrailingStreetWord, placeWordAt } from '../../../base/text/place-words.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { type UnitWord, unitWordAt, WARD } from '../../../base/text/unit-words.ts';

/** Sets the members of an array from `start` to `end`. Cost: a few nanoseconds for the words of a name, where `fill` is a call out of compiled code, some 40 ns. */
export function fillSpan(array: Uint8Array, value: number, start: number, end: number): void {
  for (let i = start; i < end; i += 1) array[i] = value;
}

/** A name at this token may be a unit. */
export const FREE = 0;
/** A street or hamlet name begins at this token: a unit needs its own type word. */
export const STREET = 1;
/** Behind a street in the same part of the address. */
export const BEHIND_STREET = 2;
/** Inside the name of a building or institution. */
export const SITE = 3;
/** A type word of a unit begins at this token. */
export const UNIT = 4;
/** Right behind a part that is only a house number: a street, or a ward if the address has no street. */
export const AFTER_HOUSE = 5;
/** Behind a numbered street or hamlet in the same part: its name is complete, so a unit may follow. */
export const BEHIND_NUMBER = 6;

/**
 * The context of the words of an address.
 *
 * Shape: `kind` of each token is the kind of an unmarked name that begins there; `head` is STREET or SITE where a word of that kind begins, UNIT where
 * a type word begins; `unitWord` is the type word that ends right before each token, `unitWordStart` its first token; `partStart` and `partEnd` are
 * the bounds of the part between commas that contains the token.
 */
export interface Context {
  kind: Uint8Array;
  head: Uint8Array;
  unitWord: (UnitWord | undefined)[];
  unitWordStart: Int32Array;
  partStart: Int32Array;
  partEnd: Int32Array;
  /** True if the text has diacritics, so that a word without them is spelled so on purpose. */
  marked: boolean;
  /** The layers that a column with a role states for each token; undefined where the text has no such column. */
  stated: Uint8Array | undefined;
}

/** A question while its context is parsed. */
interface Reader extends Context {
  text: string;
  tokens: readonly Token[];
  /** Kind of an unmarked name that begins at the next token. */
  state: number;
  /** True if the last word was a street word without its name: a type word behind it is part of the name ("Phố Xã Đàn"). */
  isStreetOpen: boolean;
  nameLength: (index: number) => number;
  streetLength: (index: number) => number;
  wardFills: (index: number) => boolean;
  wardLength: (index: number) => number;
}

/**
 * Parses the context of every token, one part between commas after the other.
 *
 * Shape: `nameLength` returns the number of tokens of the longest province or district name at a token, `streetLength` that of the longest known
 * street name, 0 for none; `wardFills` reports whether the name of a ward begins at a token and ends with its part, `wardLength` returns
 * the number of tokens of the longest name of a ward there.
 */
export function readContext(
  text: string,
  tokens: readonly Token[],
  nameLength: (index: number) => number,
  streetLength: (index: number) => number = () => 0,
  wardFills: (index: number) => boolean = () => false,
  wardLength: (index: number) => number = () => 0,
  stated?: Uint8Array,
): Context {
  const count = tokens.length;
  const { partStart, partEnd } = readParts(tokens);
  const reader: Reader = {
    text,
    tokens,
    nameLength,
    streetLength,
    wardFills,
    wardLength,
    marked: hasDiacritics(text),
    stated,
    kind: new Uint8Array(count),
    head: new Uint8Array(count),
    unitWord: new Array<UnitWord | undefined>(count + 1),
    unitWordStart: new Int32Array(count + 1),
    partStart,
    partEnd,
    state: FREE,
    isStreetOpen: false,
  };
  for (let from = 0; from < count; from = reader.partEnd[from]) {
    const isBehindHouse =
      from > 0 &&
      !isNumberedUnit(reader, reader.partStart[from - 1], from) &&
      isHouseOnly(reader, reader.partStart[from - 1], from);
    reader.state = isBehindHouse ? AFTER_HOUSE : FREE;
    reader.isStreetOpen = false;
    readPart(reader, from, reader.partEnd[from]);
  }
  markTrailingStreets(tokens, reader.kind, reader.partStart);
  const { kind, head, unitWord, unitWordStart, marked } = reader;
  return { kind, head, unitWord, unitWordStart, partStart, partEnd, marked, stated };
}

function readPart(reader: Reader, from: number, to: number): void {
  for (let i = from; i < to;) {
    // "Chợ chanh Nguyễn Úy Kim Bảng Hà Nam": the name of a building ends where the units begin.
    if (reader.state === SITE && isLastWard(reader, i)) reader.state = AFTER_HOUSE;
    reader.kind[i] = reader.state;
    i += readAt(reader, i);
  }
}

/** Parses a token by the first rule that applies; returns the number of tokens that the rule consumed. */
function readAt(reader: Reader, index: number): number {
  return (
    readKnownStreet(reader, index) ||
    readUnitWord(reader, index) ||
    readNumber(reader, index) ||
    readPlaceWord(reader, index) ||
    readName(reader)
  );
}

/**
 * Consumes the name of a known street ("12 Lý Thường Kiệt", "69 Chùa Láng"): type words inside it have no meaning of their own. Alone behind a part that is
 * only a house ("Ngõ 421, Hùng Long") it may still be a ward, because streets of other provinces are called like wards.
 */
function readKnownStreet(reader: Reader, index: number): number {
  if (reader.state !== STREET && reader.state !== AFTER_HOUSE) return 0;
  const length = reader.streetLength(index);
  if (length < 2 || isLongerUnit(reader, index, length)) return 0;
  const fills = index === reader.partStart[index] && index + length === reader.partEnd[index];
  const first = reader.state === AFTER_HOUSE && fills ? index + 1 : index;
  fillSpan(reader.kind, STREET, first, index + length);
  reader.state = BEHIND_STREET;
  reader.isStreetOpen = false;
  return length;
}

/** Reports whether a part begins with a type word and the name of a ward that is longer than the name of a street there: "Phường Giảng Võ" is not Đường Phượng Giang. */
function isLongerUnit(reader: Reader, index: number, length: number): boolean {
  if (index !== reader.partStart[index]) return false;
  const unit = unitWordAt(reader.tokens, index);
  if (unit === undefined || unit.short || (unit.layers & WARD) === 0) return false;
  return (
    unit.length + reader.wardLength(index + unit.length) > length &&
    reader.wardFills(index + unit.length) &&
    announces(reader, index, unit)
  );
}

function readUnitWord(reader: Reader, index: number): number {
  const { tokens, partStart, partEnd, kind, head } = reader;
  const unit = unitWordAt(tokens, index);
  if (unit === undefined) return 0;
  const named = index + unit.length;
  if (named >= partEnd[index]) return 0;
  const numbered = isNumber(tokens[named].text);
  // "Phường Ph Diễn": behind a whole type word the letters are a part of the name.
  if (unit.short && !numbered && index > 0 && reader.unitWord[index]?.short === false) return 0;
  if (reader.isStreetOpen && !numbered) return 0;
  if (!announces(reader, index, unit)) return 0;
  reader.unitWord[named] = unit;
  reader.unitWordStart[named] = index;
  // One letter in the middle of a part may be a type word, but does not end a street name: "12 Lê T Riêng".
  if (!numbered && tokens[index].text.length === 1 && index !== partStart[index]) return 0;
  head[index] = UNIT;
  fillSpan(kind, STREET, index + 1, named);
  reader.state = FREE;
  reader.isStreetOpen = false;
  if (!numbered) return unit.length + wardNameWithStreetWord(reader, named, unit);
  kind[named] = FREE;
  return unit.length + 1;
}

/**
 * Returns the number of tokens of the name of a ward behind its type word that has a street word, 0 for other names: without diacritics and commas, in
 * "phuong thuy duong thi xa huong thuy", no street begins at "duong".
 */
function wardNameWithStreetWord(
  { tokens, marked, wardLength }: Reader,
  named: number,
  { layers }: UnitWord,
): number {
  if (marked || (layers & WARD) === 0) return 0;
  const length = wardLength(named);
  let hasStreetWord = false;
  for (let i = named + 1; i < named + length; i += 1) {
    // "phuong tan phu thanh pho": the name may end earlier.
    if (unitWordAt(tokens, i) !== undefined) return 0;
    hasStreetWord ||= placeWordAt(tokens, i)?.kind === 'street';
  }
  return hasStreetWord ? length : 0;
}

function readNumber(reader: Reader, index: number): number {
  const word = reader.tokens[index].text;
  if (!isNumber(word)) return 0;
  const isNamed =
    reader.isStreetOpen || isRoadCode(word) || isSecondNumber(reader, index) || isGroup(reader, index);
  reader.state = isNamed ? BEHIND_NUMBER : isBeforeWard(reader, index) ? AFTER_HOUSE : STREET;
  reader.isStreetOpen = false;
  return 1;
}

/** Reports whether a ward follows a number, and right behind it a district or province: "949 Vĩnh Mỹ Châu Đốc". */
function isBeforeWard(reader: Reader, index: number): boolean {
  return index + 1 < reader.partEnd[index] && aboveWard(reader, index + 1) > 0;
}

/** Reports whether a part ends with a ward, its district and its province, or two of them, from a token on. */
function isLastWard(reader: Reader, index: number): boolean {
  const { partEnd, nameLength } = reader;
  const end = partEnd[index];
  let above = aboveWard(reader, index);
  if (above === 0) return false;
  while (above < end && nameLength(above) > 0) above += nameLength(above);
  return above === end;
}

/** Returns the token behind the name of a ward, where a district or province begins in the same part; 0 for none. */
function aboveWard({ tokens, partEnd, nameLength, wardLength }: Reader, index: number): number {
  const above = index + wardLength(index);
  if (above === index || above >= partEnd[index] || nameLength(above) === 0) return 0;
  // "19 Tiên Sơn 10" is a street with its number, not Quận 10.
  return isNumber(tokens[above].text) ? 0 : above;
}

/** Reports whether a number follows another one directly: it is then the name of a street ("598 TL10", "903 3a"). */
function isSecondNumber({ tokens, partStart }: Reader, index: number): boolean {
  return index > partStart[index] && isNumber(tokens[index - 1].text);
}

/** Words of groups of houses, whose number is their whole name: a ward may follow "tổ 5", a street follows "số 5". */
const GROUP_WORDS = new Set(['to', 'doi', 'khu', 'khoi']);

function isGroup({ tokens, partStart }: Reader, index: number): boolean {
  return index > partStart[index] && GROUP_WORDS.has(tokens[index - 1].text);
}

function readPlaceWord(reader: Reader, index: number): number {
  const { text, tokens, marked, head, kind } = reader;
  const word = placeWordAt(tokens, index);
  if (word === undefined || spelledOtherwise(text, tokens, index, word.spelling, word.length, marked))
    return 0;
  if (reader.nameLength(index) > word.length) return 0;
  head[index] = word.kind === 'street' ? STREET : SITE;
  fillSpan(kind, STREET, index + 1, index + word.length);
  reader.state = word.kind === 'street' ? STREET : SITE;
  reader.isStreetOpen = word.kind === 'street' && !word.bare && !isAlleyWord(tokens, index);
  return word.length;
}

function readName(reader: Reader): number {
  if (reader.state === STREET || reader.state === AFTER_HOUSE) reader.state = BEHIND_STREET;
  reader.isStreetOpen = false;
  return 1;
}

/** Reports whether a part is a type word and the number of a unit ("P6", "F.13"); no unit has a number of three digits. */
function isNumberedUnit({ tokens, head }: Reader, from: number, to: number): boolean {
  return to - from === 2 && head[from] === UNIT && /^\d{1,2}$/.test(tokens[from + 1].text);
}

/**
 * Reports whether a part is only a house number ("Số 5", "Ngõ 85", "Tầng 4 nhà 12/3"), so that its street may be in the next part.
 *
 * Shape: false for the number of a street, hamlet or group ("QL10", "598 TL10", "12 Đ. số 4", "Tổ 4", "ấp 2"), which is complete.
 */
function isHouseOnly({ tokens }: Reader, from: number, to: number): boolean {
  let numbers = 0;
  let expected = 1;
  for (let i = from; i < to; i += 1) {
    const { text } = tokens[i];
    if (isNumber(text)) {
      if (isRoadCode(text)) return false;
      numbers += 1;
    } else if (ROOM_WORDS.has(text) || ALLEY_WORDS.has(text)) expected = numbers + 1;
    else if (!HOUSE_WORDS.has(text) && (text.length > 1 || text === 'd')) return false;
  }
  return numbers > 0 && numbers <= expected;
}

/** Words in front of the number of a house. */
const HOUSE_WORDS = new Set(['so', 'nha', 'sn', 'no']);
/** Words in front of the number of a part of a building or estate, of which an address may have several. */
const ROOM_WORDS = new Set(['lo', 'day', 'can', 'ho', 'tang', 'lau', 'phong', 'block', 'toa', 'nha']);
const ALLEY_WORDS = new Set(['ngo', 'ngach', 'hem', 'kiet', 'hxh', 'ng']);

/** Reports whether a word is that of an alley, which its street follows: "ngõ 12 Bạch Mai". */
function isAlleyWord(tokens: readonly Token[], index: number): boolean {
  return ALLEY_WORDS.has(tokens[index].text);
}

/** Reports whether a word is the code of a road: QL1A, TL10, ĐT743B, ĐH5, AH1. */
export function isRoadCode(word: string): boolean {
  return /^(?:ql|tl|dt|hl|dl|dh|dx|ah|ct|lto)\d/.test(word);
}

/** Reports whether a token is a number, such as that of a house, date or numbered unit. */
export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  if (isDigit(code)) return true;
  if (code < 0x61 || code > 0x7a || word.length === 1) return false;
  const second = word.charCodeAt(1);
  return (
    isDigit(second) || (second >= 0x61 && second <= 0x7a && word.length > 2 && isDigit(word.charCodeAt(2)))
  );
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function readParts(tokens: readonly Token[]): { partStart: Int32Array; partEnd: Int32Array } {
  const partStart = new Int32Array(tokens.length);
  const partEnd = new Int32Array(tokens.length);
  for (let i = 0; i < tokens.length; i += 1) {
    partStart[i] = i > 0 && tokens[i].gap !== 2 ? partStart[i - 1] : i;
  }
  for (let i = tokens.length - 1; i >= 0; i -= 1) {
    const last = i === tokens.length - 1 || tokens[i + 1].gap === 2;
    partEnd[i] = last ? i + 1 : partEnd[i + 1];
  }
  return { partStart, partEnd };
}

/** Reports whether a word is a type word in its context: not if its diacritics differ ("Quan Hoa", "Huyền") or if it begins "xa lộ" or "tỉnh lộ". */
function announces(
  { text, tokens, marked, partStart, wardFills }: Reader,
  index: number,
  unit: UnitWord,
): boolean {
  const street = placeWordAt(tokens, index);
  if (street !== undefined && street.length > unit.length) {
    // "Xã Lộ 25" without diacritics is that ward, where it is a part of its own.
    if (index !== partStart[index] || !wardFills(index + unit.length)) return false;
  }
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
  const raw = text.slice(tokens[index].start, tokens[index + length - 1].end);
  if (!hasDiacritics(raw) || diacriticKey(raw) === spelling) return false;
  // A misspelt type word that was corrected has no diacritics of its own.
  return length > 1 || fold(raw) === tokens[index].text;
}

/** Marks the whole part in front of an English street word as a street: "Hanoi Highway", "Le Loi street". */
function markTrailingStreets(tokens: readonly Token[], kind: Uint8Array, partStart: Int32Array): void {
  for (let i = 1; i < tokens.length; i += 1) {
    if (!isTrailingStreetWord(tokens[i])) continue;
    for (let j = partStart[i]; j < i; j += 1) kind[j] = STREET;
  }
}
