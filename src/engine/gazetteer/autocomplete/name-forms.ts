import { streetKey } from '../../../base/text/street-key.ts';
import { expansionOf } from './abbreviations.ts';
import { keyWords } from './key-words.ts';

/** Names of months, by number. */
const MONTHS = [
  '',
  'gieng',
  'hai',
  'ba',
  'tu',
  'nam',
  'sau',
  'bai',
  'tam',
  'chin',
  'muoi',
  'muoi mot',
  'muoi hai',
];

/** Texts that can contain a date; only these are passed to streetKey, which is slow. */
const MAY_BE_DATE = /\bthang\b|\d \d/;

/** Returns the keys of a name: its words, with abbreviations expanded, and dates with and without "tháng". */
export function keysOfName(name: string): string[] {
  const words = keyWords(name);
  if (words.length === 0) return [];
  const keys = new Set([words.join(' ')]);
  keys.add(words.map((word, i) => expansionOf(word, i === words.length - 1) ?? word).join(' '));
  if (!MAY_BE_DATE.test(words.join(' '))) return [...keys];
  const shared = streetKey(name);
  const date = /^(\d{1,2})\/(\d{1,2})$/.exec(shared);
  if (date !== null) {
    keys.add(`${date[1]} ${date[2]}`);
    keys.add(`${date[1]} thang ${date[2]}`);
  }
  const month = /[a-z]thang(\d{1,2})$/.exec(shared)?.[1];
  const at = words.lastIndexOf('thang');
  if (month !== undefined && at > 0) {
    const before = words.slice(0, at + 1).join(' ');
    keys.add(`${before} ${month}`);
    keys.add(`${before} ${MONTHS[Number(month)]}`);
  }
  return [...keys];
}
