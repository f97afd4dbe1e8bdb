import { describeMatch } from '../../contract/match.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import { foldWithOffsets } from '../../base/text/fold-offsets.ts';
import { eachWord } from '../../base/text/tokens.ts';

// Words for the kind of a unit or street: they occur in every address and distinguish nothing.
const KIND_WORDS = new Set(
  'phuong p xa x quan q huyen h thi tran tx tt thanh pho tp tinh t duong d so ngo ngach hem viet nam vn dac khu city ward district province street'.split(
    ' ',
  ),
);
const NUMBER_WEIGHT = 1.5;
/** Length of a word from which on it may be several words without spaces; shorter ones are in too many texts. */
const LEAST_GLUED = 6;
const COMMA = 0x2c;
const SPACE = 0x20;

/**
 * Returns the share of a question that a match explains: the weighted share of its words that occur in the match.
 *
 * Shape: 0 to 1. Kind words (phường, quận, đường) do not count, numbers count one and a half; a word is explained when the label, the name,
 * or the old or new administrative units of the match have it. A full street address that matches a ward only stays well under 1, as
 * intended: the street is not explained.
 * Guarantee: depends on question and match only, so that it means the same for every service.
 */
export function textMatch(question: string, feature: OsmFeature, other?: OsmFeature): number {
  const known = readWords(partsOf(other ? [feature, other] : [feature]));
  let explained = 0;
  let total = 0;
  const { folded } = foldWithOffsets(question);
  eachWord(folded, (start, end) => {
    const word = folded.slice(start, end);
    if (KIND_WORDS.has(word)) return;
    const isNumber = word < ':';
    const weight = isNumber ? NUMBER_WEIGHT : 1;
    total += weight;
    if (has(known, word) || (!isNumber && isWrittenOtherwise(known, word))) explained += weight;
  });
  return total === 0 ? 0 : explained / total;
}

/** Returns the parts between commas of all texts of some matches, most of them once. */
function partsOf(features: readonly OsmFeature[]): string {
  let parts = '';
  const add = (text: string | null | undefined) => {
    if (typeof text === 'string' && !isPart(text, parts)) parts += `,${text}`;
  };
  for (const feature of features) {
    // The label names most of the others.
    add(feature.properties.label);
    add(feature.properties.name);
    // Which generation was requested does not matter: all names count.
    const { old: former, new: current } = describeMatch(feature, 'new');
    for (const units of [former, current]) {
      if (units === undefined) continue;
      add(units.ward);
      add(units.district);
      add(units.province);
    }
  }
  return parts;
}

/** Reports whether a text is a whole part where it occurs first; parts begin with a comma and perhaps a space. */
function isPart(text: string, parts: string): boolean {
  const at = parts.indexOf(text);
  if (at === -1) return false;
  const comma = parts.charCodeAt(at - 1) === SPACE ? at - 2 : at - 1;
  const end = at + text.length;
  return parts.charCodeAt(comma) === COMMA && (end === parts.length || parts.charCodeAt(end) === COMMA);
}

/**
 * The words of the parts of a match.
 *
 * Shape: word i is `folded` from `starts[i]` to `ends[i]`; ranges, since most are looked at once and compared with none. `letters` has a bit for
 * each letter that a word begins with.
 */
interface KnownWords {
  folded: string;
  starts: number[];
  ends: number[];
  letters: number;
  /** Built at its first use. */
  initials?: ReadonlySet<string>;
}

function readWords(parts: string): KnownWords {
  const { folded } = foldWithOffsets(parts);
  const starts: number[] = [];
  const ends: number[] = [];
  let letters = 0;
  eachWord(folded, (start, end) => {
    starts.push(start);
    ends.push(end);
    letters |= letterBit(folded.charCodeAt(start));
  });
  return { folded, starts, ends, letters };
}

function has({ folded, starts, ends }: KnownWords, word: string): boolean {
  for (let at = 0; at < starts.length; at += 1) {
    const start = starts[at] as number;
    if ((ends[at] as number) - start === word.length && folded.startsWith(word, start)) return true;
  }
  return false;
}

/**
 * Reports whether a word is known in another spelling: as initials, as a kind word and a known one written together (`p12`, `q1`, `tphcm`), or as
 * known ones without spaces.
 */
function isWrittenOtherwise(known: KnownWords, word: string): boolean {
  if (isInitials(known, word)) return true;
  const rest = /^(?:p|q|f|x|tp|tx|tt)\.?(.+)$/.exec(word)?.[1];
  if (rest !== undefined && (has(known, rest) || isInitials(known, rest))) return true;
  return word.length >= LEAST_GLUED && isGlued(known, word);
}

/** Reports whether a word is the initials of a part, with or without its kind words: `tphcm`, `hcm`. */
function isInitials(known: KnownWords, word: string): boolean {
  if (word.length < 2) return false;
  // Nearly no word but initials has initials only.
  for (let at = 0; at < word.length; at += 1) {
    if ((known.letters & letterBit(word.charCodeAt(at))) === 0) return false;
  }
  return (known.initials ??= initialsOf(known)).has(word);
}

function initialsOf({ folded, starts, ends }: KnownWords): Set<string> {
  const initials = new Set<string>();
  let whole = '';
  let name = '';
  starts.forEach((start, at) => {
    const comma = folded.lastIndexOf(',', start);
    if (at === 0 || comma >= (ends[at - 1] as number)) {
      initials.add(whole).add(name);
      whole = name = '';
    }
    whole += folded.charAt(start);
    if (!KIND_WORDS.has(folded.slice(start, ends[at]))) name += folded.charAt(start);
  });
  return initials.add(whole).add(name);
}

/** Reports whether a word is several known ones in a row without spaces. */
function isGlued({ folded, starts, ends }: KnownWords, word: string): boolean {
  for (let first = 0; first < starts.length; first += 1) {
    let length = 0;
    for (let at = first; at < starts.length; at += 1) {
      const part = folded.slice(starts[at], ends[at]);
      if (!word.startsWith(part, length)) break;
      length += part.length;
      if (length === word.length) return true;
    }
  }
  return false;
}

/** Returns the bit of a letter or digit of a folded text. */
function letterBit(code: number): number {
  return 1 << (code & 31);
}
