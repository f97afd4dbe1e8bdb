import { describeMatch } from '../contract/match.ts';
import type { OsmFeature } from '../contract/records/osm-feature.ts';
import { fold } from '../text/fold.ts';
import { tokenize } from '../text/tokens.ts';

// Words for the kind of a unit or street: they occur in every address and distinguish nothing.
const KIND_WORDS = new Set(
  'phuong p xa x quan q huyen h thi tran tx tt thanh pho tp tinh t duong d so ngo ngach hem viet nam vn dac khu city ward district province street'.split(
    ' ',
  ),
);
const NUMBER_WEIGHT = 1.5;
/** Length of a word from which on it may be several words without spaces; shorter ones are in too many texts. */
const LEAST_GLUED = 6;
/** Parts of addresses repeat: this many are cached, then all are dropped together. */
const MAX_CACHED = 8192;

/**
 * Returns the share of a question that a match explains: the weighted share of its words that occur in the match.
 *
 * Shape: 0 to 1. Kind words (phường, quận, đường) do not count, numbers count one and a half; a word is explained when the label, the name,
 * or the old or new administrative units of the match have it. A full street address that matches a ward only stays well under 1, as
 * intended: the street is not explained.
 * Guarantee: depends on question and match only, so that it means the same for every service.
 */
export function textMatch(question: string, feature: OsmFeature, other?: OsmFeature): number {
  const parts = partsOf(other ? [feature, other] : [feature]);
  const known = new Set<string>();
  for (const { words } of parts) for (const word of words) known.add(word);
  const isWrittenOtherwise = otherWritings(parts, known);
  let explained = 0;
  let total = 0;
  for (const { text: word } of tokenize(question)) {
    if (KIND_WORDS.has(word)) continue;
    const weight = /^\d/.test(word) ? NUMBER_WEIGHT : 1;
    total += weight;
    if (known.has(word) || isWrittenOtherwise(word)) explained += weight;
  }
  return total === 0 ? 0 : explained / total;
}

/** Returns the confidence of a match at a distance from the position: 1 at 0 m, 0.5 at 100 m and for an unknown distance. */
export function distanceConfidence(distanceMeters: number | null): number {
  return distanceMeters === null ? 0.5 : 1 / (1 + distanceMeters / 100);
}

/** The words of a part of an address, and the initials that are used for it: `hn`, `hcm`, `tphcm`. */
interface Part {
  words: readonly string[];
  initials: readonly string[];
}

const cachedParts = new Map<string, Part>();

/** Returns the parts between commas of all texts of some matches, each once. */
function partsOf(features: readonly OsmFeature[]): Set<Part> {
  const parts = new Set<Part>();
  const add = (text: string | null | undefined) => {
    if (typeof text !== 'string') return;
    // Only labels have several parts.
    if (text.includes(',')) for (const part of text.split(',')) parts.add(partOf(part.trim()));
    else parts.add(partOf(text));
  };
  for (const feature of features) {
    add(feature.properties.name);
    add(feature.properties.label);
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

function partOf(text: string): Part {
  const cached = cachedParts.get(text);
  if (cached !== undefined) return cached;
  if (cachedParts.size === MAX_CACHED) cachedParts.clear();
  const part = { words: tokenize(text).map((token) => token.text), initials: initialsOf(text) };
  cachedParts.set(text, part);
  return part;
}

/**
 * Returns a test for words that are known in another spelling: as initials, as a kind word and a known one written together (`p12`, `q1`, `tphcm`), or
 * as known ones without spaces. What it needs is built for the first word that is not known as it is.
 */
function otherWritings(parts: ReadonlySet<Part>, known: ReadonlySet<string>): (word: string) => boolean {
  let initials: Set<string> | undefined;
  let glued: string | undefined;
  return (word) => {
    if (initials === undefined) {
      initials = new Set();
      for (const part of parts) for (const each of part.initials) initials.add(each);
    }
    if (initials.has(word)) return true;
    const rest = /^(?:p|q|f|x|tp|tx|tt)\.?(.+)$/.exec(word)?.[1];
    if (rest !== undefined && (known.has(rest) || initials.has(rest))) return true;
    if (word.length < LEAST_GLUED) return false;
    glued ??= [...known, ...initials].join('');
    return glued.includes(word);
  };
}

function initialsOf(part: string): string[] {
  const words = fold(part).split(' ').filter(Boolean);
  const name = words.filter((word) => !KIND_WORDS.has(word));
  return [words, name]
    .map((list) => list.map((word) => word[0]).join(''))
    .filter((initials) => initials.length > 1);
}
