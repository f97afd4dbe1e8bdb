import { isSecondOfType, isStreetWord } from '../../gazetteer/autocomplete/name-keys.ts';
import { remember } from '../../gazetteer/remember.ts';
import type { BestList } from './best-list.ts';
import type { Matcher } from './matcher.ts';
import { createCorrector, type Node } from './correct-words.ts';
import type { Ending, QueryWord } from './read-question.ts';
import { hasRotation, type Rotations, SPACE } from '../../gazetteer/autocomplete/rotations.ts';
import type { UnitContext } from './unit-context.ts';
import type { Criteria } from './criteria.ts';
import { MOST_WORD_BYTES, type WordList } from './word-list.ts';

/** Points that candidates lose for a misspelt word. */
const MISSPELT_PENALTY = 60;

/** Points that candidates lose if a longer name also has matches; more if no unit is typed to its end, because "bến tha" more likely means Bến Thành. */
const SHORTER_NAME_PENALTY = 40;
const HALF_UNIT_PENALTY = 160;

/** Shortest word that is corrected. Units: letters. */
const SHORTEST_MISSPELT = 2;

/** Most corrected words that one request searches for, and the work allowed for them. */
const MOST_CORRECTED = 400;
const MOST_CORRECTED_WORK = 1000;

/** Most words of a name that are read. */
const MOST_NAME_WORDS = 16;

/** A reading of a query: its words, and the criteria that candidates must meet beside their name. */
export interface Reading {
  words: readonly QueryWord[];
  ending: Ending;
  criteria: Criteria;
}

/** A search of names by the words of a query. */
export interface WordSearch {
  /** Offers the names that begin with the words of a reading, or with its first words if the other words are units that contain the place. */
  search(reading: Reading): void;
  /** Offers the same with one complete word misspelt by one letter, for all readings of a request; it has its own work limit. */
  searchMisspelt(readings: readonly Reading[]): void;
}

