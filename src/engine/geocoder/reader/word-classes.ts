import { placeWordAt } from '../../../base/text/place-words.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { isNumber } from './context.ts';

/** A word that must be explained. */
export const WORD = 0;
/** A number that may be a house number. */
export const NUMBER = 1;
/** "Số", "nhà", "SN" in front of a house number. */
export const HOUSE_WORD = 2;
/** "Ngõ", "ngách", "hẻm", "kiệt" in front of a number. */
export const ALLEY_WORD = 3;
/** "Đường", "phố": optional in any name. */
export const STREET_WORD = 4;
/** A floor, room or milestone with its number: part of a place, never a place itself. */
export const ROOM = 5;
/** The type word of an administrative unit. */
export const UNIT_WORD = 6;
/** The number of an administrative unit. */
export const UNIT_NUMBER = 7;
/** A letter of a house number, written as a separate word. */
export const LETTER = 8;
/** "Đối diện", "bên cạnh", "kéo dài", "địa chỉ": a relation to a place or a heading; never part of a name. */
export const SIDE_WORD = 9;

const HOUSE_WORDS = new Set(['so', 'nha', 'sn', 'no', 'lo']);
const ALLEY_RANKS: ReadonlyMap<string, number> = new Map([
  ['ngo', 1],
  ['kiet', 1],
  ['hxh', 1],
  ['alley', 1],
  ['lane', 1],
  ['ngach', 2],
  ['hem', 3],
]);
const STREET_WORDS = new Set(['duong', 'pho', 'd', 'dg', 'street', 'st', 'str', 'road', 'rd']);
/** Street words with more letters than this are unambiguous. */
const LONGEST_SHORT_STREET_WORD = 3;
const ROOM_WORDS = new Set([
  'tang',
  'lau',
  'phong',
  'can',
  'floor',
  'room',
  'km',
  'block',
  'kiot',
  'kios',
  'quay',
]);
const SIDE_WORDS: Readonly<Record<string, string>> = {
  doi: 'dien',
  ben: 'canh',
  phia: 'sau',
  keo: 'dai',
  noi: 'dai',
  dia: 'chi',
};
const HEADINGS = new Set(['dc', 'sdt', 'tel']);
const PHONE = /^(?:0|84)\d{8,10}$/;
const MILESTONE = /^km\d/;
const FLOOR_WORDS = new Set(['floor', 'fl']);

/** A token and what follows it, as the rules read them. */
interface TokenView {
  tokens: readonly Token[];
  index: number;
  text: string;
  /** The following token; undefined at the end of the text. */
  next: Token | undefined;
  /** The folded text of the following token if no comma or hyphen is between. */
  joined: string | undefined;
  /** True if the following token has no class yet. */
  isNextFree: boolean;
  /** True if a number without a class follows in the same part. */
  isNumbered: boolean;
  /** True if the word of a unit is right in front: the token begins the name of that unit. */
  isUnitName: boolean;
  /** Class of the unit search for the token; 0 for none. */
  head: number;
}

/** Classes of a token and of those after it; undefined if the rule does not apply. */
type ClassRule = (view: TokenView) => readonly number[] | undefined;

/** Rules by precedence: the first that applies decides. */
const RULES: readonly ClassRule[] = [
  ({ text }) => (MILESTONE.test(text) || PHONE.test(text) ? [ROOM] : undefined),
  ({ text }) => (HEADINGS.has(text) ? [SIDE_WORD] : undefined),
  numberClasses,
  ({ text, joined }) =>
    joined !== undefined && SIDE_WORDS[text] === joined ? [SIDE_WORD, SIDE_WORD] : undefined,
  roomClasses,
  ({ text, joined, isNumbered }) =>
    text === 'toa' && joined !== undefined && (isNumbered || joined.length === 1) ? [ROOM, ROOM] : undefined,
  ({ text, isNumbered }) => (ALLEY_RANKS.has(text) && isNumbered ? [ALLEY_WORD] : undefined),
  ({ text, next, joined, isNumbered }) =>
    HOUSE_WORDS.has(text) && (isNumbered || joined === 'so' || next?.text === 'nha')
      ? [HOUSE_WORD]
      : undefined,
  streetClasses,
];

