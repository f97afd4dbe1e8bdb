import { describeMatch } from '../contract/match.ts';
import type { OsmFeature } from '../contract/records/osm-feature.ts';
import { fold } from '../text/fold.ts';
import { tokenize } from '../text/tokens.ts';

// Words that say what kind of unit or street follows: they occur in every address and tell nothing apart.
const KIND_WORDS = new Set(
  'phuong p xa x quan q huyen h thi tran tx tt thanh pho tp tinh t duong d so ngo ngach hem viet nam vn dac khu city ward district province street'.split(
    ' ',
  ),
);
const NUMBER_WEIGHT = 1.5;
/** Units come again and again; so many different parts of addresses are remembered, then forgotten together. */
const MOST_REMEMBERED = 8192;

/**
 * Says how much of a question its answer explains: the weighted share of the question's words that occur in the answer.
 *
 * Shape: 0 to 1. Kind words (phường, quận, đường) do not count, numbers count one and a half; a word counts as explained when the answer's
 * label, name, or its old or new administrative units hold it. A full street address that is answered by its ward
 * keeps well under 1, which is meant: the street is not explained.
 * Guarantee: needs nothing but question and answer, so it means the same whichever service answers.
 */
export function textConfidence(question: string, feature: OsmFeature, other?: OsmFeature): number {
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

/** Says how sure it is that an answer tells where a position is: 1 on the spot, a half at 100 m. */
export function distanceConfidence(distanceMeters: number | null): number {
  return distanceMeters === null ? 0.5 : 1 / (1 + distanceMeters / 100);
}

/** Holds the words of a part of an address, and the initials that stand for it: `hn`, `hcm`, `tphcm`. */
interface Part {
  words: readonly string[];
  initials: readonly string[];
}

const remembered = new Map<string, Part>();

/** Lists what stands between the commas of what answers say, each once. */
function partsOf(features: readonly OsmFeature[]): Part[] {
  const texts = new Set<string>();
  for (const feature of features)
    for (const text of answerTexts(feature)) for (const part of text.split(',')) texts.add(part.trim());
  return Array.from(texts, (text) => {
    let part = remembered.get(text);
    if (part === undefined) {
      if (remembered.size === MOST_REMEMBERED) remembered.clear();
      part = { words: tokenize(text).map((token) => token.text), initials: initialsOf(text) };
      remembered.set(text, part);
    }
    return part;
  });
}

function answerTexts(feature: OsmFeature): string[] {
  const { name, label } = feature.properties;
  // Which generation was requested does not matter: all names count.
  const description = describeMatch(feature, 'new');
  const names = [description.old, description.new].flatMap((units) => [
    units?.ward,
    units?.district,
    units?.province,
  ]);
  return [name, label, ...names.filter((text) => typeof text === 'string')];
}

/** Tells of a word whether it stands for known ones: written together with others, or as initials. Most words need no telling. */
function otherWritings(parts: readonly Part[], known: ReadonlySet<string>): (word: string) => boolean {
  let initials: ReadonlySet<string> | undefined;
  let glued: string | undefined;
  return (word) => {
    initials ??= new Set(parts.flatMap((part) => part.initials));
    glued ??= [...known, ...initials].join('');
    return initials.has(word) || isGlued(word, known, glued) || isGlued(word, initials, glued);
  };
}

function initialsOf(part: string): string[] {
  const words = fold(part).split(' ').filter(Boolean);
  const name = words.filter((word) => !KIND_WORDS.has(word));
  return [words, name]
    .map((list) => list.map((word) => word[0]).join(''))
    .filter((initials) => initials.length > 1);
}

/** Tells whether a word is a kind word and a known one written together (`p12`, `q1`, `tphcm`), or known ones without spaces. */
function isGlued(word: string, known: ReadonlySet<string>, glued: string): boolean {
  const split = /^(p|q|f|x|tp|tx|tt)\.?(.+)$/.exec(word);
  if (split?.[2] !== undefined && known.has(split[2])) return true;
  return word.length >= 6 && glued.includes(word);
}
