import table from '../../data/place-words.json' with { type: 'json' };
import { diacriticKey } from './diacritics.ts';
import { fold } from './fold.ts';
import type { Token } from './tokens.ts';

/**
 * A word in front of the name of a place that is not an administrative unit.
 *
 * Shape: `street` for streets, numbers and the hamlets below a ward, `site` for buildings and institutions; `length` in tokens;
 * `spelling` as of diacriticKey; `bare` words are followed by a number only.
 */
export interface PlaceWord {
  kind: 'street' | 'site';
  length: number;
  spelling: string;
  bare: boolean;
}

const TRAILING = new Set(table.trailing);

const byFirst = new Map<string, { words: string[]; word: PlaceWord }[]>();
for (const [list, kind, bare] of [
  [table.street, 'street', false],
  [table.numbered, 'street', true],
  [table.site, 'site', false],
] as const) {
  for (const phrase of list) {
    const words = fold(phrase).split(' ');
    const word = { kind, length: words.length, spelling: diacriticKey(phrase), bare };
    const first = words[0] as string;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, word }]);
  }
}
for (const phrases of byFirst.values()) phrases.sort((a, b) => b.words.length - a.words.length);

/** Returns the street, hamlet or site word that begins at a token (`đường`, `quốc lộ`, `ấp`, `bệnh viện`), the longest first. */
export function placeWordAt(tokens: readonly Token[], index: number): PlaceWord | undefined {
  const phrases = byFirst.get((tokens[index] as Token).text);
  if (phrases === undefined) return undefined;
  for (const { words, word } of phrases) {
    let length = 1;
    while (length < words.length && follows(tokens[index + length], words[length])) length += 1;
    if (length < words.length) continue;
    // "Lô", "Đội" or "Tổ" without a number is the start of a name.
    if (word.bare && !/^[a-z]{0,2}\d/.test(tokens[index + length]?.text ?? '')) continue;
    return word;
  }
  return undefined;
}

function follows(token: Token | undefined, word: string | undefined): boolean {
  return token !== undefined && token.gap === 0 && token.text === word;
}

/** Reports whether a token is an English street word that follows the name (`Hanoi Highway`). */
export function isTrailingStreetWord(token: Token | undefined): boolean {
  return token !== undefined && token.gap !== 2 && TRAILING.has(token.text);
}
