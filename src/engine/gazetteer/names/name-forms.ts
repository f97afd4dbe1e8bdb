import table from '../../../data/name-forms.json' with { type: 'json' };
import { streetKey } from '../../../base/text/street-key.ts';
import { tokenize } from '../../../base/text/tokens.ts';
import { LONGEST_TEXT, writeWord } from './name-key.ts';

/** Words for an alley in all parts of the country; in forms of names the first one replaces the others. */
export const ALLEY_WORDS: readonly string[] = table.alleys;

/** Type words in front of a street name that queries often omit or add. */
const TYPES: readonly string[] = table.types;

/** Splits a name into its folded words; signs inside numbers stay. */
export function nameWords(name: string): string[] {
  return tokenize(name.normalize('NFC')).map(({ text }) => writtenAs(text));
}

const scratch = Buffer.alloc(LONGEST_TEXT);

function writtenAs(word: string): string {
  return scratch.toString('utf8', 0, writeWord(word, scratch, 0));
}

/**
 * Returns the forms in which queries write a name, words separated by spaces, the full form first.
 *
 * Shape: for streets also the form without type word, dates in digits, alleys as `ngo 12/3 le loi`; for all names also the forms with
 * abbreviations expanded and with words abbreviated.
 */
export function nameForms(name: string, isStreet: boolean): string[] {
  const words = nameWords(name);
  if (words.length === 0) return [];
  const forms = [words.join(' ')];
  const add = (form: string): void => {
    if (form !== '' && !forms.includes(form)) forms.push(form);
  };
  if (isStreet) {
    const bare = bareForm(words, name);
    add(bare);
    const date = /^(\d+)\/(\d+)$/.exec(bare);
    if (date !== null) add(`${date[1]} thang ${date[2]}`);
    const alley = readAlley(words);
    if (alley !== undefined) add(`ngo ${alley.path} ${dropType(alley.rest).join(' ')}`.trimEnd());
  }
  // The loop also visits the forms it adds: "trường đại học" is "đại học" is "đh".
  for (const form of forms) {
    for (const { short, long } of table.same) {
      if (form.startsWith(`${long} `)) add(short + form.slice(long.length));
      else if (form.startsWith(`${short} `)) add(long + form.slice(short.length));
    }
    // People call most of "Quốc lộ 1A" "Quốc lộ 1".
    const road = /^(ql|quoc lo) (\d+)a$/.exec(form);
    if (road !== null) add(`${road[1]} ${road[2]}`);
  }
  return forms;
}

/** Returns the key of a street with the spaces of its name restored; a part that the key writes differently (a date) becomes one word. */
function bareForm(words: readonly string[], name: string): string {
  let rest = writtenAs(streetKey(name).replaceAll(' ', ''));
  const kept: string[] = [];
  for (const word of words) {
    if (!rest.startsWith(word)) continue;
    kept.push(word);
    rest = rest.slice(word.length);
  }
  if (rest !== '') kept.push(rest);
  return kept.join(' ');
}

function dropType(words: readonly string[]): string[] {
  let rest = [...words];
  for (const type of TYPES) {
    const parts = type.split(' ');
    if (rest.length > parts.length && parts.every((part, i) => rest[i] === part))
      rest = rest.slice(parts.length);
  }
  return rest;
}

/** Creates the test whether a form is in the list without its type word too, so an index needs only one of them. */
export function createRepeated(forms: readonly string[]): (form: string) => boolean {
  const all = new Set(forms);
  return (form) => TYPES.some((type) => form.startsWith(`${type} `) && all.has(form.slice(type.length + 1)));
}

/**
 * Parses the name of a numbered alley (`ngách 12/3 Lê Lợi`, `hẻm 3 ngõ 12 Lê Lợi`) into its path from the street and the rest.
 *
 * Shape: undefined if the name does not begin with an alley word and a number.
 */
export function readAlley(words: readonly string[]): { path: string; rest: string[] } | undefined {
  let path = '';
  let i = 0;
  while (ALLEY_WORDS.includes(words[i] ?? '') && /^\d/.test(words[i + 1] ?? '')) {
    const number = words[i + 1];
    // "Ngách 12/3 ngõ 12": the path of the inner alley repeats the number of the outer one.
    path = path === '' || path.startsWith(`${number}/`) ? path || number : `${number}/${path}`;
    i += 2;
  }
  return path === '' ? undefined : { path, rest: words.slice(i) };
}
