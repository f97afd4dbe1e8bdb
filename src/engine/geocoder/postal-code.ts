import type { AddressParts } from '../../contract/records/address-parts.ts';
import type { AdminMatch } from './reader/admin-match.ts';
import type { AdminSearch } from './reader/admin-search.ts';
import { overlap, type Ranges } from '../gazetteer/unit-table/ranges.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import { copyMatch, isPlaceMatch, type Match } from './places/place-match.ts';

/** A postal code: five digits, before 2018 six; and what is behind it at the end of a text or of a part of it. */
const CODE = /(?<!\d)\d{5,6}(?!\d)/gu;
const BEHIND_CODE = /^(?:[,;.)]|$|vi[eệ]t\s?nam)/iu;
/** Signs in front of it: a number at the beginning is that of a house. */
const BEFORE_CODE = /^[\s,;.(]$/u;
/** Fewest digits of a postal code. */
const FEWEST_DIGITS = 5;
/** A text that is only a postal code. */
const ALONE = /^\s*(\d{5,6})\s*(?:(?:[,;.]\s*)?vi[eệ]t\s?nam\s*)?$/iu;
/** Matches that are searched for one in the ward of the code. */
const SEARCHED = 10;
/** Highest score of a ward that only its code names: the number may be something else. */
const MOST_BY_CODE = 0.8;

/** The postal code that a text names, and the text without it. */
export interface WrittenPostalCode {
  code: string;
  rest: string;
}

/** Reports whether a text has some digits in a row. Cost: most texts have no postal code, and need none of the expressions. */
function hasDigits(text: string, fewest: number): boolean {
  let digits = 0;
  for (let i = 0; i < text.length && digits < fewest; i += 1) {
    const code = text.charCodeAt(i);
    digits = code >= 0x30 && code <= 0x39 ? digits + 1 : 0;
  }
  return digits === fewest;
}

/** Returns the postal code of a text; undefined if it names none. */
export function readPostalCode(text: string): WrittenPostalCode | undefined {
  if (!hasDigits(text, FEWEST_DIGITS)) return undefined;
  const alone = ALONE.exec(text)?.[1];
  if (alone !== undefined) return { code: alone, rest: '' };
  for (const { 0: code, index } of text.matchAll(CODE)) {
    const behind = text.slice(index + code.length);
    if (BEFORE_CODE.test(text.charAt(index - 1)) && BEHIND_CODE.test(behind.trimStart()))
      return { code, rest: text.slice(0, index - 1) + behind };
  }
  return undefined;
}

/** A match of a text with a postal code. Shape: `most` is the highest confidence, absent where the words of the text name the place too. */
export interface PostalMatches {
  matches: Match[];
  most?: number;
}

/** What the search by postal code needs. */
export interface PostalSearchOptions {
  admin: AdminDataset;
  adminSearch: () => AdminSearch;
  search: (text: string, options: { size: number }) => Match[];
  /** Returns the ward in force of a match as an index; undefined if it has none. */
  wardOf: (match: Match) => number | undefined;
}

/**
 * Creates the search for texts with a postal code of a ward in force: the code decides between matches that fit the words equally, and refines one without
 * a ward. A match in another ward stays: then the code is contradicted.
 */
export function createPostalSearch({ admin, adminSearch, search, wardOf }: PostalSearchOptions) {
  const { wards, provinces, codes } = admin;
  const indexes = new Map(wards.map(({ code }, index) => [code, index]));

  /** Returns the ward of the code as the match of the words, which name at most a unit above it. */
  const wardByCode = (ward: number, words: Match | undefined, parts: AddressParts): Match | undefined => {
    const unit = adminSearch().lookupUnit(`ward:${wards[ward]?.code ?? ''}`);
    if (unit === undefined) return undefined;
    const { unexplained = [], contradicted = [] } = words ?? {};
    unit.parts = withCompleted(parts);
    unit.unexplained = unexplained;
    unit.contradicted = contradicted;
    return unit;
  };

  const contains = (match: Match, ward: number): boolean => {
    if (isPlaceMatch(match) || match.level === 'ward') return false;
    const { units } = adminSearch().table;
    const rangesOf = (unitId: string): Ranges =>
      units.find(({ id }) => id === unitId)?.ranges ?? new Int32Array();
    return overlap(rangesOf(match.unitId), rangesOf(`ward:${wards[ward]?.code ?? ''}`));
  };

  /** Returns the match of a list that is in the ward of the code. */
  const matchInWard = (matches: readonly Match[], ward: number): Match | undefined => {
    const inside = matches.find((match) => wardOf(match) === ward);
    if (inside !== undefined) return settled(inside);
    const [first] = matches;
    if (first === undefined || isPlaceMatch(first) || first.level !== 'ward') return undefined;
    if (!(first.candidates ?? []).some((candidate) => candidate.ward === ward)) return undefined;
    const { position, radiusMeters, province } = wards[ward];
    if (first.ambiguity !== 'divided_ward') return wardByCode(ward, first, first.parts ?? NOTHING_NAMED);
    const found = settled(first) as AdminMatch;
    found.candidates = undefined;
    found.position = position;
    found.accuracyRadiusMeters = radiusMeters;
    found.newUnits = { province, ward };
    return found;
  };

  /** Reports whether the words name one place in a ward, so that the code has nothing to decide. */
  const isDecided = (match: Match): boolean =>
    match.ambiguity === undefined && match.tied === undefined && wardOf(match) !== undefined;

  return ({ code, rest }: WrittenPostalCode, size: number): PostalMatches | undefined => {
    const ward = indexes.get(codes?.wardOfPostalCode(code) ?? '');
    if (ward === undefined) return undefined;
    let matches = search(rest, { size });
    // Most words do: only others are worth a search for more matches than are asked for.
    if (matches[0] !== undefined && isDecided(matches[0])) return { matches };
    matches = search(rest, { size: SEARCHED });
    const [first] = matches;
    if (first === undefined) {
      const parts: AddressParts = { ...NOTHING_NAMED, street: /\p{L}/u.test(rest) ? 'unknown' : 'missing' };
      const unit = wardByCode(ward, undefined, parts);
      return { matches: unit === undefined ? [] : [unit], most: MOST_BY_CODE };
    }
    const found =
      matchInWard(matches, ward) ??
      (contains(first, ward) ? wardByCode(ward, first, first.parts ?? NOTHING_NAMED) : undefined) ??
      matchNamed(first, ward, rest);
    return { matches: found === undefined ? matches : [found, ...matches.filter((each) => each !== found)] };
  };

  /** Searches the words again with the ward of the code behind them, for the one of many namesakes. */
  function matchNamed(first: Match, ward: number, rest: string): Match | undefined {
    const { fullName, province } = wards[ward];
    const [named] = search(`${rest}, ${fullName}, ${provinces[province]?.fullName ?? ''}`, { size: 1 });
    if (named?.parts === undefined || !isPlaceMatch(named)) return undefined;
    if (wardOf(named) !== ward || named.contradicted.length > 0) return undefined;
    const found = settled(named);
    found.parts = withCompleted(first.parts ?? named.parts, named.parts);
    return found;
  }
}

const NOTHING_NAMED: AddressParts = {
  ...{ house: 'missing', street: 'missing', ward: 'missing', district: 'missing' },
  ...{ province: 'missing', postal_code: 'missing' },
};

/** Returns the verdicts of a match that the code found: ward and province that the words do not name are completed. */
function withCompleted(words: AddressParts, match: AddressParts = words): AddressParts {
  const completed = (part: 'ward' | 'province') => (words[part] === 'missing' ? 'completed' : words[part]);
  return {
    house: match.house,
    street: match.street,
    ward: completed('ward'),
    district: words.district,
    province: completed('province'),
    postal_code: match.postal_code,
  };
}

/** Returns a match that is no longer one of several. */
function settled(match: Match): Match {
  const copy = copyMatch(match);
  copy.tied = undefined;
  copy.ambiguity = undefined;
  return copy;
}