/** Creates the search by words; `matcher` offers the candidates to `list`. */
export function createWordSearch(
  rotations: Rotations,
  wordList: WordList,
  context: UnitContext,
  matcher: Matcher,
  list: BestList,
): WordSearch {
  const corrector = createCorrector(wordList);
  const typed = Buffer.alloc(MOST_NAME_WORDS * (MOST_WORD_BYTES + 1));
  const typedStart = new Uint16Array(MOST_NAME_WORDS + 1);
  const corrected = Buffer.alloc(2 * typed.length);

  const extend = (node: Node, bytes: Uint8Array, length: number): Node => {
    if (length === 0 || node.from === node.to) return node;
    return { ...rotations.narrow(node, node.depth, bytes, length), depth: node.depth + length };
  };

  /** Appends typed words, each with the space before it, to the first `length` corrected bytes; returns the new length. */
  const copyTyped = (length: number, start: number, end: number): number => {
    const [first, last] = [typedStart[start], typedStart[end]];
    for (let i = first; i < last; i += 1) corrected[length + i - first] = typed[i];
    return length + last - first;
  };

  /** Finds the ranks that begin with the first words of a reading, one after the other; the last one may go on. */
  const beginnings = (words: readonly QueryWord[]): Node[] => {
    const nodes: Node[] = [{ from: 0, to: rotations.count, depth: 0 }];
    const most = mostNameWords(words);
    for (let end = 1; end <= most; end += 1) {
      const start = typedStart[end - 1];
      const { text } = words[end - 1];
      typed[start] = SPACE;
      const length = typed.write(text, start + 1, MOST_WORD_BYTES);
      typedStart[end] = start + 1 + length;
      nodes.push(
        end === 1
          ? { ...wordList.ranksFrom(text), depth: length }
          : extend(nodes[end - 1], corrected, copyTyped(0, end - 1, end)),
      );
    }
    return nodes;
  };

  /** Returns the first of the words up to `end` from which on some name has them in sequence. */
  const firstTogether = (words: readonly QueryWord[], end: number): number => {
    let start = end - 1;
    for (; start > 0; start -= 1) {
      const { text } = words[start];
      // No rotation begins inside "thị xã" or after the first bytes of a name.
      if (isSecondOfType(text) || !hasRotation(start, typedStart[start])) continue;
      const depth = typedStart[start + 1] - typedStart[start] - 1;
      const node = extend({ ...wordList.ranksFrom(text), depth }, corrected, copyTyped(0, start + 1, end));
      if (node.from === node.to) return start + 1;
    }
    return start;
  };

  /** Returns the ranks that continue with a corrected word and then with the typed words from `start` to `end`. */
  const extendCorrected = (before: Node, word: number, start: number, end: number): Node => {
    if (before.depth === 0) {
      const first = { ...wordList.ranksOf(word), depth: wordList.lengthOf(word) };
      return extend(first, corrected, copyTyped(0, start, end));
    }
    corrected[0] = SPACE;
    return extend(before, corrected, copyTyped(1 + wordList.copyTo(corrected, 1, word), start, end));
  };

  /** Calls `visit` for every split of a reading into a name and the units behind it, the longest name first, until the list is full. */
  const eachSplit = (
    { words, ending, criteria }: Reading,
    visit: (end: number, isUnfinished: boolean, criteria: Criteria) => void,
  ): void => {
    let hasFound = false;
    for (let end = mostNameWords(words); end > 0; end -= 1) {
      const mentions = end === words.length ? NO_MENTIONS : context.read(words, end, ending);
      if (mentions === undefined) continue;
      const narrowed = { ...criteria, mentions, ...(hasFound ? shorterName(criteria, mentions) : {}) };
      visit(end, ending === 'letter' && end === words.length, narrowed);
      hasFound = list.count() > 0;
      if (list.threshold() > -Infinity) return;
    }
  };

  const match = (node: Node, isUnfinished: boolean, criteria: Criteria): void => {
    if (node.from < node.to) matcher.match(node, node.depth, isUnfinished, criteria);
  };

  const search = (reading: Reading): void => {
    const { words } = reading;
    const begun = beginnings(words);
    eachSplit(reading, (end, isUnfinished, criteria) => match(begun[end], isUnfinished, criteria));
    const bare = withoutStreetWord(reading);
    if (bare !== undefined) search(bare);
  };

  const searchMisspelt: WordSearch['searchMisspelt'] = (readings) => {
    const correctionsOf = remember((word: string) => corrector.correct(word));
    let left = MOST_CORRECTED;
    matcher.begin(MOST_CORRECTED_WORK);
    const searchOne = (reading: Reading): void => {
      const { words } = reading;
      const begun = beginnings(words);
      eachSplit(reading, (end, isUnfinished, given) => {
        const unknown: number[] = [];
        for (let i = 0; i < end; i += 1) {
          const { text } = words[i];
          const isKnown = isUnfinished && i === end - 1 ? wordList.hasStart(text) : wordList.find(text) >= 0;
          if (!isKnown) unknown.push(i);
        }
        // A single edit corrects only one word.
        if (unknown.length > 1) return;
        const criteria = { ...given, penalty: given.penalty + MISSPELT_PENALTY };
        // The words behind the misspelt one must follow some word in a name.
        const least = Math.max(0, firstTogether(words, end) - 1);
        for (let i = end - 1; i >= least; i -= 1) {
          const before = begun[i];
          if (!unknown.every((each) => each === i) || before.from === before.to) continue;
          if (!isMisspelt(words[i], i === 0 && unknown.length === 0)) continue;
          // An unfinished word is not corrected: it has too many possible corrections.
          const canGoOn = isUnfinished && i < end - 1;
          for (const word of correctionsOf(words[i].text)) {
            if (left === 0) return;
            left -= 1;
            match(extendCorrected(before, word, i + 1, end), canGoOn, criteria);
          }
        }
      });
      const bare = withoutStreetWord(reading);
      if (bare !== undefined) searchOne(bare);
    };
    for (const reading of readings) searchOne(reading);
  };

  return { search, searchMisspelt };
}

const NO_MENTIONS: Criteria['mentions'] = [];

function shorterName({ penalty }: Criteria, mentions: Criteria['mentions']): Partial<Criteria> {
  const isInFull = mentions.every(({ from, fullTo }) => from < fullTo);
  return {
    penalty: penalty + (isInFull ? SHORTER_NAME_PENALTY : HALF_UNIT_PENALTY),
    begunPenalty: HALF_UNIT_PENALTY - SHORTER_NAME_PENALTY,
  };
}

/** Reports whether a word can be a misspelling; a number in front of known words is a house number. */
function isMisspelt({ text, isExpansion }: QueryWord, isKnownFirst: boolean): boolean {
  return !isExpansion && text.length >= SHORTEST_MISSPELT && !(isKnownFirst && /^\d/.test(text));
}

/** Returns the most words that a name can have; a name ends at a comma. */
function mostNameWords(words: readonly QueryWord[]): number {
  const most = Math.min(words.length, MOST_NAME_WORDS);
  for (let i = 1; i < most; i += 1) if (words[i].isPartStart) return i;
  return most;
}

/** Returns a reading without its street word, because the dataset may have "Lê Lợi" for "Đường Lê Lợi"; undefined if it has none. */
function withoutStreetWord({ words, ending, criteria }: Reading): Reading | undefined {
  const [first, second] = words;
  if (first === undefined || second === undefined || second.isPartStart || !isStreetWord(first.text)) {
    return undefined;
  }
  return { words: words.slice(1), ending, criteria: { ...criteria, streetsOnly: true } };
}
