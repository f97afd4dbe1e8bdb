import { levelName } from './level-name.ts';
import type { Language } from '../../base/text/languages.ts';
import type { Sentence } from './sentence.ts';
import { INPUT_PARTS, INPUT_SENTENCES } from './sentences-inputs.ts';
import { REQUEST_PARTS, REQUEST_SENTENCES } from './sentences-requests.ts';
import { ROW_PARTS, ROW_SENTENCES } from './sentences-rows.ts';
import { TEXTS_VI } from './texts-vi.ts';

/** A sentence as the page shows it. */
export interface ShownSentence {
  text: string;
  language: Language;
}

interface Pattern {
  pattern: RegExp;
  vietnamese: string;
}

let patterns: { sentences: readonly Pattern[]; parts: readonly Pattern[] } | undefined;

/** Returns a sentence that a run wrote (a reason, a finding, the words about its sample) in the language of the page; in English where it has no other. */
export function runSentence(english: string, language: Language): ShownSentence {
  if (language === 'en') return { text: english, language };
  patterns ??= {
    sentences: [...ROW_SENTENCES, ...INPUT_SENTENCES, ...REQUEST_SENTENCES].map(patternOf),
    parts: [...ROW_PARTS, ...INPUT_PARTS, ...REQUEST_PARTS].map(patternOf),
  };
  const text = translate(english, patterns.sentences);
  return text === undefined ? { text: english, language: 'en' } : { text, language };
}

/** Returns a text in Vietnamese by the first pattern that fits; undefined for none. */
function translate(english: string, among: readonly Pattern[]): string | undefined {
  for (const { pattern, vietnamese } of among) {
    const found = pattern.exec(english);
    if (!found) continue;
    const words = Object.entries(found.groups ?? {}).map(
      ([name, word]) => [name, wordOf(name, word)] as const,
    );
    if (words.some(([, word]) => word === undefined)) continue;
    const filled = new Map(words.map(([name, word = '']) => [name.replace(/^part_/, ''), word]));
    return vietnamese.replace(/\{(\w+)\}/g, (_, name: string) => filled.get(name) ?? '');
  }
  return undefined;
}

/** Words that a run writes into a sentence, by the name that stands for them there. */
const WORDS: Readonly<Record<string, (word: string) => string>> = {
  level: (word) => levelName(word, TEXTS_VI),
  delimiter: (word) => DELIMITERS.get(word) ?? word,
};
const DELIMITERS = new Map([
  ['comma', 'dấu phẩy'],
  ['semicolon', 'dấu chấm phẩy'],
  ['tab', 'dấu tab'],
  ['bar', 'dấu gạch đứng'],
]);

/** Returns what stands for a name in Vietnamese; undefined for an unknown text in the place of a part. */
function wordOf(name: string, word: string): string | undefined {
  const inVietnamese = WORDS[name.replace(/\d$/, '')];
  if (inVietnamese) return inVietnamese(word);
  const { sentences = [], parts = [] } = patterns ?? {};
  return (
    translate(word, parts) ?? translate(word, sentences) ?? (name.startsWith('part_') ? undefined : word)
  );
}

function patternOf([english, vietnamese]: Sentence): Pattern {
  const source = english
    .split(/(\{\{?\w+\}?\})/)
    .map((part, at) =>
      at % 2 === 0
        ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        : `(?<${part.startsWith('{{') ? 'part_' : ''}${part.replace(/[{}]/g, '')}>.*?)`,
    )
    .join('');
  return { pattern: new RegExp(`^${source}$`, 'su'), vietnamese };
}
