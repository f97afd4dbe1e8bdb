import { levelName } from './level-name.ts';
import { CATALOGUES } from '../../base/messages/catalogues.ts';
import { createTranslate } from '../../base/messages/translate.ts';
import type { Language } from '../../base/messages/languages.ts';
import type { Sentence } from './sentence.ts';
import { INPUT_PARTS, INPUT_SENTENCES } from './sentences-inputs.ts';
import { REQUEST_PARTS, REQUEST_SENTENCES } from './sentences-requests.ts';
import { ROW_PARTS, ROW_SENTENCES } from './sentences-rows.ts';

/** A sentence as the page shows it. */
export interface ShownSentence {
  text: string;
  language: Language;
}

/** A sentence with places for words. Shape: `literals` are the texts around the `names` of the places, one more than these. */
interface Pattern {
  literals: readonly string[];
  names: readonly string[];
  vietnamese: string;
}

/** Most sentences in one another; a text of somebody else may look like more. */
const DEPTH_MAX = 8;

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
function translate(english: string, among: readonly Pattern[], depth = 0): string | undefined {
  if (depth > DEPTH_MAX) return undefined;
  for (const pattern of among) {
    const found = wordsIn(english, pattern);
    if (!found) continue;
    const words = found.map((word, at) => wordOf(pattern.names[at] ?? '', word, depth + 1));
    if (words.includes(undefined)) continue;
    const filled = new Map(pattern.names.map((name, at) => [name.replace(/^part_/, ''), words[at] ?? '']));
    return pattern.vietnamese.replace(/\{(\w+)\}/g, (_, name: string) => filled.get(name) ?? '');
  }
  return undefined;
}

/** Returns the words in the places of a pattern, the first ones as short as possible; undefined if the text is another one. Cost: the length of the text. */
function wordsIn(text: string, { literals }: Pattern): string[] | undefined {
  const [first = '', ...others] = literals;
  const last = others.pop();
  if (last === undefined) return text === first ? [] : undefined;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const words: string[] = [];
  let from = first.length;
  for (const literal of others) {
    const at = text.indexOf(literal, from);
    if (at < 0) return undefined;
    words.push(text.slice(from, at));
    from = at + literal.length;
  }
  const end = text.length - last.length;
  return from > end ? undefined : [...words, text.slice(from, end)];
}

const VIETNAMESE = createTranslate(CATALOGUES.vi);

/** Words that a run writes into a sentence, by the name that stands for them there. */
const WORDS: Readonly<Record<string, (word: string) => string>> = {
  level: (word) => levelName(word, VIETNAMESE),
  delimiter: (word) => DELIMITERS.get(word) ?? word,
};
const DELIMITERS = new Map([
  ['comma', 'dấu phẩy'],
  ['semicolon', 'dấu chấm phẩy'],
  ['tab', 'dấu tab'],
  ['bar', 'dấu gạch đứng'],
]);

/** Returns what stands for a name in Vietnamese; undefined for an unknown text in the place of a part. */
function wordOf(name: string, word: string, depth: number): string | undefined {
  const inVietnamese = WORDS[name.replace(/\d$/, '')];
  if (inVietnamese) return inVietnamese(word);
  const { sentences = [], parts = [] } = patterns ?? {};
  return (
    translate(word, parts, depth) ??
    translate(word, sentences, depth) ??
    (name.startsWith('part_') ? undefined : word)
  );
}

function patternOf([english, vietnamese]: Sentence): Pattern {
  const parts = english.split(/(\{\{?\w+\}?\})/);
  const names = parts.filter((_, at) => at % 2 === 1);
  return {
    literals: parts.filter((_, at) => at % 2 === 0),
    names: names.map((name) => `${name.startsWith('{{') ? 'part_' : ''}${name.replace(/[{}]/g, '')}`),
    vietnamese,
  };
}
