import { fold } from '../../src/base/text/fold.ts';

/** Returns a text in lower case without diacritics, with its spaces and commas. */
export function foldKeepingSpaces(text: string): string {
  return text
    .split(', ')
    .map((part) => fold(part))
    .join(', ');
}

const ENGLISH: readonly [RegExp, string, 'before' | 'behind'][] = [
  [/^Phường (?=\d)/u, 'Ward', 'before'],
  [/^Quận (?=\d)/u, 'District', 'before'],
  [/^Phường /u, 'Ward', 'behind'],
  [/^Xã /u, 'Commune', 'behind'],
  [/^Thị trấn /u, 'Town', 'behind'],
  [/^Quận /u, 'District', 'behind'],
  [/^Huyện /u, 'District', 'behind'],
  [/^Thị xã /u, 'Town', 'behind'],
  [/^Thành phố /u, 'City', 'behind'],
  [/^Tỉnh /u, 'Province', 'behind'],
];

/** Returns a unit in English order: `Ben Nghe Ward`, `District 1`. */
export function inEnglishOrder(unit: string): string {
  const rule = ENGLISH.find(([pattern]) => pattern.test(unit));
  if (rule === undefined) return unit;
  const [pattern, word, place] = rule;
  const name = capitalize(fold(unit.replace(pattern, '')));
  return place === 'before' ? `${word} ${name}` : `${name} ${word}`;
}

function capitalize(text: string): string {
  return text.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
