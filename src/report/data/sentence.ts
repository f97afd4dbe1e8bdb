import type { Language } from '../../base/messages/languages.ts';

/** A sentence of a run in each language; one that has no other than English is a text. */
export type Sentence = string | Readonly<Record<Language, string>>;

/** Returns the English text of a sentence, which filters are called by. */
export const englishOf = (sentence: Sentence): string =>
  typeof sentence === 'string' ? sentence : sentence.en;