/** Words that some rule is about; most words of a text are names, and numbers have a rule of their own. */
const RULED = new Set([
  ...HEADINGS,
  ...Object.keys(SIDE_WORDS),
  ...ROOM_WORDS,
  'toa',
  ...ALLEY_RANKS.keys(),
  ...HOUSE_WORDS,
  ...STREET_WORDS,
]);

/** Sets the class of a token, and of those after it that depend on it; returns the index of the last of them. */
export function classifyWord(
  tokens: readonly Token[],
  role: Uint8Array,
  index: number,
  head: number,
): number {
  const token = tokens[index];
  if (!RULED.has(token.text) && !isNumber(token.text)) return index;
  const next = tokens[index + 1];
  const isNextFree = next !== undefined && role[index + 1] === WORD;
  const view: TokenView = {
    tokens,
    index,
    text: token.text,
    next,
    joined: next?.gap === 0 ? next.text : undefined,
    isNextFree,
    isNumbered: isNextFree && next.gap !== 2 && isNumber(next.text),
    isUnitName: index > 0 && role[index - 1] === UNIT_WORD && token.gap !== 2,
    head,
  };
  for (const rule of RULES) {
    const roles = rule(view);
    if (roles === undefined) continue;
    for (let offset = 0; offset < roles.length; offset += 1) role[index + offset] = roles[offset];
    return index + roles.length - 1;
  }
  return index;
}

/** Returns the classes of a number with a separate letter ("52 B Phố Quán Sứ") or with an English floor ("2nd floor"). */
function numberClasses({ text, joined, isNextFree }: TokenView): readonly number[] | undefined {
  if (!isNumber(text)) return undefined;
  if (joined !== undefined && isNextFree && isLetterOfNumber(joined)) return [NUMBER, LETTER];
  if (joined !== undefined && FLOOR_WORDS.has(joined)) return [ROOM, ROOM];
  return [NUMBER];
}

/** Returns the classes of a floor, room or flat: "Tầng 3", "căn hộ 12". */
function roomClasses({ tokens, index, text, next, isNumbered }: TokenView): readonly number[] | undefined {
  if (!ROOM_WORDS.has(text)) return undefined;
  if (isNumbered) return [ROOM, ROOM];
  const isFlat = next?.text === 'ho' && isNumber(tokens[index + 2]?.text ?? '');
  return isFlat ? [ROOM, ROOM, ROOM] : undefined;
}

/** Returns the class of a street word; a short one ("Đ. Lê Lợi") needs evidence in the text around it, and "Dương" in "Xã Dương Hòa" is none. */
function streetClasses(view: TokenView): readonly number[] | undefined {
  const { tokens, index, text, next, head, isUnitName } = view;
  if (!STREET_WORDS.has(text) || isUnitName || (next === undefined && index === 0)) return undefined;
  const isStreetWord =
    head !== 0 || text.length > LONGEST_SHORT_STREET_WORD || placeWordAt(tokens, index)?.kind === 'street';
  return isStreetWord ? [STREET_WORD] : undefined;
}

/** Reports whether a token of one letter may be part of the house number in front of it; "d" is short for "đường". */
function isLetterOfNumber(text: string): boolean {
  return text.length === 1 && text >= 'a' && text <= 'h' && text !== 'd';
}

/** Reports whether a word is that of an alley. */
export function isAlleyWord(word: string): boolean {
  return ALLEY_RANKS.has(word);
}

/** Returns the nesting depth of an alley by its word: ngõ, ngách, hẻm. */
export function alleyRank(word: string): number {
  return ALLEY_RANKS.get(word) ?? 1;
}
