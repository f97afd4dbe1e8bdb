import table from '../../../data/autocomplete-words.json' with { type: 'json' };

/** Common abbreviations by folded word; the expansion is folded too, with `y` as `i`. */
const EXPANSIONS: ReadonlyMap<string, string> = new Map(Object.entries(table.abbreviations));

/** Single letters that are a type word only if another word follows. */
const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries(table.letters));

/** Returns the words that an abbreviation stands for, or undefined; a single letter is an abbreviation only if words follow it. */
export function expansionOf(word: string, isLast: boolean): string | undefined {
  return EXPANSIONS.get(word) ?? (isLast ? undefined : LETTERS.get(word));
}

/** Type words in front of a name that do not belong to it: the name begins after them. */
const TYPE_WORDS: readonly (readonly string[])[] = table.types.map((words) => words.split(' '));

/** Returns the number of words of the longest type word in front of a name; 0 for none. */
export function typeWordLength(words: readonly string[]): number {
  let longest = 0;
  for (const type of TYPE_WORDS) {
    if (type.length <= longest || type.length >= words.length) continue;
    if (type.every((word, i) => words[i] === word)) longest = type.length;
  }
  return longest;
}

/** The second words of types of two words, by the first one. */
const SPLIT_TYPES: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['thi', ['xa', 'tran']],
  ['thanh', ['pho']],
  ['dac', ['khu']],
]);
const SECOND_OF_TYPE = new Set([...SPLIT_TYPES.values()].flat());

/** Reports whether the first two words of a name are one type word whose second word alone is another type ("thị xã": "xã"). */
export function isSplitType([first, second = '']: readonly string[]): boolean {
  return SPLIT_TYPES.get(first)?.includes(second) ?? false;
}

/** Reports whether a word can be the second one of such a type word. */
export function isSecondOfType(word: string): boolean {
  return SECOND_OF_TYPE.has(word);
}

/** Words in front of a street name that mean "street". */
const STREET_WORDS = new Set(table.street);

/** Reports whether a folded word announces a street name (`đường`, `phố`, `đ`). */
export function isStreetWord(word: string): boolean {
  return STREET_WORDS.has(word);
}
