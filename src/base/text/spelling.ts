import { foldKey } from './fold.ts';

/** Letters of the longest syllable (`nghiêng`), folded. */
const LONGEST_SYLLABLE = 7;
/** Cost of one more syllable; much more than the frequency of a syllable can reduce it. */
const SYLLABLE = 20;
/** Share of the names that must have the same spelling. */
const AGREED = 0.8;

/** The spellings of names that are known without spaces and diacritics. */
export interface Speller {
  /** Returns the usual spelling of a name; undefined if no name has this key or the spellings differ. */
  spell(key: string): string | undefined;
  /** Divides a key into known syllables, capitalised and without diacritics: `buithixuan` is `Bui Thi Xuan`; one word if that is not possible. */
  divide(key: string): string;
  add(name: string): void;
}

/** Creates a speller from some names. */
export function createSpeller(names: Iterable<string>): Speller {
  const spellings = new Map<string, Map<string, number>>();
  const syllables = new Map<string, number>();
  const add = (name: string): void => {
    const written = name.normalize('NFC');
    const counts = spellings.get(foldKey(name)) ?? new Map<string, number>();
    spellings.set(foldKey(name), counts.set(written, (counts.get(written) ?? 0) + 1));
    for (const word of name.split(/[\s'’-]+/)) {
      const key = foldKey(word);
      if (key !== '') syllables.set(key, (syllables.get(key) ?? 0) + 1);
    }
  };
  for (const name of names) add(name);
  return {
    add,
    spell(key) {
      const counts = [...(spellings.get(key) ?? [])];
      const total = counts.reduce((sum, [, count]) => sum + count, 0);
      return counts.find(([, count]) => count >= AGREED * total)?.[0];
    },
    divide: (key) => divideKey(key, syllables).map(capitalised).join(' '),
  };
}

/** Divides a key into the fewest syllables, and among those into the most frequent. */
function divideKey(key: string, syllables: ReadonlyMap<string, number>): string[] {
  const cost = [0];
  const from = [0];
  for (let end = 1; end <= key.length; end += 1) {
    cost[end] = Infinity;
    for (let start = Math.max(0, end - LONGEST_SYLLABLE); start < end; start += 1) {
      const count = syllables.get(key.slice(start, end));
      if (count === undefined) continue;
      const total = (cost[start] as number) + SYLLABLE - Math.log(1 + count);
      if (total < (cost[end] as number)) {
        cost[end] = total;
        from[end] = start;
      }
    }
  }
  if (cost[key.length] === Infinity) return [key];
  const parts: string[] = [];
  for (let end = key.length; end > 0; end = from[end] as number) parts.unshift(key.slice(from[end], end));
  return parts;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
