import { fold } from '../../../src/base/text/fold.ts';

/** What is wrong with the words of a converted line, apart from its units. */
export type LineFault = '' | 'rest of a unit' | 'country in front' | 'word lost' | 'word doubled' | 'order';

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
const COUNTRY = ['viet', 'nam'];
const endsWith = (words: readonly string[], end: readonly string[]): boolean =>
  end.length > 0 && words.slice(-end.length).join(' ') === end.join(' ');

/** Compares a converted line with what the row says beside its units (`kept`), and the units that the answer states. */
export function judgeLine(line: string, kept: string, units: { ward: string; province: string }): LineFault {
  let words = wordsOf(line);
  if (endsWith(words, COUNTRY)) words = words.slice(0, -2);
  const tail = wordsOf(`${units.ward} ${units.province}`);
  if (!endsWith(words, tail)) return 'order';
  words = words.slice(0, -tail.length);
  const right = wordsOf(kept);
  if (words.join(' ') === right.join(' ')) return '';
  const isCountry = words.slice(0, 2).join(' ') === COUNTRY.join(' ');
  if (isCountry && words.slice(2).join(' ') === right.join(' ')) return 'country in front';
  const [extra, missing] = [without(words, right), without(right, words)];
  if (missing.length > 0) return 'word lost';
  if (extra.length === 0) return 'order';
  return extra.every((word) => right.includes(word)) ? 'word doubled' : 'rest of a unit';
}

/** Returns some words without those of other words, each counted. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}
