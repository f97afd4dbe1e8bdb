import { isStreetWord } from './abbreviations.ts';
import type { BestList } from './best-list.ts';
import type { Matcher } from './matcher.ts';
import { findMisspelt, findMisspeltBefore, type Node, type StepBudget } from './mend-words.ts';
import type { Ending, QueryWord } from './read-question.ts';
import { SPACE, type Rotations } from './rotations.ts';
import type { UnitContext } from './unit-context.ts';
import type { Wanted } from './wanted.ts';

/** Points that a misspelt word costs. */
const MISSPELT_PENALTY = 60;

/** Points that it costs to read units where a longer name was found. */
const SHORTER_NAME_PENALTY = 40;

/** Letters that a word must have to be taken for a misspelling. */
const SHORTEST_MISSPELT = 2;

/** Steps that one question may take while it looks for misspelt words. */
const MOST_STEPS = 500;

/** Words of a name that are read, and bytes of each. */
const MOST_NAME_WORDS = 16;
const MOST_WORD_BYTES = 64;

/** One way to read a question: its words, and what candidates must meet beside their name. */
export interface Reading {
  words: readonly QueryWord[];
  ending: Ending;
  wanted: Wanted;
}

/** Searches names by the words of a question. */
export interface WordSearch {
  /** Offers what begins with the words of a reading, or with its first words while the rest are units that it lies in. */
  search(reading: Reading): void;
  /** Offers the same with one finished word misspelt by one letter, for all readings of one question. */
  searchMisspelt(readings: readonly Reading[]): void;
}

/** Creates the search by words; candidates are offered to `list` by `matcher`. */
export function createWordSearch(
  rotations: Rotations,
  context: UnitContext,
  matcher: Matcher,
  list: BestList,
): WordSearch {
  const root: Node = { from: 0, to: rotations.count, depth: 0 };
  const bytes = Buffer.alloc(MOST_WORD_BYTES + 1);

  /** Goes on by the words from `start` to `end`; the last one may be the beginning of one, the others are whole. */
  const follow = (node: Node, words: readonly QueryWord[], start: number, end: number): Node => {
    let at = node;
    for (let i = start; i < end && at.from < at.to; i += 1) {
      let length = 0;
      if (at.depth > 0) {
        bytes[0] = SPACE;
        length = 1;
      }
      length += bytes.write((words[i] as QueryWord).text.slice(0, MOST_WORD_BYTES), length);
      at = { ...rotations.narrow(at, at.depth, bytes, length), depth: at.depth + length };
    }
    return at;
  };

  /** Calls for every way to part a reading into a name and the units behind it, the longest name first, until the list is full. */
  const eachSplit = (
    { words, ending, wanted }: Reading,
    visit: (end: number, isUnfinished: boolean, wanted: Wanted) => void,
  ): void => {
    // Names do not go on behind a comma.
    let most = Math.min(words.length, MOST_NAME_WORDS);
    for (let i = 1; i < most; i += 1) if ((words[i] as QueryWord).isPartStart) most = i;
    let hasFound = false;
    for (let end = most; end > 0; end -= 1) {
      const mentions = end === words.length ? [] : context.read(words, end, ending);
      if (mentions === undefined) continue;
      const penalty = wanted.penalty + (hasFound ? SHORTER_NAME_PENALTY : 0);
      visit(end, ending === 'letter' && end === words.length, { ...wanted, mentions, penalty });
      hasFound = list.count() > 0;
      if (list.threshold() > -Infinity) return;
    }
  };

  const match = (node: Node, isUnfinished: boolean, wanted: Wanted): void => {
    if (node.from < node.to) matcher.match(node, node.depth, isUnfinished, wanted);
  };

  const search = (reading: Reading): void => {
    eachSplit(reading, (end, isUnfinished, wanted) =>
      match(follow(root, reading.words, 0, end), isUnfinished, wanted),
    );
    const bare = withoutStreetWord(reading);
    if (bare !== undefined) search(bare);
  };

  const isKnown = ({ text }: QueryWord): boolean => {
    const node = follow(root, [{ text, isPartStart: false }], 0, 1);
    return node.from < rotations.past(node, node.depth, SPACE);
  };

  const searchMisspeltOne = (reading: Reading, budget: StepBudget): void => {
    const { words } = reading;
    eachSplit(reading, (end, isUnfinished, given) => {
      const finished = words.slice(0, isUnfinished ? end - 1 : end);
      const unknown = finished.filter((word) => !isKnown(word));
      // One letter mends one word.
      if (unknown.length > 1) return;
      const wanted = { ...given, penalty: given.penalty + MISSPELT_PENALTY };
      for (let i = finished.length - 1; i >= 0 && budget.left > 0; i -= 1) {
        const word = finished[i] as QueryWord;
        const isMeant = unknown.length === 0 || word === unknown[0];
        if (!isMeant || word.text.length < SHORTEST_MISSPELT) continue;
        if (i === 0 && end > 1) {
          // What follows the first word leaves less to look at than all names do.
          for (const text of findMisspeltBefore(rotations, follow(root, words, 1, end), word.text)) {
            const mended = [{ ...word, text }, ...words.slice(1, end)];
            match(follow(root, mended, 0, end), isUnfinished, wanted);
          }
          continue;
        }
        const before = follow(root, words, 0, i);
        if (before.from === before.to) continue;
        for (const node of findMisspelt(rotations, behindSpace(before), word.text, budget)) {
          match(follow(node, words, i + 1, end), isUnfinished, wanted);
        }
      }
    });
    const bare = withoutStreetWord(reading);
    if (bare !== undefined) searchMisspeltOne(bare, budget);
  };

  const behindSpace = (node: Node): Node =>
    node.depth === 0 ? node : { ...rotations.child(node, node.depth, SPACE), depth: node.depth + 1 };

  return {
    search,
    searchMisspelt: (readings) => {
      const budget = { left: MOST_STEPS };
      for (const reading of readings) searchMisspeltOne(reading, budget);
    },
  };
}

/** "Đường Lê Lợi" may be written without its first word in the dataset. */
function withoutStreetWord({ words, ending, wanted }: Reading): Reading | undefined {
  const [first, second] = words;
  if (first === undefined || second === undefined || second.isPartStart || !isStreetWord(first.text)) {
    return undefined;
  }
  return { words: words.slice(1), ending, wanted: { ...wanted, streetsOnly: true } };
}
